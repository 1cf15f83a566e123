// SPDX-License-Identifier: GPL-3.0-or-later
// What an idle connection costs the server: memory of a servelab-cli serve of its own, private and written
// pages, before and after many connections of one kind have been opened and left alone.
//
//     bench_tlsidle SERVELAB_CLI [CONNECTIONS]
#include "core/base/process.h"
#include "core/certificates/certificatefolder.h"
#include "core/net/stream.h"
#include "core/net/tlscontext.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QUrl>

#include <poll.h>

#include <array>
#include <cstdio>
#include <vector>

using namespace Qt::StringLiterals;
using namespace servelab;

namespace {

using ClientPointer = std::shared_ptr<const net::TlsClientContext>;

constexpr int waitMilliseconds = 10'000;
constexpr int warmUpConnections = 64;

enum class Kind { PlainSilent, PlainIdle, TlsSilent, TlsIdle, TlsIdleAfterMuch };

struct Row
{
    const char *name;
    Kind kind;
    net::TlsVersion version;
};

bool isTls(Kind kind)
{
    return kind == Kind::TlsSilent || kind == Kind::TlsIdle || kind == Kind::TlsIdleAfterMuch;
}

[[noreturn]] void giveUp(const QString &why)
{
    std::fprintf(stderr, "%s\n", qPrintable(why));
    std::exit(1);
}

void await(const net::Stream &stream, short events)
{
    pollfd waiting{stream.descriptor(), events, 0};
    if (::poll(&waiting, 1, waitMilliseconds) <= 0)
        giveUp(u"The server does not answer."_s);
}

/// A server with a site of two files, and what is needed to reach it.
class Server
{
public:
    explicit Server(const QString &program)
    {
        write(u"index.html"_s, "hello");
        write(u"large.bin"_s, QByteArray(1024 * 1024, 'x'));
        const auto created = certificates::createCertificate({.authorityFolder = m_folder.filePath(u"ca"_s),
            .folder = m_folder.filePath(u"own"_s),
            .request = {.names = {u"localhost"_s}}});
        if (!created)
            giveUp(created.error().toString());
        m_process.start(program,
            {u"serve"_s, m_folder.path(), u"--https"_s, u"--cert"_s, created->files.certificate, u"--key"_s,
                created->files.key, u"--port=0"_s, u"--https-port=0"_s, u"--workers=1"_s, u"--timeout=0"_s,
                u"--keep-alive-timeout=0"_s, u"--any-host"_s});
        m_plainPort = readPort();
        m_securedPort = readPort();
    }
    ~Server()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    quint16 port(Kind kind) const { return isTls(kind) ? m_securedPort : m_plainPort; }
    qint64 memory() const
    {
        QThread::msleep(1500); // what it gives back by itself is given back by then
        const auto use = base::memoryUse(m_process.processId());
        return use ? use->privateDirtyBytes : 0;
    }

private:
    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            giveUp(u"The site cannot be written."_s);
    }
    quint16 readPort()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(waitMilliseconds)) { }
        const QUrl url(QString::fromUtf8(m_process.readLine().trimmed()));
        if (url.port() <= 0)
            giveUp(u"The server does not start: "_s + QString::fromUtf8(m_process.readAllStandardError()));
        return static_cast<quint16>(url.port());
    }

    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_plainPort = 0;
    quint16 m_securedPort = 0;
};

net::Stream connectTo(quint16 port)
{
    auto stream = net::Stream::connectTo(QHostAddress(QHostAddress::LocalHost), port);
    if (!stream)
        giveUp(stream.error().toString());
    await(*stream, POLLOUT);
    return std::move(*stream);
}

void shakeHands(net::Stream &stream)
{
    for (;;) {
        const net::IoResult result = stream.handshake();
        if (result.status == net::IoStatus::Done)
            return;
        if (result.status != net::IoStatus::WouldBlock)
            giveUp(u"The handshake fails: "_s + QString::fromStdString(stream.tlsProblem()));
        await(stream, POLLIN);
    }
}

/// One request and its whole answer.
void ask(net::Stream &stream, std::string_view target, std::size_t bodyBytes)
{
    const std::string request = "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const std::string_view view = request;
    stream.write({&view, 1});
    std::string answer;
    std::array<char, 65536> buffer;
    while (answer.find("\r\n\r\n") == std::string::npos
        || answer.size() < answer.find("\r\n\r\n") + 4 + bodyBytes) {
        const net::IoResult result = stream.read(buffer);
        if (result.status == net::IoStatus::WouldBlock)
            await(stream, POLLIN);
        else if (result.status != net::IoStatus::Done)
            giveUp(u"The server ends a connection."_s);
        answer.append(buffer.data(), result.bytes);
    }
}

net::Stream open(const Server &server, Kind kind, const ClientPointer &context)
{
    net::Stream stream = connectTo(server.port(kind));
    if (kind == Kind::PlainSilent || kind == Kind::TlsSilent)
        return stream;
    if (isTls(kind)) {
        stream.startTlsClient(context, "localhost");
        shakeHands(stream);
    }
    ask(stream, "/index.html", 5);
    if (kind == Kind::TlsIdleAfterMuch)
        ask(stream, "/large.bin", 1024 * 1024);
    return stream;
}

void measure(const QString &program, const Row &row, int connections)
{
    const Server server(program);
    const auto context
        = net::TlsClientContext::create({.verification = net::TlsClientContext::Verification::None,
            .minimumVersion = row.version,
            .onlyMinimumVersion = true});
    if (!context)
        giveUp(context.error().toString());
    for (int i = 0; i < warmUpConnections; ++i)
        open(server, row.kind, *context).close();
    const qint64 before = server.memory();
    std::vector<net::Stream> streams;
    for (int i = 0; i < connections; ++i)
        streams.push_back(open(server, row.kind, *context));
    const double each = static_cast<double>(server.memory() - before) / connections;
    std::printf("%-42s %10.0f\n", row.name, each);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2)
        giveUp(u"Usage: bench_tlsidle SERVELAB_CLI [CONNECTIONS]"_s);
    const int connections = arguments.size() > 2 ? arguments[2].toInt() : 2000;
    base::raiseDescriptorLimit();
    std::printf("%s, kernel %s, %d connections of each kind\n", qPrintable(QSysInfo::prettyProductName()),
        qPrintable(QSysInfo::kernelVersion()), connections);
    std::printf("%-42s %10s\n", "", "bytes each");
    using enum net::TlsVersion;
    for (const Row &row :
        {Row{"plain, silent", Kind::PlainSilent, V1_3}, Row{"plain, after an answer", Kind::PlainIdle, V1_3},
            Row{"TLS, silent", Kind::TlsSilent, V1_3}, Row{"TLS 1.3, after an answer", Kind::TlsIdle, V1_3},
            Row{"TLS 1.3, after an answer of 1 MiB", Kind::TlsIdleAfterMuch, V1_3},
            Row{"TLS 1.2, after an answer", Kind::TlsIdle, V1_2}})
        measure(arguments[1], row, connections);
    return 0;
}
