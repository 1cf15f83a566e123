// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/cachedsource.h"

#include "core/site/lookupdata.h"

#include <atomic>

namespace servelab::site {
namespace {

std::uint64_t nextOwner()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

Found served(RepresentationPointer representation)
{
    return {200, false, std::move(representation), {}};
}

} // namespace

CachedSource::CachedSource(DocumentRoot root, std::shared_ptr<RepresentationCache> cache, Keyspace keyspace)
    : m_root(std::move(root))
    , m_cache(std::move(cache))
    , m_keyspace(keyspace)
    , m_owner(nextOwner())
{
}

Found CachedSource::find(const std::string &path, TurnChecks &turn) const
{
    if (auto checked = turn.find(m_owner, path))
        return served(std::move(checked));
    if (auto cached = unchanged(path)) {
        turn.store(m_owner, path, cached);
        return served(std::move(cached));
    }
    Found found = m_root.open(path);
    if (!found.representation)
        return found;
    turn.store(m_owner, path, found.representation);
    if (found.representation->settled)
        m_cache->store(
            m_keyspace, path, std::make_shared<const CachedRepresentation>(found.representation, found.file));
    return found;
}

RepresentationPointer CachedSource::unchanged(const std::string &path) const
{
    const CachedPointer cached = m_cache->find(m_keyspace, path);
    if (!cached || identityAt(cached->file) != cached->representation->identity)
        return {};
    return cached->representation;
}

} // namespace servelab::site
