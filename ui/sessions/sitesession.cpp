// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitesession.h"

#include "ui/sessions/freeport.h"

#include <QDir>
#include <QHostAddress>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

bool needsNewListener(const site::SiteConfig &one, const site::SiteConfig &other)
{
    return one.host != other.host || one.port != other.port || one.workers != other.workers;
}

/// A host a browser can be sent to.
QString reachableHost(const QString &listening)
{
    const QHostAddress address(listening);
    const bool any = address == QHostAddress::Any || address == QHostAddress::AnyIPv4
        || address == QHostAddress::AnyIPv6;
    return any ? u"localhost"_s : listening;
}

} // namespace

QString siteName(const site::SiteConfig &config)
{
    if (!config.name.isEmpty())
        return config.name;
    const QString folder = QDir(QDir(config.root).absolutePath()).dirName();
    return folder.isEmpty() ? config.root : folder;
}

SiteSession::SiteSession(QString id, site::SiteConfig config, QObject *parent)
    : QObject(parent)
    , m_id(std::move(id))
    , m_config(std::move(config))
{
    connect(&m_server, &server::Server::closed, this, &SiteSession::afterClosed);
    connect(&m_server, &server::Server::noticed, this, &SiteSession::noticed);
    connect(&m_portSearch, &QFutureWatcherBase::finished, this, [this] {
        if (m_portSearch.future().resultCount() == 0)
            return;
        m_suggestedPort = m_portSearch.result();
        Q_EMIT changed();
    });
}

SiteSession::~SiteSession()
{
    m_server.disconnect(this);
}

QString SiteSession::name() const
{
    return siteName(m_config);
}

SiteSession::State SiteSession::state() const
{
    switch (m_server.state()) {
    case server::Server::State::Running:
        return State::Running;
    case server::Server::State::Closing:
        return State::Stopping;
    case server::Server::State::Stopped:
        break;
    }
    return State::Stopped;
}

quint16 SiteSession::port() const
{
    return state() == State::Running ? m_server.port() : m_config.port;
}

QUrl SiteSession::urlOf(const QString &host) const
{
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(host);
    if (port() != 80)
        url.setPort(port());
    url.setPath(u"/"_s);
    return url;
}

QUrl SiteSession::url() const
{
    return urlOf(m_config.domain.isEmpty() ? reachableHost(m_config.host) : m_config.domain);
}

QList<QUrl> SiteSession::urls() const
{
    QList<QUrl> urls{url()};
    for (const site::VirtualHostConfig &host : m_config.domains) {
        if (!host.host.contains(u'*'))
            urls.append(urlOf(host.host));
    }
    return urls;
}

void SiteSession::start()
{
    m_wanted = true;
    if (state() != State::Stopped)
        return;
    m_failure.reset();
    m_suggestedPort.reset();
    m_history.restart();
    if (const auto deployed = m_server.deploy(m_config); !deployed)
        return fail(deployed.error().first());
    Q_EMIT said(tr("%1 answers at %2").arg(name(), url().toString()));
    Q_EMIT changed();
}

void SiteSession::stop()
{
    m_wanted = false;
    m_failure.reset();
    if (state() == State::Running)
        m_server.close();
    Q_EMIT changed();
}

void SiteSession::setConfig(const site::SiteConfig &config)
{
    if (config == m_config)
        return;
    const bool restart = needsNewListener(config, m_config);
    const bool retry = m_failure && m_wanted;
    m_config = config;
    if (state() == State::Running && restart) {
        m_server.close(std::chrono::milliseconds(0)); // afterClosed() starts it again
    } else if (state() == State::Running) {
        m_failure.reset();
        if (const auto taken = m_server.reconfigure(config); !taken)
            return fail(taken.error().first());
    } else if (retry) {
        return start();
    }
    Q_EMIT changed();
}

void SiteSession::setRecording(bool recording)
{
    m_server.setRecording(recording);
}

void SiteSession::sample(base::TimePoint now)
{
    if (state() != State::Running)
        return;
    m_requests.add(m_server.takeRecords());
    const bool wasFlat = m_history.isFlat();
    const std::uint64_t connections = m_history.latest().connectionsOpen;
    m_history.add(now, m_server.counters());
    if (!wasFlat || !m_history.isFlat() || connections != m_history.latest().connectionsOpen)
        Q_EMIT sampled(); // an idle site costs no drawing
}

void SiteSession::fail(const base::Error &error)
{
    m_failure = error;
    if (error.where == "port"_L1)
        suggestPort();
    Q_EMIT said(tr("%1 could not start").arg(name()));
    Q_EMIT changed();
}

void SiteSession::suggestPort()
{
    m_portSearch.setFuture(findFreePortAfter(m_config.host, m_config.port));
}

void SiteSession::afterClosed()
{
    m_requests.add(m_server.takeRecords());
    if (m_wanted)
        return start();
    Q_EMIT said(tr("%1 has stopped").arg(name()));
    Q_EMIT changed();
}

} // namespace servelab::ui
