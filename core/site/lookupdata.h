// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/site.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::site {

/// The files that were checked in the current turn of a worker's event loop: a small direct-mapped table,
/// where a newer path takes the place of an older one. Allocates only when it is made.
class TurnChecks
{
public:
    TurnChecks();

    /// `owner` tells the folders of all sites apart.
    RepresentationPointer find(std::uint64_t owner, std::string_view path) const;
    void store(std::uint64_t owner, std::string_view path, const RepresentationPointer &representation);
    void clear();

private:
    struct Slot
    {
        std::uint64_t owner = 0;
        std::string path;
        RepresentationPointer representation; ///< null: the slot is free
    };

    static constexpr std::size_t slotCount = 64;
    static constexpr std::size_t longestPath = 255; ///< longer ones are checked each time

    static std::size_t slotOf(std::uint64_t owner, std::string_view path);

    std::array<Slot, slotCount> m_slots;
    std::array<std::uint8_t, slotCount> m_used; ///< numbers of the slots that are not free
    std::size_t m_usedCount = 0;
};

struct LookupScratch::Data
{
    std::string decoded; ///< path after percent-decoding
    std::string path; ///< normalized path
    std::string page; ///< path of a file whose name is longer than the one asked for
    std::string host; ///< normalized host
    TurnChecks turn;
};

} // namespace servelab::site
