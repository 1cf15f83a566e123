// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadtarget.h"

#include <QUrl>

#include <algorithm>

namespace servelab::load {

namespace {

constexpr int httpPort = 80;
constexpr int httpsPort = 443;

bool isLocalhostName(const QString &host)
{
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    return name.compare(u"localhost", Qt::CaseInsensitive) == 0
        || name.endsWith(QStringLiteral(".localhost"), Qt::CaseInsensitive);
}

} // namespace

bool isSecured(const QUrl &url)
{
    return url.scheme() == u"https" || url.scheme() == u"wss";
}

bool isWebSocket(const QUrl &url)
{
    return url.scheme() == u"ws" || url.scheme() == u"wss";
}

QString webSocketScheme(const QUrl &url)
{
    return isSecured(url) ? QStringLiteral("wss") : QStringLiteral("ws");
}

int usualPort(const QUrl &url)
{
    return isSecured(url) ? httpsPort : httpPort;
}

int portOf(const QUrl &url)
{
    return url.port(usualPort(url));
}

std::optional<QList<QHostAddress>> knownAddresses(const QString &host)
{
    if (isLocalhostName(host))
        return QList<QHostAddress>{
            QHostAddress(QHostAddress::LocalHostIPv6), QHostAddress(QHostAddress::LocalHost)};
    if (const QHostAddress literal(host); !literal.isNull())
        return QList<QHostAddress>{literal};
    return std::nullopt;
}

base::Expected<LoadTarget> targetAt(
    const QUrl &url, const QList<QHostAddress> &addresses, const QString &confirmedHost)
{
    const QString host = url.host(QUrl::FullyEncoded);
    const auto remote = std::ranges::find_if_not(addresses, &QHostAddress::isLoopback);
    const bool isConfirmed = confirmedHost.compare(host, Qt::CaseInsensitive) == 0;
    if (remote != addresses.end() && !isConfirmed)
        return base::fail(
            QStringLiteral("The host %1 (%2) is not this machine.").arg(host, remote->toString()),
            QStringLiteral(
                "Use localhost, 127.0.0.1 or ::1. A server of your own elsewhere is loaded when you "
                "confirm its name."),
            QStringLiteral("url"));
    return LoadTarget{host, static_cast<quint16>(portOf(url)), addresses};
}

base::Error unknownHost(const QString &host, const QString &reason)
{
    return {QStringLiteral("The host %1 is not known: %2.").arg(host, reason),
        QStringLiteral("Check its spelling, or add it to the hosts file as a name of 127.0.0.1."),
        QStringLiteral("url")};
}

} // namespace servelab::load
