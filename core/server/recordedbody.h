// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace servelab::server {

/// What a record keeps of its request's body: the beginning, as it came but for the framing of chunks, and
/// how much came in all. Of the worker until the answer begins; from then on nothing changes it.
class RecordedBody
{
public:
    explicit RecordedBody(std::size_t mostBytes)
        : m_mostBytes(mostBytes)
    {
    }

    /// The next part of the body.
    void add(std::string_view part)
    {
        m_bytes.append(part.substr(0, std::min(part.size(), m_mostBytes - m_bytes.size())));
        m_length += part.size();
    }

    std::string_view bytes() const { return m_bytes; }
    std::uint64_t length() const { return m_length; } ///< of all that came
    bool isCut() const { return m_length > m_bytes.size(); } ///< bytes() are not all of it

    /// bytes() where they are UTF-8; a character that was cut is left out. Empty optional: they are not.
    std::optional<std::string_view> text() const;

    /// About what it takes in memory.
    std::size_t memoryBytes() const { return sizeof(RecordedBody) + m_bytes.capacity(); }

private:
    std::size_t m_mostBytes;
    std::string m_bytes;
    std::uint64_t m_length = 0;
};

} // namespace servelab::server
