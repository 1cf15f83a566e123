// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/encodingjob.h"
#include "core/site/site.h"

namespace servelab::site {

/// How hard each coding tries.
struct CodingLevels
{
    int brotliQuality = 4;
    int gzipLevel = 6;

    int of(http::ContentCoding coding) const
    {
        return coding == http::ContentCoding::Brotli ? brotliQuality : gzipLevel;
    }
};

/// Where coded variants come from. Thread-safe.
class VariantSource
{
public:
    virtual ~VariantSource() = default;

    /// `coding` is not Identity and `source` is codable.
    virtual CodedVariant coded(const RepresentationPointer &source, http::ContentCoding coding) const = 0;
};

} // namespace servelab::site
