// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Decodes a chunked body (RFC 9112 section 7.1) without copying it: hands out views of chunk data.
/// Strict: CRLF only, sizes of hex digits, no white space behind a size. Trailer fields are checked for form
/// and dropped. Resumable at every byte; a few words of state.
class ChunkedDecoder
{
public:
    enum class Status : std::uint8_t {
        Data, ///< `data` holds the next bytes of the body
        Incomplete, ///< everything given was consumed; more is needed
        Complete, ///< the body has ended
        Error, ///< malformed (400), or extension and trailer bytes beyond their limit (400)
    };

    /// What one call found. `consumed` counts bytes of the input that are done with, data included.
    struct Step
    {
        Status status = Status::Incomplete;
        std::size_t consumed = 0;
        std::string_view data;
    };

    static constexpr std::uint32_t maximumOverheadBytes = 16384; ///< extensions and trailers of one body

    Step next(std::string_view input);

    /// What is still to come of the data of a chunk, from the end of its size line on, else 0; for a check
    /// against a body limit before the data arrives. A size beyond 2^63 is an Error.
    std::uint64_t pendingChunkBytes() const;

private:
    enum class State : std::uint8_t;

    Step takeData(std::string_view input, std::size_t position);
    State stateBehind(char c);
    State behindSize(char c);
    State behindTrailerName(char c);
    State behindContent(char c, State lineEnd);
    State withOverhead(State next);

    std::uint64_t m_remaining = 0;
    std::uint32_t m_overhead = 0;
    State m_state{};
    std::uint8_t m_sizeDigits = 0;
};

} // namespace servelab::http
