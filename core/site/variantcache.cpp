// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/variantcache.h"

#include <array>
#include <cstring>
#include <functional>

namespace servelab::site {
namespace {

/// Key of a variant among the paths of its keyspace. It begins with NUL, which no path holds.
class VariantKey
{
public:
    explicit VariantKey(const EncodingTask &task)
    {
        const FileIdentity &file = task.source->identity;
        add('\0');
        add(task.coding);
        add(task.level);
        add(file.device);
        add(file.inode);
        add(file.size);
        add(file.modifiedNanoseconds);
        add(file.changedNanoseconds);
    }

    std::string_view text() const { return {m_bytes.data(), m_size}; }

private:
    template <typename Value>
    void add(Value value)
    {
        std::memcpy(m_bytes.data() + m_size, &value, sizeof value);
        m_size += sizeof value;
    }

    std::array<char, 64> m_bytes;
    std::size_t m_size = 0;
};

} // namespace

std::size_t VariantCache::KeyHash::operator()(const Key &key) const
{
    return std::hash<std::string>()(key.text) ^ key.keyspace;
}

VariantCache::VariantCache(std::shared_ptr<RepresentationCache> cache, std::weak_ptr<CodingPool> pool)
    : m_cache(std::move(cache))
    , m_pool(std::move(pool))
{
}

CodedVariant VariantCache::find(Keyspace keyspace, const EncodingTask &task)
{
    if (!task.source->settled)
        return {{}, std::make_shared<EncodingJob>(task, m_pool)->join()};
    const VariantKey variantKey(task);
    if (const auto cached = m_cache->find(keyspace, variantKey.text()))
        return {cached->representation, {}};

    const Key key{keyspace, std::string(variantKey.text())};
    const std::scoped_lock lock(m_mutex);
    if (auto running = joinRunning(key))
        return {{}, std::move(running)};
    // It may have ended since the first look; a job enters the cache before it leaves the table.
    if (const auto cached = m_cache->find(keyspace, key.text))
        return {cached->representation, {}};
    const auto job = makeJob(key, task);
    m_running.insert_or_assign(key, job);
    return {{}, job->join()};
}

std::shared_ptr<CodingJob> VariantCache::joinRunning(const Key &key) const
{
    const auto found = m_running.find(key);
    const auto job = found == m_running.end() ? nullptr : found->second.lock();
    return job ? job->join() : nullptr;
}

std::shared_ptr<EncodingJob> VariantCache::makeJob(const Key &key, const EncodingTask &task)
{
    return std::make_shared<EncodingJob>(task, m_pool,
        [key, self = weak_from_this()](const EncodingJob *job, const RepresentationPointer &finished) {
            if (const auto cache = self.lock())
                cache->jobEnded(key, job, finished);
        });
}

void VariantCache::jobEnded(const Key &key, const EncodingJob *job, const RepresentationPointer &finished)
{
    if (finished)
        m_cache->store(
            key.keyspace, key.text, std::make_shared<const CachedRepresentation>(finished, std::string()));
    const std::scoped_lock lock(m_mutex);
    const auto found = m_running.find(key);
    if (found == m_running.end())
        return;
    // A newer job may have taken the place of one that was cancelled.
    const auto current = found->second.lock();
    if (!current || current.get() == job)
        m_running.erase(found);
}

} // namespace servelab::site
