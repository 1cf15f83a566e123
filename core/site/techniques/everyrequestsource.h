// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/documentroot.h"

namespace servelab::site {

/// The naive way beside CachedSource: every request opens and reads its file.
class EveryRequestSource : public RepresentationSource
{
public:
    explicit EveryRequestSource(DocumentRoot root)
        : m_root(std::move(root))
    {
    }

    Found find(const std::string &path, TurnChecks &) const override { return m_root.open(path); }

private:
    const DocumentRoot m_root;
};

} // namespace servelab::site
