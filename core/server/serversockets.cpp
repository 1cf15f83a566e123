// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/serversockets.h"

using namespace Qt::StringLiterals;

namespace servelab::server {

namespace {

QHostAddress listeningAddress(const QString &host)
{
    return host == QLatin1String("localhost") ? QHostAddress(QHostAddress::LocalHost) : QHostAddress(host);
}

/// The network speaks of a port; here it is known whose.
void open(const site::SiteConfig &config, quint16 port, int workers, const QString &field,
    std::optional<net::ListeningSockets> &sockets, site::Problems &problems)
{
    auto opened = net::openListeningSockets(listeningAddress(config.host), port, workers);
    if (opened) {
        sockets = std::move(*opened);
        return;
    }
    if (opened.error().where == "port"_L1)
        opened.error().where = field;
    if (!problems.contains(opened.error()))
        problems += std::move(opened.error());
}

} // namespace

std::expected<ServerSockets, site::Problems> openServerSockets(const site::SiteConfig &config, int workers)
{
    ServerSockets sockets;
    site::Problems problems;
    if (!config.https.enabled || !config.https.only)
        open(config, config.port, workers, u"port"_s, sockets.plain, problems);
    if (config.https.enabled)
        open(config, config.https.port, workers, u"https.port"_s, sockets.secured, problems);
    if (!problems.isEmpty())
        return std::unexpected(std::move(problems));
    return sockets;
}

} // namespace servelab::server
