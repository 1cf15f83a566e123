// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/representationcache.h"
#include "core/site/variantsource.h"

#include <string>
#include <unordered_map>

namespace servelab::site {

/// Coded variants, finished ones in the representation cache and those being made beside it: for one source
/// file, coding and level there is one encoder at a time, and everybody who wants it waits for that one.
/// Thread-safe. Always owned by a shared_ptr.
class VariantCache : public std::enable_shared_from_this<VariantCache>
{
public:
    VariantCache(std::shared_ptr<RepresentationCache> cache, std::weak_ptr<CodingPool> pool);

    CodedVariant find(Keyspace keyspace, const EncodingTask &task);

private:
    struct Key
    {
        Keyspace keyspace = 0;
        std::string text;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const;
    };

    std::shared_ptr<EncodingJob> makeJob(const Key &key, const EncodingTask &task);
    std::shared_ptr<CodingJob> joinRunning(const Key &key) const;
    void jobEnded(const Key &key, const EncodingJob *job, const RepresentationPointer &finished);

    const std::shared_ptr<RepresentationCache> m_cache;
    const std::weak_ptr<CodingPool> m_pool;

    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::unordered_map<Key, std::weak_ptr<EncodingJob>, KeyHash> m_running;
};

/// The variants of one folder, kept.
class CachedVariants : public VariantSource
{
public:
    CachedVariants(std::shared_ptr<VariantCache> cache, Keyspace keyspace, CodingLevels levels)
        : m_cache(std::move(cache))
        , m_keyspace(keyspace)
        , m_levels(levels)
    {
    }

    CodedVariant coded(const RepresentationPointer &source, http::ContentCoding coding) const override
    {
        return m_cache->find(m_keyspace, {source, coding, m_levels.of(coding)});
    }

private:
    const std::shared_ptr<VariantCache> m_cache;
    const Keyspace m_keyspace;
    const CodingLevels m_levels;
};

} // namespace servelab::site
