// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/lookupdata.h"

#include <functional>

namespace servelab::site {

TurnChecks::TurnChecks()
{
    for (Slot &slot : m_slots)
        slot.path.reserve(longestPath);
}

std::size_t TurnChecks::slotOf(std::uint64_t owner, std::string_view path)
{
    return (std::hash<std::string_view>()(path) + owner) % slotCount;
}

RepresentationPointer TurnChecks::find(std::uint64_t owner, std::string_view path) const
{
    if (m_usedCount == 0)
        return {};
    const Slot &slot = m_slots[slotOf(owner, path)];
    return slot.representation && slot.owner == owner && slot.path == path ? slot.representation : nullptr;
}

void TurnChecks::store(
    std::uint64_t owner, std::string_view path, const RepresentationPointer &representation)
{
    if (path.size() > longestPath)
        return;
    const std::size_t number = slotOf(owner, path);
    Slot &slot = m_slots[number];
    if (!slot.representation)
        m_used[m_usedCount++] = std::uint8_t(number);
    slot.owner = owner;
    slot.path = path;
    slot.representation = representation;
}

void TurnChecks::clear()
{
    while (m_usedCount > 0)
        m_slots[m_used[--m_usedCount]].representation.reset();
}

LookupScratch::LookupScratch()
    : m_data(std::make_unique<Data>())
{
}

LookupScratch::~LookupScratch() = default;

void LookupScratch::endTurn()
{
    m_data->turn.clear();
}

} // namespace servelab::site
