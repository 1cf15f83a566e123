// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfigjson.h"

namespace servelab::app {

/// Root folder of the sample site's main host, of the installation this program belongs to, else where the
/// build made it. Empty when it is in neither place. The folder above it holds the site's configuration and
/// its second host.
QString sampleSiteFolder();

/// The sample site as it is meant to be served: both of its virtual hosts.
std::expected<site::SiteConfig, site::Problems> sampleSiteConfig();

/// Reads a configuration file. A relative root in it, and relative files of certificates, are taken from the
/// file's own folder, so that a site and its configuration can be moved together; without a root the value of
/// `base` stays.
std::expected<site::SiteConfig, site::Problems> readSiteFile(
    const QString &path, const site::SiteConfig &base = {});

} // namespace servelab::app
