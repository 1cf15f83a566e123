// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/chunkeddecoder.h"
#include "core/http/requesthead.h"

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// What a client needs of an answer's head. Views point into the bytes of the last parse call.
struct ResponseHead
{
    int status = 0;
    int minorVersion = 1;
    bool closes = false; ///< the connection ends behind this answer
    bool chunked = false;
    bool hasLength = false;
    std::uint64_t contentLength = 0;
    std::string_view contentEncoding;
    std::string_view lines; ///< all field lines as received, for a look at others
};

/// Reads answers on the client's side (RFC 9112 sections 4, 6 and 7): head, then the body by its framing.
/// 1xx answers are skipped. Built for speed: one pass over a head, no copy, no table of fields.
/// Resumable as RequestParser is, limits on; a hostile server is an Error, never growth.
class ResponseParser
{
public:
    enum class Status : std::uint8_t { Incomplete, HeadComplete, Error };

    static constexpr std::size_t maximumHeadBytes = 65536;

    /// Looks for a head at the front of `buffer`. On HeadComplete headLength() bytes belong to it, those of
    /// skipped 1xx answers included, and the parser is ready for the next one. An Error stays until reset().
    Status parseHead(std::string_view buffer, ResponseHead &head);
    std::size_t headLength() const { return m_headLength; }
    void reset() { *this = {}; }
    /// The request asked to switch protocols: 101 is its answer, and not an error (RFC 9110 section 15.2.2).
    /// Until reset().
    void expectUpgrade() { m_expectsUpgrade = true; }

private:
    Status fail();
    Status finish();

    std::uint32_t m_scanned = 0; ///< bytes looked at in earlier calls
    std::uint32_t m_lineStart = 0; ///< where the current line begins
    std::uint32_t m_headStart = 0; ///< behind the 1xx heads that were skipped
    std::uint32_t m_headLength = 0;
    bool m_failed = false;
    bool m_expectsUpgrade = false;
};

/// How much of an answer's body is still to come, fed as the bytes arrive.
class BodyReader
{
public:
    enum class Status : std::uint8_t { Incomplete, Complete, Error };

    /// Framing as RFC 9112 section 6.3 orders it; `requestWasHead` and bodiless statuses have none.
    void begin(const ResponseHead &head, bool requestWasHead);

    /// Takes bytes of `input`, says in `consumed` how many, and calls nothing: for a body that is only
    /// counted. bodyBytes() grows by the decoded length.
    Status take(std::string_view input, std::size_t &consumed);

    /// The next view of decoded body bytes instead of only counting; Data steps end with Complete, which
    /// comes for an empty `input` too once the last byte was handed out.
    ChunkedDecoder::Step next(std::string_view input);

    /// Whether the end of the connection is the end of the body (no length, not chunked).
    bool endsWithConnection() const { return m_framing == Framing::Close; }
    std::uint64_t bodyBytes() const { return m_bodyBytes; }

private:
    enum class Framing : std::uint8_t { None, Length, Chunked, Close };

    ChunkedDecoder::Step nextPlain(std::string_view input);

    ChunkedDecoder m_chunked;
    std::uint64_t m_remaining = 0;
    std::uint64_t m_bodyBytes = 0;
    Framing m_framing = Framing::None;
};

} // namespace servelab::http
