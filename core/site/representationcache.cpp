// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/representationcache.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace servelab::site {
namespace {

/// Memory an entry takes, its own book-keeping included.
std::int64_t costOf(std::string_view key, const CachedRepresentation &entry)
{
    constexpr std::size_t bookkeeping = 512;
    const Representation &representation = *entry.representation;
    return std::int64_t(bookkeeping + key.size() + entry.file.capacity() + representation.content.size()
        + representation.path.capacity() + representation.fieldLines.capacity()
        + representation.notModifiedFieldLines.capacity());
}

} // namespace

std::size_t RepresentationCache::KeyHash::operator()(const Key &key) const
{
    return std::hash<std::string_view>()(key.text) ^ (std::size_t(key.keyspace) * 0x9E3779B97F4A7C15);
}

void RepresentationCache::setBudget(std::int64_t bytes)
{
    Nodes removed;
    const std::scoped_lock lock(m_mutex);
    m_budget = bytes;
    shrinkToLimits(removed);
}

Keyspace RepresentationCache::keyspace(const std::string &rules)
{
    const std::scoped_lock lock(m_mutex);
    return m_keyspaces.emplace(rules, Keyspace(m_keyspaces.size() + 1)).first->second;
}

void RepresentationCache::keepOnly(const std::vector<Keyspace> &keyspaces)
{
    Nodes removed;
    const std::scoped_lock lock(m_mutex);
    for (auto node = m_nodes.begin(); node != m_nodes.end();) {
        const auto current = node++;
        if (std::ranges::find(keyspaces, current->keyspace) == keyspaces.end())
            remove(current, removed);
    }
}

CachedPointer RepresentationCache::find(Keyspace keyspace, std::string_view key)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_index.find({keyspace, key});
    if (found == m_index.end())
        return {};
    m_nodes.splice(m_nodes.begin(), m_nodes, found->second);
    return found->second->entry;
}

void RepresentationCache::store(Keyspace keyspace, std::string_view key, CachedPointer entry)
{
    const std::int64_t cost = costOf(key, *entry);
    Nodes removed;
    Nodes added;
    added.push_back({keyspace, std::string(key), std::move(entry), cost});

    const std::scoped_lock lock(m_mutex);
    removeKey({keyspace, key}, removed);
    if (cost > m_budget)
        return;
    m_nodes.splice(m_nodes.begin(), added);
    m_index.emplace(m_nodes.front().key(), m_nodes.begin());
    m_bytes += cost;
    m_descriptors += holdsDescriptor(m_nodes.front()) ? 1 : 0;
    shrinkToLimits(removed);
}

std::int64_t RepresentationCache::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes;
}

/// `removed` is freed by the caller once the lock is released.
void RepresentationCache::remove(Nodes::iterator node, Nodes &removed)
{
    m_index.erase(node->key());
    m_bytes -= node->cost;
    m_descriptors -= holdsDescriptor(*node) ? 1 : 0;
    removed.splice(removed.begin(), m_nodes, node);
}

void RepresentationCache::removeKey(const Key &key, Nodes &removed)
{
    if (const auto found = m_index.find(key); found != m_index.end())
        remove(found->second, removed);
}

void RepresentationCache::shrinkToLimits(Nodes &removed)
{
    while (m_bytes > m_budget)
        remove(std::prev(m_nodes.end()), removed);
    while (m_descriptors > maximumDescriptors) {
        const auto oldest = std::ranges::find_if(m_nodes.rbegin(), m_nodes.rend(), holdsDescriptor);
        remove(std::prev(oldest.base()), removed);
    }
}

} // namespace servelab::site
