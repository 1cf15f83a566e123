// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/server.h"
#include "core/site/siteconfig.h"
#include "ui/sessions/requestlog.h"
#include "ui/sessions/sitehistory.h"

#include <QFutureWatcher>
#include <QList>
#include <QObject>
#include <QUrl>

#include <optional>

namespace servelab::ui {

/// One site as the window knows it: its configuration, its server and what the server did lately. Lives on
/// the window's thread, never waits.
class SiteSession : public QObject
{
    Q_OBJECT
public:
    enum class State { Stopped, Running, Stopping };
    Q_ENUM(State)

    SiteSession(QString id, site::SiteConfig config, QObject *parent = nullptr);
    ~SiteSession() override;

    const QString &id() const { return m_id; }
    const site::SiteConfig &config() const { return m_config; }
    QString name() const; ///< as configured, else the folder's
    State state() const;
    bool isWanted() const { return m_wanted; } ///< running, or about to run again
    quint16 port() const; ///< while running the real one; of HTTPS where that is all
    QUrl url() const; ///< also while stopped, from the configuration
    QUrl securedUrl() const; ///< the same by HTTPS; empty without
    QStringList hosts() const; ///< names that can be opened: patterns are left out
    QList<QUrl> urls() const; ///< of every host name, by HTTPS too where both are served; url() is the first
    /// At which other machines of the network can open it; empty while it listens to this machine only.
    QList<QUrl> networkUrls() const;

    /// Why it does not run, or not as it is configured.
    const std::optional<base::Error> &failure() const { return m_failure; }
    /// A folder of a running site that is not there any more; it heals once the folder is back.
    const std::optional<base::Error> &lostFolder() const { return m_lostFolder; }
    /// What was found out about its folders: empty where all are there. A site that could not start for want
    /// of its folder starts once it is back.
    void setLostFolder(const QString &folder);

    /// Set when the failure is a taken port, of HTTP or HTTPS, and a free one was found.
    std::optional<quint16> suggestedPort() const { return m_suggestedPort; }

    const SiteHistory &history() const { return m_history; }

    /// Its latest requests, from the moment setRecording() asked for them.
    RequestLog &requests() { return m_requests; }
    void setRecording(bool recording);

    void start();
    void stop();

    /// Takes a valid configuration: at once while running, by a restart where a new listener is needed.
    void setConfig(const site::SiteConfig &config);

    /// Reads the counters and records of a running server; to be called ten times a second.
    void sample(base::TimePoint now);

Q_SIGNALS:
    void changed(); ///< configuration, state or failure
    void sampled(); ///< the history or the connections changed
    void said(const QString &text); ///< what just happened, for the status line
    void noticed(const servelab::base::Error &error);

private:
    void fail(const base::Error &error);
    void suggestPort(quint16 taken);
    void afterClosed();
    bool isSecuredOnly() const;
    QUrl urlOf(const QString &host) const;
    QUrl securedUrlOf(const QString &host) const;
    QList<QUrl> urlsOf(const QStringList &hosts) const;
    QString ownHost() const;

    QString m_id;
    site::SiteConfig m_config;
    server::Server m_server;
    SiteHistory m_history;
    RequestLog m_requests;
    bool m_wanted = false;
    std::optional<base::Error> m_failure;
    std::optional<base::Error> m_lostFolder;
    std::optional<quint16> m_suggestedPort;
    QFutureWatcher<std::optional<quint16>> m_portSearch;
};

/// The name of a site of this configuration.
QString siteName(const site::SiteConfig &config);

} // namespace servelab::ui
