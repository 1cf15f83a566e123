// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace servelab::http {

enum class Method : std::uint8_t { Get, Head, Post, Put, Delete, Patch, Options, Trace, Connect, Unknown };

/// Methods are case-sensitive (RFC 9110 section 9.1): "get" is Unknown.
Method methodFromToken(std::string_view token);

/// One field line (RFC 9112 section 5): the name as sent, the value without surrounding white space.
struct FieldLine
{
    std::string_view name;
    std::string_view value;
};

/// ASCII comparison without case; bytes above 0x7F compare as they are.
bool equalsIgnoringCase(std::string_view a, std::string_view b);

/// How the end of a request's body is found (RFC 9112 section 6).
enum class BodyFraming : std::uint8_t { None, ContentLength, Chunked };

/// A parsed request head: views into the caller's buffer, valid while those bytes stay where they are.
/// Made once a worker and reused for every request (it is a few kilobytes), filled by RequestParser.
class RequestHead
{
public:
    static constexpr int maximumFieldLines = 128;

    Method method = Method::Unknown;
    std::string_view methodToken;
    std::string_view target; ///< the request target as sent
    int minorVersion = 1; ///< 0 or 1; a higher 1.x counts as 1 (RFC 9110 section 2.5)
    BodyFraming framing = BodyFraming::None;
    std::uint64_t contentLength = 0; ///< of the body, where framing is ContentLength
    std::string_view host; ///< value of the Host field, empty for HTTP/1.0 without one
    bool closeRequested = false; ///< "close" among the Connection tokens, or HTTP/1.0 without keep-alive
    bool keepAliveRequested = false; ///< "keep-alive" among the Connection tokens
    bool expectContinue = false; ///< Expect: 100-continue
    bool expectUnknown = false; ///< an expectation other than 100-continue: 417

    std::span<const FieldLine> fields() const { return {m_fields.data(), m_fieldCount}; }

    /// Value of the first field line of that name, compared without case; empty optional where absent.
    /// Walks the lines in place: nothing is copied and no table is built.
    std::optional<std::string_view> find(std::string_view name) const;

    /// How many field lines have that name.
    int count(std::string_view name) const;

    /// False where no field has a name of that length: then nothing has to be compared.
    bool hasNameOfLength(std::size_t length) const { return (m_nameLengths & lengthBit(length)) != 0; }

private:
    friend class HeadReader;

    /// The highest bit stands for all longer names.
    static constexpr std::uint64_t lengthBit(std::size_t length)
    {
        return std::uint64_t(1) << (length < 63 ? length : 63);
    }

    std::array<FieldLine, maximumFieldLines> m_fields;
    std::size_t m_fieldCount = 0;
    std::uint64_t m_nameLengths = 0; ///< a bit for each length that a name has
};

} // namespace servelab::http
