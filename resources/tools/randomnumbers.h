// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace servelab::tools {

/// A small generator of its own (the SplitMix64 recurrence), so that the files made with it are the same
/// bytes with every compiler and library.
class RandomNumbers
{
public:
    explicit RandomNumbers(std::uint64_t seed)
        : m_state(seed)
    {
    }

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }

    /// From 0 to `limit` - 1.
    std::uint64_t below(std::uint64_t limit) { return next() % limit; }

    /// From 0 to 1, without 1.
    double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t m_state;
};

} // namespace servelab::tools
