// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTcpSocket>
#include <QUrl>

#include <csignal>

using namespace Qt::StringLiterals;

namespace servelab::test {
namespace {

constexpr int patience = 60'000; ///< milliseconds; sanitizers are slow

void startProgram(QProcess &process, const QStringList &arguments, const QString &folder)
{
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(qEnvironmentVariable("SERVELAB_CLI"), arguments);
    process.waitForStarted(patience);
}

Outcome outcomeOf(QProcess &process)
{
    const bool ended = process.waitForFinished(patience);
    const bool byItself = ended && process.exitStatus() == QProcess::NormalExit;
    return {byItself ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

QJsonObject Outcome::json() const
{
    return QJsonDocument::fromJson(output.toUtf8()).object();
}

Outcome runProgram(const QStringList &arguments, const QString &folder)
{
    QProcess process;
    startProgram(process, arguments, folder);
    process.closeWriteChannel();
    return outcomeOf(process);
}

RunningProgram::RunningProgram(const QStringList &arguments, const QString &folder)
{
    startProgram(m_process, arguments, folder);
}

RunningProgram::~RunningProgram()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(patience);
}

QString RunningProgram::readLine()
{
    return readLineFrom(QProcess::StandardOutput);
}

QString RunningProgram::readErrorLine()
{
    return readLineFrom(QProcess::StandardError);
}

QString RunningProgram::readLineFrom(QProcess::ProcessChannel channel)
{
    m_process.setReadChannel(channel);
    const QDeadlineTimer deadline(patience);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime()))
            && !m_process.canReadLine())
            return {};
    }
    return QString::fromUtf8(m_process.readLine()).trimmed();
}

void RunningProgram::interrupt()
{
    ::kill(static_cast<pid_t>(pid()), SIGINT);
}

Outcome RunningProgram::finish()
{
    return outcomeOf(m_process);
}

QString Folder::write(const QString &name, const QByteArray &content) const
{
    const QString full = m_folder.filePath(name);
    QDir().mkpath(QFileInfo(full).path());
    QFile file(full);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s cannot be written.", qPrintable(full));
    return full;
}

Answer get(const QUrl &url, const QByteArray &host)
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, static_cast<quint16>(url.port()));
    const QByteArray name = host.isEmpty() ? url.host().toUtf8() : host;
    socket.write(
        "GET " + url.path().toUtf8() + " HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n");
    while (socket.state() != QAbstractSocket::UnconnectedState && socket.waitForReadyRead(patience)) { }
    const QByteArray all = socket.readAll();
    const qsizetype headEnd = all.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return {};
    return {all.sliced(9, 3).toInt(), all.sliced(headEnd + 4)};
}

} // namespace servelab::test
