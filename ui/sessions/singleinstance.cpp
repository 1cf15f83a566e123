// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/singleinstance.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 2000; // milliseconds
constexpr int idleLimit = 5000; // of a connection that sends no whole line

/// Short: a socket's path has little room.
QString socketName(const QString &key)
{
    const QByteArray user = qgetenv("USER") + qgetenv("USERNAME");
    const QByteArray hash
        = QCryptographicHash::hash(key.toUtf8() + '\n' + user, QCryptographicHash::Sha256).toHex().first(24);
    return u"servelab-"_s + QString::fromLatin1(hash);
}

QByteArray toLine(const SingleInstance::Request &request)
{
    const QJsonObject object{{u"folders"_s, QJsonArray::fromStringList(request.folders)},
        {u"sample"_s, request.sample}, {u"minimized"_s, request.minimized}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

SingleInstance::Request toRequest(const QJsonObject &object)
{
    SingleInstance::Request request;
    for (const QJsonValue &folder : object[u"folders"].toArray())
        request.folders.append(folder.toString());
    request.sample = object[u"sample"].toBool();
    request.minimized = object[u"minimized"].toBool();
    return request;
}

} // namespace

SingleInstance::SingleInstance(const QString &key, QObject *parent)
    : QObject(parent)
    , m_name(socketName(key))
{
}

SingleInstance::~SingleInstance() = default;

bool SingleInstance::handOver(const Request &request) const
{
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (!socket.waitForConnected(patience))
        return false;
    socket.write(toLine(request));
    // Its answer says that a window took it, and not a program that hangs.
    return socket.waitForBytesWritten(patience) && socket.waitForReadyRead(patience)
        && socket.readLine(16) == "taken\n";
}

bool SingleInstance::listen()
{
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::accept);
    if (m_server->listen(m_name))
        return true;
    QLocalServer::removeServer(m_name); // left behind: nobody answered there
    return m_server->listen(m_name);
}

void SingleInstance::accept()
{
    while (QLocalSocket *socket = m_server->nextPendingConnection()) {
        socket->setReadBufferSize(longestMessage);
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        auto *limit = new QTimer(socket);
        limit->setSingleShot(true);
        connect(limit, &QTimer::timeout, socket, &QLocalSocket::abort);
        limit->start(idleLimit);
        read(socket);
    }
}

void SingleInstance::read(QLocalSocket *socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() >= longestMessage)
            socket->abort();
        return;
    }
    const QJsonDocument document = QJsonDocument::fromJson(socket->readLine());
    if (!document.isObject())
        return socket->abort();
    socket->write("taken\n");
    socket->flush();
    socket->disconnectFromServer();
    Q_EMIT requested(toRequest(document.object()));
}

} // namespace servelab::ui
