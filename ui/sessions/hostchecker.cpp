// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/hostchecker.h"

#include "core/site/sitefolders.h"
#include "ui/sessions/background.h"

#include <QDir>
#include <QFileInfo>
#include <QHostInfo>
#include <QNetworkInterface>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

bool needsNothing(const QString &name)
{
    return name == "localhost"_L1 || name.endsWith(".localhost"_L1);
}

bool isThisMachine(const QHostAddress &address)
{
    return address.isLoopback() || QNetworkInterface::allAddresses().contains(address);
}

QString hostsFileAdvice(const QString &name)
{
#if defined(Q_OS_WIN)
    const QString file = u"C:\\Windows\\System32\\drivers\\etc\\hosts"_s;
#else
    const QString file = u"/etc/hosts"_s;
#endif
    return HostChecker::tr("Add this line to %1: 127.0.0.1 %2").arg(file, name);
}

HostReport checkName(const site::VirtualHostConfig &host, const HostChecker::Lookup &lookup)
{
    QString name = host.host.toLower();
    if (name.startsWith("*."_L1))
        name.replace(0, 1, u"any"_s); // one of the names it stands for
    if (needsNothing(name))
        return {host, HostState::Ready, {}};
    const QList<QHostAddress> addresses = lookup(name);
    if (addresses.isEmpty())
        return {host, HostState::NameUnknown,
            HostChecker::tr("%1 leads nowhere. %2").arg(name, hostsFileAdvice(name))};
    if (!std::ranges::all_of(addresses, isThisMachine))
        return {host, HostState::NameElsewhere,
            HostChecker::tr("%1 leads to another machine (%2). %3")
                .arg(name, addresses.first().toString(), hostsFileAdvice(name))};
    return {host, HostState::Ready, {}};
}

HostReport checkHost(
    const site::SiteConfig &config, const site::VirtualHostConfig &host, const HostChecker::Lookup &lookup)
{
    const QString folder = site::rootFolder(config, host);
    if (!QFileInfo(folder).isDir())
        return {host, HostState::FolderMissing,
            HostChecker::tr("The folder %1 is not there. Bring it back or choose another one.")
                .arg(QDir::toNativeSeparators(folder))};
    return checkName(host, lookup);
}

QList<QHostAddress> lookUp(const QString &name)
{
    return QHostInfo::fromName(name).addresses();
}

} // namespace

HostChecker::HostChecker(QObject *parent)
    : HostChecker(lookUp, parent)
{
}

HostChecker::HostChecker(Lookup lookup, QObject *parent)
    : QObject(parent)
    , m_lookup(std::move(lookup))
{
}

void HostChecker::check(const site::SiteConfig &config)
{
    const auto checkAll = [config, lookup = m_lookup] {
        QList<HostReport> reports;
        for (const site::VirtualHostConfig &host : config.domains)
            reports.append(checkHost(config, host, lookup));
        return reports;
    };
    inBackground<QList<HostReport>>(checkAll).then(
        this, [this, turn = ++m_turn](const QList<HostReport> &reports) {
            if (turn == m_turn)
                Q_EMIT checked(reports);
        });
}

} // namespace servelab::ui
