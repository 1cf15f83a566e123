// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sendablebytes.h"

#include <algorithm>

namespace servelab::base {

SendableBytes::SendableBytes(std::size_t size)
    : m_size(size)
{
    if (size >= leastPageBytes)
        m_pages = FileMemory::ofSize(size);
    if (!m_pages.isValid())
        m_heap = std::make_unique_for_overwrite<char[]>(size);
}

SendableBytes::SendableBytes(std::string_view bytes)
    : SendableBytes(bytes.size())
{
    std::ranges::copy(bytes, data());
}

} // namespace servelab::base
