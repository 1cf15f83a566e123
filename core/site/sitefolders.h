// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfig.h"

namespace servelab::site {

/// Absolute path of the folder a configuration serves. Symbolic links are kept, so that a link that is moved
/// to another folder is followed there.
QString rootFolder(const SiteConfig &config);

/// Absolute path of a virtual host's folder; a relative one is taken from the site's root.
QString rootFolder(const SiteConfig &config, const VirtualHostConfig &virtualHost);

/// Path from the root of the file that answers unknown paths; empty: none.
QString fallbackFile(const SiteConfig &config);

} // namespace servelab::site
