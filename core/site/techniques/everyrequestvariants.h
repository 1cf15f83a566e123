// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/variantsource.h"

namespace servelab::site {

/// The naive way beside CachedVariants: every request makes its coded variant anew and nothing is kept.
class EveryRequestVariants : public VariantSource
{
public:
    EveryRequestVariants(std::weak_ptr<CodingPool> pool, CodingLevels levels)
        : m_pool(std::move(pool))
        , m_levels(levels)
    {
    }

    CodedVariant coded(const RepresentationPointer &source, http::ContentCoding coding) const override
    {
        const EncodingTask task{source, coding, m_levels.of(coding)};
        return {{}, std::make_shared<EncodingJob>(task, m_pool)->join()};
    }

private:
    const std::weak_ptr<CodingPool> m_pool;
    const CodingLevels m_levels;
};

} // namespace servelab::site
