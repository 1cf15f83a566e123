// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/listening.h"

#include "core/base/process.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>

namespace servelab::server {

namespace {

constexpr int mostDefaultWorkers = 4;

QString tr(const char *text)
{
    return QCoreApplication::translate("servelab::server::Server", text);
}

bool isAnyAddress(const QHostAddress &address)
{
    return address == QHostAddress(QHostAddress::AnyIPv4) || address == QHostAddress(QHostAddress::AnyIPv6);
}

/// The name under which a browser on this machine finds the site.
QString hostOfUrl(const site::SiteConfig &config)
{
    if (!config.domain.isEmpty())
        return config.domain;
    return isAnyAddress(QHostAddress(config.host)) ? QStringLiteral("localhost") : config.host;
}

} // namespace

int workerCount(const site::SiteConfig &config)
{
    if (config.workers > 0)
        return config.workers;
    return std::clamp(static_cast<int>(base::availableCores().size()), 1, mostDefaultWorkers);
}

QUrl urlOf(const site::SiteConfig &config, const QString &scheme, quint16 port)
{
    QUrl url;
    url.setScheme(scheme);
    url.setHost(hostOfUrl(config));
    url.setPort(port);
    url.setPath(QStringLiteral("/"));
    return url;
}

site::Problems listenerProblems(
    const site::SiteConfig &config, const site::SiteConfig &next, const OpenPorts &ports)
{
    const QString remedy = tr("Stop the server, then start it again with the new setting.");
    site::Problems problems;
    if (next.host != config.host)
        problems.append(
            {tr("The address cannot change while the server runs."), remedy, QStringLiteral("host")});
    if (next.port != config.port && next.port != ports.plain)
        problems.append(
            {tr("The port cannot change while the server runs."), remedy, QStringLiteral("port")});
    if (next.https.enabled != config.https.enabled)
        problems.append({tr("HTTPS cannot be turned on or off while the server runs."), remedy,
            QStringLiteral("https.enabled")});
    else if (next.https.enabled && next.https.only != config.https.only)
        problems.append({tr("HTTP cannot be turned on or off while the server runs."), remedy,
            QStringLiteral("https.only")});
    else if (next.https.enabled && next.https.port != config.https.port && next.https.port != ports.secured)
        problems.append({tr("The port of HTTPS cannot change while the server runs."), remedy,
            QStringLiteral("https.port")});
    if (workerCount(next) != workerCount(config))
        problems.append({tr("The number of workers cannot change while the server runs."), remedy,
            QStringLiteral("workers")});
    return problems;
}

} // namespace servelab::server
