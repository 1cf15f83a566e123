// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

/// The real servelab-cli, run as a person or a script runs it. Every wait has a limit.
namespace servelab::test {

struct Outcome
{
    int exitCode = -1; ///< -1: it did not end by itself
    QString output;
    QString errors;

    QJsonObject json() const; ///< standard output as one document
};

/// Runs it to its end.
Outcome runProgram(const QStringList &arguments, const QString &folder = {});

/// It, running in the background; killed with the object where it has not ended.
class RunningProgram
{
public:
    explicit RunningProgram(const QStringList &arguments, const QString &folder = {});
    ~RunningProgram();

    /// The next whole line without its end; empty when none comes.
    QString readLine();
    QString readErrorLine();

    void write(const QByteArray &text) { m_process.write(text); }
    void interrupt();
    void terminate() { m_process.terminate(); }
    qint64 pid() const { return m_process.processId(); }
    bool isRunning() const { return m_process.state() == QProcess::Running; }

    /// Waits for its end. What was read before is not in the outcome.
    Outcome finish();

private:
    QString readLineFrom(QProcess::ProcessChannel channel);

    QProcess m_process;
};

/// A folder with files in it.
class Folder
{
public:
    /// Writes a file, with its folders.
    QString write(const QString &name, const QByteArray &content) const;
    QString path() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
};

/// Status and body of one answer to a GET; status 0: none came.
struct Answer
{
    int status = 0;
    QByteArray body;
};
Answer get(const QUrl &url, const QByteArray &host = {});

} // namespace servelab::test
