// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/childprocess.h"
#include "core/lab/labprotocol.h"
#include "core/lab/measuredserver.h"
#include "core/site/siteconfig.h"

#include <QTemporaryFile>
#include <QTimer>
#include <QUrl>

#include <memory>

namespace servelab::lab {

/// A server of this program in a child process. `hook` names what it does beside serving files; empty:
/// nothing. With a task it serves nothing: listening() has no URL then, and runTask() may be called.
class SubjectProcess : public MeasuredServer
{
    Q_OBJECT
public:
    SubjectProcess(
        QString program, site::SiteConfig config, QString hook, QList<int> cores, QObject *parent = nullptr);

    /// How long it may take to listen and to answer; 10 seconds unless set.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

    /// Before start().
    void setTask(const QString &name) { m_task = name; }

    /// taskDone() or failed() follows, at the latest after `limit`. Once for each process.
    void runTask(std::uint64_t count, std::chrono::milliseconds limit);

    void start() override;
    void trim() override;
    void quit() override;
    void kill() override;
    bool isRunning() const override { return m_child && m_child->isRunning(); }
    qint64 pid() const override { return m_pid; }

Q_SIGNALS:
    void taskDone(const servelab::lab::TaskResult &result);

private:
    bool writeConfig();
    void read(const QByteArray &line);
    void take(const SubjectEvent &event);
    void await(std::chrono::milliseconds limit, const QString &what);
    void end();
    void fail(const base::Error &error);

    QString m_program;
    site::SiteConfig m_config;
    QString m_hook;
    QString m_task; ///< empty: it serves
    QList<int> m_cores;
    QTemporaryFile m_file;
    std::unique_ptr<ChildProcess> m_child;
    QTimer m_guard;
    std::chrono::milliseconds m_patience{10'000};
    QString m_awaited;
    qint64 m_pid = 0;
    bool m_mayEnd = false; ///< asked to, or failed already: its end is no news
};

} // namespace servelab::lab
