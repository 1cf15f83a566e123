// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <cstdint>
#include <string_view>

namespace servelab::http {

/// Limits of a request head. On by default; a limit of 0 is not "no limit" but a head nobody can send.
/// Beyond 1 GiB and 255 leading empty lines limits count as that.
struct HeadLimits
{
    std::uint32_t requestLineBytes = 8192; ///< without CRLF; longer: TargetTooLong (414)
    std::uint32_t headBytes
        = 16384; ///< request line, field lines and the empty line; more: HeadTooLarge (431)
    std::uint32_t fieldLines = 100; ///< more: HeadTooLarge (431); at most RequestHead::maximumFieldLines
    std::uint32_t leadingEmptyLines = 4; ///< CRLFs tolerated before the request line (RFC 9112 section 2.2)
};

/// Why a head was refused. Status is what statusOf() says; the connection closes after every one of them.
enum class ParseError : std::uint8_t {
    None,
    BareLineFeed, ///< LF without CR anywhere in the head (RFC 9112 section 2.2)
    BareCarriageReturn, ///< CR that is not followed by LF
    BadRequestLine, ///< not "method SP target SP version" with single spaces (RFC 9112 section 3)
    BadMethod, ///< the method is not a token
    BadTarget, ///< a byte that no request target may hold: controls, space, 8-bit, '#'
    BadVersion, ///< not HTTP/DIGIT.DIGIT (RFC 9112 section 2.3)
    UnsupportedVersion, ///< a major version other than 1: 505
    TargetTooLong, ///< request line over its limit: 414
    HeadTooLarge, ///< head over its limit in bytes or lines: 431
    BadFieldName, ///< empty, not a token, white space before the colon or before the name (obs-fold)
    BadFieldValue, ///< NUL, other controls or DEL in a value (RFC 9110 section 5.5)
    MissingHost, ///< no Host in HTTP/1.1; HTTP/1.0 without Host is refused too, as the model does
    RepeatedHost, ///< more than one Host line (RFC 9112 section 3.2)
    BadHost, ///< empty, or not uri-host [":" port] with a port up to 65535
    BadContentLength, ///< not 1*DIGIT, beyond 64 bits, or given more than once (RFC 9112 section 6.3)
    LengthAndCoding, ///< Content-Length and Transfer-Encoding together
    BadTransferCoding, ///< chunked not last, given twice, malformed, or in HTTP/1.0: 400
    UnknownTransferCoding, ///< a coding this server does not implement: 501
};

/// Status of the answer to a refused head: 400, 414, 431, 501 or 505.
int statusOf(ParseError error);

/// Cuts one request head off the front of a buffer (RFC 9112 sections 2 to 6).
///
/// Resumable: call parse() again with the same bytes and more behind them; bytes already looked at are not
/// looked at again, and the result does not depend on where the bytes were cut. Holds no copy and no view of
/// them: an idle parser is a few words. One for each connection, used on that connection's thread.
///
/// Two passes. The scan finds line ends and sees, in the order of the bytes, what needs no whole head: bare
/// CR or LF, limits, a first byte that begins no method, the preface of HTTP/2. The grammar is checked when
/// the empty line is there.
class RequestParser
{
public:
    enum class Status : std::uint8_t { Complete, Incomplete, Error };

    /// `buffer` begins where the last complete head (and its body) ended. On Complete `head` is filled with
    /// views into `buffer`, headLength() says how many bytes belong to the head (leading empty lines
    /// included), and the parser is ready for the next one. On Error error() says why, and stays so; `head`
    /// is then not to be used. Limits that shrink between two calls hold from there on.
    Status parse(std::string_view buffer, RequestHead &head, const HeadLimits &limits = {});

    std::size_t headLength() const { return m_headLength; }
    ParseError error() const { return m_error; }

    /// Whether some bytes of a head have been seen, but not all of it.
    bool isMidway() const { return m_scanned > 0; }

    void reset() { *this = {}; }

private:
    Status fail(ParseError error);
    std::size_t windowEnd(const HeadLimits &limits) const;
    bool beginsLikeMethod(std::string_view window) const;
    Status waitForMore(std::size_t scanned, const HeadLimits &limits);
    ParseError takeLine(std::string_view line, const HeadLimits &limits);
    Status finish(std::string_view buffer, RequestHead &head);

    std::uint32_t m_scanned = 0; ///< bytes looked at in earlier calls
    std::uint32_t m_lineStart = 0; ///< where the current line begins
    std::uint32_t m_headLength = 0;
    std::uint16_t m_lines = 0; ///< complete lines behind the leading empty ones
    std::uint8_t m_emptyLines = 0; ///< leading empty lines seen
    ParseError m_error = ParseError::None;
};

} // namespace servelab::http
