// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"
#include "core/site/siteconfigjson.h"

#include <QUrl>

namespace servelab::server {

/// TCP ports that a server listens on; 0: not open.
struct OpenPorts
{
    quint16 plain = 0;
    quint16 secured = 0;
};

/// Threads that serve a configuration, at least 1.
int workerCount(const site::SiteConfig &config);

/// Where a browser on this machine finds the site: by its own name, else by the address it listens on.
QUrl urlOf(const site::SiteConfig &config, const QString &scheme, quint16 port);

/// What of `next` needs other listeners or workers than those that were opened for `config`, as problems for
/// a person. A port that the system has chosen may be named.
site::Problems listenerProblems(
    const site::SiteConfig &config, const site::SiteConfig &next, const OpenPorts &ports);

} // namespace servelab::server
