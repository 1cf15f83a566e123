// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/lab/childprocess.h"
#include "core/site/siteconfig.h"

#include <QObject>
#include <QTemporaryFile>
#include <QTimer>
#include <QUrl>

#include <memory>

namespace servelab::lab {

/// One measured server in a child process, from its start to its end. Never hangs: every answer that does not
/// come in time is a failure.
class SubjectProcess : public QObject
{
    Q_OBJECT
public:
    SubjectProcess(QString program, site::SiteConfig config, QList<int> cores, QObject *parent = nullptr);

    /// How long it may take to listen and to answer; 10 seconds unless set.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

    /// listening() or failed() follows.
    void start();

    /// Gives free memory back and reads what is left: trimmed() or failed() follows.
    void trim();

    /// Asks it to end, and ends it when it does not: ended() follows.
    void quit();

    /// Ends it at once; ended() follows.
    void kill();

    bool isRunning() const { return m_child && m_child->isRunning(); }
    qint64 pid() const { return m_pid; }

Q_SIGNALS:
    void listening(const QUrl &url);
    void trimmed(const servelab::base::MemoryUse &memory);
    void failed(const servelab::base::Error &error);
    void ended();

private:
    bool writeConfig();
    void read(const QByteArray &line);
    void await(std::chrono::milliseconds limit, const QString &what);
    void end();
    void fail(const base::Error &error);

    QString m_program;
    site::SiteConfig m_config;
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
