// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitesession.h"

#include "core/server/listening.h"
#include "ui/sessions/freeport.h"

#include <QDir>
#include <QHostAddress>
#include <QNetworkInterface>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

bool isAboutFolder(const base::Error &failure)
{
    return failure.where == "root"_L1
        || (failure.where.startsWith("domains["_L1) && failure.where.endsWith(".root"_L1));
}

bool isAnyAddress(const QHostAddress &address)
{
    return address == QHostAddress::Any || address == QHostAddress::AnyIPv4
        || address == QHostAddress::AnyIPv6;
}

/// A host a browser can be sent to.
QString reachableHost(const QString &listening)
{
    return isAnyAddress(QHostAddress(listening)) ? u"localhost"_s : listening;
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

bool SiteSession::isSecuredOnly() const
{
    return m_config.https.enabled && m_config.https.only;
}

quint16 SiteSession::port() const
{
    const bool isRunning = state() == State::Running;
    if (isSecuredOnly())
        return isRunning ? m_server.httpsPort() : m_config.https.port;
    return isRunning ? m_server.port() : m_config.port;
}

QUrl SiteSession::urlOf(const QString &host) const
{
    if (isSecuredOnly())
        return securedUrlOf(host);
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(host);
    url.setPort(port() == 80 ? -1 : port());
    url.setPath(u"/"_s);
    return url;
}

QUrl SiteSession::securedUrlOf(const QString &host) const
{
    const quint16 port = state() == State::Running ? m_server.httpsPort() : m_config.https.port;
    QUrl url;
    url.setScheme(u"https"_s);
    url.setHost(host);
    url.setPort(port == 443 ? -1 : port);
    url.setPath(u"/"_s);
    return url;
}

QString SiteSession::ownHost() const
{
    return m_config.domain.isEmpty() ? reachableHost(m_config.host) : m_config.domain;
}

QUrl SiteSession::url() const
{
    return urlOf(ownHost());
}

QUrl SiteSession::securedUrl() const
{
    return m_config.https.enabled ? securedUrlOf(ownHost()) : QUrl();
}

QList<QUrl> SiteSession::urlsOf(const QStringList &hosts) const
{
    QList<QUrl> urls;
    for (const QString &host : hosts) {
        urls.append(urlOf(host));
        if (m_config.https.enabled && !m_config.https.only)
            urls.append(securedUrlOf(host));
    }
    return urls;
}

QStringList SiteSession::hosts() const
{
    QStringList hosts{ownHost()};
    for (const site::VirtualHostConfig &host : m_config.domains) {
        if (!host.host.contains(u'*'))
            hosts.append(host.host);
    }
    return hosts;
}

QList<QUrl> SiteSession::urls() const
{
    return urlsOf(hosts());
}

QList<QUrl> SiteSession::networkUrls() const
{
    const QHostAddress listening(m_config.host);
    if (!isAnyAddress(listening))
        return listening.isNull() || listening.isLoopback() ? QList<QUrl>() : urlsOf({m_config.host});
    QStringList hosts;
    for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback()
            && !address.isLinkLocal())
            hosts.append(address.toString());
    }
    return urlsOf(hosts);
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
    const server::OpenPorts ports{m_server.port(), m_server.httpsPort()};
    const bool restart = !server::listenerProblems(m_config, config, ports).isEmpty();
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

void SiteSession::setLostFolder(const QString &folder)
{
    const bool isBack = folder.isEmpty();
    if (isBack && m_failure && m_wanted && state() == State::Stopped && isAboutFolder(*m_failure))
        return start();
    if (isBack != m_lostFolder.has_value())
        return;
    m_lostFolder.reset();
    if (!isBack) {
        m_lostFolder
            = base::Error{tr("The folder %1 is not there any more.").arg(QDir::toNativeSeparators(folder)),
                tr("Bring it back, and the site goes on by itself; or choose another folder."), u"root"_s};
    } else if (state() == State::Running) {
        // The server may hold the folder that was there before.
        if (const auto taken = m_server.reconfigure(m_config); !taken)
            return fail(taken.error().first());
        Q_EMIT said(tr("%1 is there again").arg(name()));
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
    if (error.where == "port"_L1 || error.where == "https.port"_L1)
        suggestPort(error.where == "port"_L1 ? m_config.port : m_config.https.port);
    Q_EMIT said(tr("%1 could not start").arg(name()));
    Q_EMIT changed();
}

void SiteSession::suggestPort(quint16 taken)
{
    m_portSearch.setFuture(findFreePortAfter(m_config.host, taken));
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
