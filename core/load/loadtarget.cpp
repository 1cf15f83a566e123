// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadtarget.h"

#include <QHostInfo>
#include <QUrl>

#include <algorithm>

namespace servelab::load {

namespace {

constexpr int httpPort = 80;

bool isLocalhostName(const QString &host)
{
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    return name.compare(u"localhost", Qt::CaseInsensitive) == 0
        || name.endsWith(QStringLiteral(".localhost"), Qt::CaseInsensitive);
}

base::Expected<QList<QHostAddress>> addressesOf(const QString &host)
{
    if (isLocalhostName(host))
        return QList<QHostAddress>{
            QHostAddress(QHostAddress::LocalHostIPv6), QHostAddress(QHostAddress::LocalHost)};
    if (const QHostAddress literal(host); !literal.isNull())
        return QList<QHostAddress>{literal};
    const QHostInfo info = QHostInfo::fromName(host);
    if (info.error() == QHostInfo::NoError && !info.addresses().isEmpty())
        return info.addresses();
    return base::fail(QStringLiteral("The host %1 is not known: %2.").arg(host, info.errorString()),
        QStringLiteral("Check its spelling, or add it to the hosts file as a name of 127.0.0.1."),
        QStringLiteral("url"));
}

} // namespace

base::Expected<LoadTarget> resolveTarget(const QUrl &url)
{
    const QString host = url.host(QUrl::FullyEncoded);
    base::Expected<QList<QHostAddress>> addresses = addressesOf(host);
    if (!addresses)
        return std::unexpected(addresses.error());
    const auto remote = std::ranges::find_if_not(*addresses, &QHostAddress::isLoopback);
    if (remote != addresses->end())
        return base::fail(
            QStringLiteral("The host %1 (%2) is not this machine.").arg(host, remote->toString()),
            QStringLiteral("Only local servers are loaded: use localhost, 127.0.0.1 or ::1."),
            QStringLiteral("url"));
    return LoadTarget{host, static_cast<quint16>(url.port(httpPort)), *std::move(addresses)};
}

} // namespace servelab::load
