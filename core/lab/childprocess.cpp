// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/childprocess.h"

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

constexpr qsizetype wordsKept = 5;
constexpr int patienceMilliseconds = 250;

} // namespace

QStringList coreArguments(const QList<int> &cores)
{
    if (cores.isEmpty())
        return {};
    QStringList numbers;
    for (const int core : cores)
        numbers.append(QString::number(core));
    return {u"--cores"_s, numbers.join(u',')};
}

ChildProcess::ChildProcess(const QString &program, const QStringList &arguments, QObject *parent)
    : QObject(parent)
{
    m_process.setProgram(program);
    m_process.setArguments(arguments);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ChildProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ChildProcess::readErrors);
    connect(&m_process, &QProcess::finished, this, &ChildProcess::finish);
    connect(&m_process, &QProcess::started, this, [this] { m_pid = m_process.processId(); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            QMetaObject::invokeMethod(this, &ChildProcess::finish, Qt::QueuedConnection);
    });
}

ChildProcess::~ChildProcess()
{
    m_process.disconnect(this);
    if (!isRunning()) {
        endGroup();
        return;
    }
    m_process.terminate();
    if (m_process.waitForFinished(patienceMilliseconds)) {
        endGroup();
        return;
    }
    kill();
    m_process.waitForFinished(patienceMilliseconds);
}

void ChildProcess::leadGroup(const QList<int> &cores, const QMap<QString, QString> &environment)
{
    m_leadsGroup = true;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (auto entry = environment.begin(); entry != environment.end(); ++entry)
        variables.insert(entry.key(), entry.value());
    m_process.setProcessEnvironment(variables);
#ifndef _WIN32
    m_process.setChildProcessModifier([cores] { base::prepareServerChild(cores); });
#endif
}

void ChildProcess::start()
{
    m_process.start();
}

void ChildProcess::writeLine(const QByteArray &line)
{
    m_process.write(line + '\n');
}

void ChildProcess::kill()
{
    endGroup();
    m_process.kill();
}

void ChildProcess::endGroup()
{
    if (m_leadsGroup && m_pid > 0)
        base::signalProcessGroup(m_pid, base::EndSignal::Kill);
}

void ChildProcess::terminate(base::EndSignal signal)
{
    if (m_leadsGroup && m_pid > 0)
        base::signalProcessGroup(m_pid, signal);
    else
        m_process.terminate();
}

bool ChildProcess::isRunning() const
{
    return m_process.state() != QProcess::NotRunning;
}

void ChildProcess::remember(const QByteArray &errorLine)
{
    m_lastWords.append(errorLine);
    if (m_lastWords.size() > wordsKept)
        m_lastWords.removeFirst();
}

QString ChildProcess::exitText() const
{
    if (m_process.error() == QProcess::FailedToStart)
        return u"could not be started (%1)"_s.arg(m_process.errorString());
    if (m_process.exitStatus() == QProcess::CrashExit)
        return u"crashed or was ended from outside"_s;
    return u"ended with code %1"_s.arg(m_process.exitCode());
}

QString ChildProcess::endText() const
{
    const QString words = QString::fromUtf8(m_lastWords.join('\n')).trimmed();
    return words.isEmpty() ? exitText() + u'.' : u"%1. Its last words: %2"_s.arg(exitText(), words);
}

/// At the end also a last line that lacks its own. Whoever hears a line may cause the other channel to be
/// read.
void ChildProcess::readLines(QProcess::ProcessChannel channel, LineSignal signal)
{
    m_process.setReadChannel(channel);
    while (m_process.canReadLine() || (m_ended && m_process.bytesAvailable() > 0)) {
        const QByteArray line = m_process.readLine().trimmed();
        (this->*signal)(line);
        m_process.setReadChannel(channel);
    }
}

void ChildProcess::finish()
{
    if (std::exchange(m_ended, true))
        return;
    readErrors();
    readOutput();
    endGroup();
    Q_EMIT ended();
}

} // namespace servelab::lab
