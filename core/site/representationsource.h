// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/representation.h"

#include <cstdint>
#include <string>

namespace servelab::site {

class TurnChecks;

/// What a normalized path of one folder leads to.
struct Found
{
    int status = 404; ///< 200; 403, 404, 415, 500 without a representation
    bool needsSlash = false; ///< a folder whose path lacks the '/' at its end, to be redirected
    RepresentationPointer representation;
    std::string file; ///< absolute path of the file behind the representation
};

/// Where the representations of one folder come from. Thread-safe.
class RepresentationSource
{
public:
    virtual ~RepresentationSource() = default;

    /// `turn` belongs to the calling worker.
    virtual Found find(const std::string &path, TurnChecks &turn) const = 0;
};

} // namespace servelab::site
