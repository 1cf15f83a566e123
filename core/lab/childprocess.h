// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/processtree.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <optional>

namespace servelab::lab {

/// The arguments that restrict a child to cores; none where it is not restricted.
QStringList coreArguments(const QList<int> &cores);

/// One process that speaks in lines. Lives on the thread that made it and never blocks it, but for the
/// destructor: it ends a process that still runs, at the latest after about half a second.
class ChildProcess : public QObject
{
    Q_OBJECT
public:
    ChildProcess(const QString &program, const QStringList &arguments, QObject *parent = nullptr);
    ~ChildProcess() override;

    /// Before start(): the first of a process group of its own, on these cores, with these variables added to
    /// the environment. Everything of the group ends with it: kill(), the destructor and its own end see to
    /// that.
    void leadGroup(const QList<int> &cores, const QMap<QString, QString> &environment);

    /// ended() follows whatever happens, never before start() has returned.
    void start();
    void writeLine(const QByteArray &line);
    void kill();
    void terminate(base::EndSignal signal);

    bool isRunning() const;
    qint64 pid() const { return m_pid; } ///< 0 before it runs; stays when it has ended

    /// How it ended, as the end of a sentence ("ended with code 3"), and its last words on standard error.
    QString endText() const;

    /// Lines of standard error that say something to a person: endText() quotes the last few.
    void remember(const QByteArray &errorLine);

Q_SIGNALS:
    void outputLine(const QByteArray &line); ///< without its end
    void errorLine(const QByteArray &line);
    void ended();

private:
    using LineSignal = void (ChildProcess::*)(const QByteArray &);

    void readLines(QProcess::ProcessChannel channel, LineSignal signal);
    void readOutput() { readLines(QProcess::StandardOutput, &ChildProcess::outputLine); }
    void readErrors() { readLines(QProcess::StandardError, &ChildProcess::errorLine); }
    void finish();
    void endGroup();
    QString exitText() const;

    QProcess m_process;
    QList<QByteArray> m_lastWords;
    qint64 m_pid = 0;
    bool m_leadsGroup = false;
    bool m_ended = false;
};

} // namespace servelab::lab
