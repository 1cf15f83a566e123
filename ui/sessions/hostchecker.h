// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"

#include <QHostAddress>
#include <QList>
#include <QObject>

#include <functional>

namespace servelab::ui {

/// Whether a browser on this machine reaches a virtual host.
enum class HostState {
    Checking,
    Ready,
    FolderMissing,
    NameUnknown, ///< the name leads nowhere
    NameElsewhere, ///< it leads to another machine
    Refused, ///< the site cannot be served like this; nothing was applied
};

struct HostReport
{
    site::VirtualHostConfig host; ///< what was looked at
    HostState state = HostState::Checking;
    QString detail; ///< what is wrong and what to do; empty where nothing is
    friend bool operator==(const HostReport &, const HostReport &) = default;
};

/// Looks at the folders and names of virtual hosts, off the window's thread. Names below "localhost" need no
/// look: browsers take them for this machine.
class HostChecker : public QObject
{
    Q_OBJECT
public:
    /// Addresses of a name; blocks. For tests.
    using Lookup = std::function<QList<QHostAddress>(const QString &name)>;

    explicit HostChecker(QObject *parent = nullptr);
    explicit HostChecker(Lookup lookup, QObject *parent = nullptr);

    void check(const site::SiteConfig &config); ///< later results of earlier checks are not told

Q_SIGNALS:
    void checked(const QList<servelab::ui::HostReport> &reports);

private:
    Lookup m_lookup;
    int m_turn = 0;
};

} // namespace servelab::ui
