// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"

#include "core/base/procfile_linux.h"

#include <QDir>
#include <QSet>

#include <array>

#include <unistd.h>

namespace servelab::base {

using linux_system::readText;

namespace {

/// "0A" in the state column of /proc/net/tcp.
constexpr QByteArrayView listening = "0A";

/// A line of /proc/net/tcp: `sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode ...`,
/// where an address is hexadecimal with the port after a colon. The socket's inode when it listens on `port`,
/// else empty.
QByteArray listeningInode(const QByteArray &line, quint16 port)
{
    const QList<QByteArray> columns = line.simplified().split(' ');
    if (columns.size() < 10 || columns[3] != listening)
        return {};
    const QByteArray portText = columns[1].sliced(columns[1].lastIndexOf(':') + 1);
    return portText.toUShort(nullptr, 16) == port ? columns[9] : QByteArray();
}

/// What a descriptor of such a socket points to: "socket:[12345]".
QSet<QByteArray> listeningSockets(quint16 port)
{
    QSet<QByteArray> sockets;
    for (const QString &table : {QStringLiteral("/proc/net/tcp"), QStringLiteral("/proc/net/tcp6")}) {
        for (const QByteArray &line : readText(table).value_or(QByteArray()).split('\n')) {
            if (const QByteArray inode = listeningInode(line, port); !inode.isEmpty())
                sockets.insert("socket:[" + inode + ']');
        }
    }
    return sockets;
}

/// QFileInfo would make an absolute path of it; the link's own text is wanted.
QByteArray linkText(const QString &path)
{
    std::array<char, 64> text;
    const ssize_t length = readlink(path.toLocal8Bit().constData(), text.data(), text.size());
    return length > 0 ? QByteArray(text.data(), length) : QByteArray();
}

bool holdsOneOf(const QString &processFolder, const QSet<QByteArray> &sockets)
{
    const QDir descriptors(processFolder + QLatin1String("/fd"));
    for (const QString &name :
        descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
        if (sockets.contains(linkText(descriptors.filePath(name))))
            return true;
    }
    return false;
}

} // namespace

std::optional<PortHolder> findPortHolder(quint16 port)
{
    const QSet<QByteArray> sockets = listeningSockets(port);
    if (sockets.isEmpty())
        return std::nullopt;
    const QDir processes(QStringLiteral("/proc"));
    for (const QString &pid : processes.entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        const QString folder = processes.filePath(pid);
        if (holdsOneOf(folder, sockets)) {
            const QByteArray name = readText(folder + QLatin1String("/comm")).value_or(QByteArray());
            return PortHolder{pid.toLongLong(), QString::fromLocal8Bit(name)};
        }
    }
    return std::nullopt;
}

} // namespace servelab::base
