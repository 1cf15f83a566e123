// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for servelab-cli in the tests of the experiment runner. As a subject, the name in its
// configuration says how it misbehaves; as a load generator, the path of its URL does. Each start is a line
// in the file that the environment variable FAKE_LOG names.
#include "core/lab/labprotocol.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSocketNotifier>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <cstdio>

#include <signal.h>
#include <unistd.h>

using namespace servelab;
using namespace Qt::StringLiterals;

namespace {

void writeLog(const QStringList &arguments)
{
    QFile log(qEnvironmentVariable("FAKE_LOG"));
    if (!log.fileName().isEmpty() && log.open(QIODevice::WriteOnly | QIODevice::Append))
        log.write((QString::number(QCoreApplication::applicationPid()) + u' ' + arguments.join(u' ') + u'\n')
                .toUtf8());
}

void writeLine(FILE *file, const QJsonObject &object)
{
    std::fprintf(file, "%s\n", QJsonDocument(object).toJson(QJsonDocument::Compact).constData());
    std::fflush(file);
}

QString valueAfter(const QStringList &arguments, const QString &option)
{
    const qsizetype at = arguments.indexOf(option);
    return at >= 0 ? arguments.value(at + 1) : QString();
}

/// Answers "hello" to everything but /missing, and nothing at all to /silence.
void answer(QTcpSocket *client)
{
    const QByteArray request = client->readAll();
    if (request.contains(" /silence"))
        return;
    const QByteArray status = request.contains(" /missing") ? "404 Not Found" : "200 OK";
    client->write("HTTP/1.1 " + status + "\r\nContent-Length: 5\r\n\r\nhello");
}

void obey(const QByteArray &command, const QString &name)
{
    if (command == "quit" && name != "deaf"_L1)
        QCoreApplication::quit();
    if (command != "trim" || name == "forgetful"_L1)
        return;
    if (name == "frail"_L1)
        _exit(7);
    QJsonObject event = lab::toJson(base::memoryUse(QCoreApplication::applicationPid()).value());
    event.insert("event"_L1, u"memory"_s);
    writeLine(stdout, event);
}

/// What is wrong from the start; true when it is not to go on.
bool misbehaves(const QString &name)
{
    if (name == "dead"_L1) {
        std::fprintf(stderr, "This folder is not there.\n");
        _exit(3);
    }
    if (name == "deaf"_L1)
        signal(SIGTERM, SIG_IGN);
    if (name == "babbling"_L1)
        writeLine(stdout, {{u"event"_s, u"dancing"_s}});
    return name == "silent"_L1 || name == "babbling"_L1;
}

int serve(const QStringList &arguments)
{
    QFile file(valueAfter(arguments, u"--config"_s));
    if (!file.open(QIODevice::ReadOnly))
        return 1;
    const QString name = QJsonDocument::fromJson(file.readAll()).object().value("name"_L1).toString();
    const bool mute = misbehaves(name);

    QTcpServer server;
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server] {
        QTcpSocket *client = server.nextPendingConnection();
        QObject::connect(client, &QTcpSocket::readyRead, client, [client] { answer(client); });
    });
    if (!server.listen(QHostAddress::LocalHost))
        return 1;
    if (!mute)
        writeLine(stdout,
            {{u"event"_s, u"listening"_s}, {u"url"_s, u"http://127.0.0.1:%1/"_s.arg(server.serverPort())},
                {u"pid"_s, QCoreApplication::applicationPid()}});
    QSocketNotifier input(0, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &input, [&input, name] {
        char line[64];
        const ssize_t size = read(0, line, sizeof line);
        if (size > 0)
            obey(QByteArray(line, size).trimmed(), name);
        else if (name != "deaf"_L1)
            QCoreApplication::quit();
        else
            input.setEnabled(false);
    });
    return QCoreApplication::exec();
}

/// A hundred answers in a tenth of a second; by count, as many as were asked for.
load::LoadReport reportFor(const QString &path, const QString &count)
{
    load::LoadReport report;
    report.elapsed = std::chrono::milliseconds(100);
    const bool tooSlow = path == "/slow"_L1 && count.isEmpty();
    report.responses = tooSlow ? 0 : count.isEmpty() ? 100 : count.toULongLong();
    report.inFlight = tooSlow ? 4 : 0;
    report.latencyMicroseconds.record(1000, report.responses);
    if (path == "/errors"_L1)
        report.errors[load::LoadErrorKind::UnexpectedStatus] = {3, 0, u"500 instead of 200"_s};
    report.requests = report.responses + report.inFlight + report.errorCount();
    report.bytesReceived = report.responses * 60;
    report.bodyBytes = report.responses * 5;
    return report;
}

int makeLoad(const QStringList &arguments)
{
    const QString path = QUrl(arguments.value(1)).path();
    if (path == "/dying-load"_L1) {
        std::fprintf(stderr, "No descriptor is left.\n");
        return 1;
    }
    load::LoadProgress progress;
    progress.responses = 42;
    writeLine(stderr, lab::toJson(progress));
    if (path == "/endless-load"_L1)
        return QCoreApplication::exec();
    writeLine(stdout, reportFor(path, valueAfter(arguments, u"-n"_s)).toJson());
    return 0;
}

/// A server that this program is compared with, and a worker of it that serves nothing and would live for
/// ever. Of a contender's configuration only that it is there is looked at.
int contend(const QStringList &arguments)
{
    if (arguments.value(1) == "worker"_L1)
        return QCoreApplication::exec();
    if (!QFile::exists(arguments.value(2)))
        return 4;
    QProcess worker;
    worker.start(QCoreApplication::applicationFilePath(), {u"contender"_s, u"worker"_s});
    QTcpServer server;
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server] {
        QTcpSocket *client = server.nextPendingConnection();
        QObject::connect(client, &QTcpSocket::readyRead, client, [client] { answer(client); });
    });
    if (!server.listen(QHostAddress::LocalHost, arguments.value(1).toUShort()))
        return 1;
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().sliced(1);
    writeLog(arguments);
    if (arguments.value(0) == "subject"_L1)
        return serve(arguments);
    if (arguments.value(0) == "contender"_L1)
        return contend(arguments);
    return arguments.value(0) == "load"_L1 ? makeLoad(arguments) : 2;
}
