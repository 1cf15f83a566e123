// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/site.h"

#include <unordered_map>

namespace servelab::site {

/// The error answers of one site: built-in pages, shared by all sites, below the site's own. Immutable.
class ErrorAnswers
{
public:
    explicit ErrorAnswers(const SiteConfig &config);

    /// For any status from 400 to 599.
    const ErrorAnswer &of(int status) const;

private:
    std::unordered_map<int, ErrorAnswer> m_own;
};

} // namespace servelab::site
