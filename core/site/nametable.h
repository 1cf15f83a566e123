// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace servelab::site {

/// Values by host name. Immutable once filled; points to values it does not own.
template <typename Value>
class NameTable
{
public:
    /// `name` as normalizedHostName() gives it; "*.test" stands for every name below test.
    void add(const std::string &name, const Value *value)
    {
        if (name.starts_with("*."))
            m_wildcards.emplace(name.substr(1), value);
        else
            m_names.emplace(name, value);
    }

    /// `host` as http::normalizeHost() gives it. An exact name wins over a wildcard, a longer wildcard over a
    /// shorter one. Null: no name fits. Does not allocate; takes one look-up for each label at most.
    const Value *find(std::string_view host) const
    {
        if (const Value *exact = m_names.empty() ? nullptr : lookUp(m_names, host))
            return exact;
        return m_wildcards.empty() ? nullptr : findWildcard(host);
    }

private:
    struct Hash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };
    using Names = std::unordered_map<std::string, const Value *, Hash, std::equal_to<>>;

    static const Value *lookUp(const Names &names, std::string_view name)
    {
        const auto found = names.find(name);
        return found == names.end() ? nullptr : found->second;
    }
    const Value *findWildcard(std::string_view host) const
    {
        for (std::size_t dot = host.find('.', 1); dot != std::string_view::npos;
            dot = host.find('.', dot + 1)) {
            if (const Value *found = lookUp(m_wildcards, host.substr(dot)))
                return found;
        }
        return nullptr;
    }

    Names m_names;
    Names m_wildcards; ///< by what stands behind the '*', with its dot
};

} // namespace servelab::site
