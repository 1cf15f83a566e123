// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
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

    /// ended() follows whatever happens, never before start() has returned.
    void start();
    void writeLine(const QByteArray &line);
    void kill();

    bool isRunning() const;

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
    QString exitText() const;

    QProcess m_process;
    QList<QByteArray> m_lastWords;
    bool m_ended = false;
};

} // namespace servelab::lab
