// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/representation.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace servelab::site {

/// Keys of one folder under one set of rules: what is cached under it is right for those rules.
using Keyspace = std::uint32_t;

/// A cached representation and, for a file, the absolute path that must still lead to its identity.
struct CachedRepresentation
{
    RepresentationPointer representation;
    std::string file;
};

using CachedPointer = std::shared_ptr<const CachedRepresentation>;

/// Representations under a byte budget; the least recently used leave. Whether an entry is still true is for
/// the caller to check. Shared by all workers and the coding threads; the lock is held for a hash look-up at
/// most, and nothing is freed under it. Thread-safe.
class RepresentationCache
{
public:
    explicit RepresentationCache(std::int64_t budgetBytes = 0)
        : m_budget(budgetBytes)
    {
    }

    void setBudget(std::int64_t bytes);

    /// The keyspace of those rules: the same for the same text.
    Keyspace keyspace(const std::string &rules);

    /// Drops the entries of all keyspaces but these.
    void keepOnly(const std::vector<Keyspace> &keyspaces);

    /// Null where there is none. Does not allocate.
    CachedPointer find(Keyspace keyspace, std::string_view key);

    /// Takes the place of an older entry of that key. What does not fit the budget is not kept.
    void store(Keyspace keyspace, std::string_view key, CachedPointer entry);

    std::int64_t bytes() const;

    /// Open descriptors kept at most; they are scarcer than memory.
    static constexpr int maximumDescriptors = 128;

private:
    struct Key
    {
        Keyspace keyspace = 0;
        std::string_view text;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const;
    };
    struct Node
    {
        Keyspace keyspace = 0;
        std::string text;
        CachedPointer entry;
        std::int64_t cost = 0;
        Key key() const { return {keyspace, text}; }
    };
    using Nodes = std::list<Node>;

    static bool holdsDescriptor(const Node &node) { return node.entry->representation->file.isValid(); }
    void remove(Nodes::iterator node, Nodes &removed);
    void removeKey(const Key &key, Nodes &removed);
    void shrinkToLimits(Nodes &removed);

    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    Nodes m_nodes; ///< most recently used first
    std::unordered_map<Key, Nodes::iterator, KeyHash> m_index; ///< keys are views into m_nodes
    std::unordered_map<std::string, Keyspace> m_keyspaces;
    std::int64_t m_budget;
    std::int64_t m_bytes = 0;
    int m_descriptors = 0;
};

} // namespace servelab::site
