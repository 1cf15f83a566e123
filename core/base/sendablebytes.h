// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filememory.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace servelab::base {

/// Bytes that somebody else keeps and that no longer change. Where `file` is valid they stand in that file
/// as well, from `offset` on: the system may be given its pages instead of a copy.
struct SendableView
{
    std::string_view bytes = {};
    int file = -1;
    std::uint64_t offset = 0;

    /// As std::string_view::substr(); `first` is at most the size.
    SendableView part(std::size_t first, std::size_t length = std::string_view::npos) const
    {
        return {bytes.substr(first, length), file, offset + first};
    }
};

/// Bytes that are made once and sent often, by many threads. Long ones are in FileMemory where there is
/// some. Written before they are shared, unchanging from then on.
class SendableBytes
{
public:
    /// From here on pages are given to the system: below, one gathered write of head and body, with its copy,
    /// is cheaper than the second call (measured: equal at 16 KiB, 0.85 at 32 KiB, 0.45 at 64 KiB).
    static constexpr std::size_t leastPageBytes = 32 * 1024;

    SendableBytes() = default;
    explicit SendableBytes(std::size_t size); ///< of any values
    explicit SendableBytes(std::string_view bytes); ///< a copy

    std::span<char> writable() { return {data(), m_size}; }
    std::string_view bytes() const { return {data(), m_size}; }
    SendableView view() const { return {bytes(), m_pages.file(), m_pages.offset()}; }
    std::size_t size() const { return m_size; }

private:
    char *data() const { return m_pages.isValid() ? m_pages.data() : m_heap.get(); }

    FileMemory m_pages; ///< or
    std::unique_ptr<char[]> m_heap;
    std::size_t m_size = 0;
};

} // namespace servelab::base
