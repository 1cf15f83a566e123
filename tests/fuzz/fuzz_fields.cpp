// SPDX-License-Identifier: GPL-3.0-or-later
// Field values a client invents: Range, conditions, Accept-Encoding, dates.
#include "core/http/byterange.h"
#include "core/http/contentcoding.h"
#include "core/http/httpdate.h"
#include "core/http/preconditions.h"
#include "core/http/requestparser.h"
#include "core/http/responsehead.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace servelab::http;
using servelab::fuzz::require;

namespace {

constexpr std::int64_t now = 1780000000;

void checkRange(std::string_view value, std::uint64_t length)
{
    const ByteRange range = parseRange(value, length);
    if (range.kind == ByteRange::Kind::Partial)
        require(range.first <= range.last && range.last < length && range.length() <= length);
}

void checkDate(std::string_view value)
{
    const auto seconds = parseHttpDate(value, now);
    if (!seconds)
        return;
    const HttpDate canonical = formatHttpDate(*seconds);
    const std::string_view text(canonical.data(), canonical.size());
    constexpr std::int64_t lastSecond = 253402300799; // a leap second may end year 9999
    require(*seconds > lastSecond || parseHttpDate(text, now) == seconds);
}

/// Puts the value into every field that takes a list or a date, in one request.
void checkRequest(std::string_view value)
{
    std::string bytes = "GET / HTTP/1.1\r\nHost: localhost\r\n";
    for (const char *name : {"Accept-Encoding", "If-Match", "If-None-Match", "If-Modified-Since",
             "If-Unmodified-Since", "If-Range", "Connection", "Expect"})
        bytes.append(name).append(": ").append(value).append("\r\n");
    bytes.append("\r\n");
    static RequestHead head;
    RequestParser parser;
    const HeadLimits limits{.headBytes = 1U << 24};
    require(parser.parse(bytes, head, limits) == RequestParser::Status::Complete);

    const std::string tag = "W/\"64-18bcfe568d0\"";
    const Validators validators{tag, 1700000000};
    evaluatePreconditions(head, validators, now);
    require(!rangeApplies(head, validators, now) || parseHttpDate(*head.find("If-Range"), now) == 1700000000);
    negotiateContentCoding(head);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view value = servelab::fuzz::textOf(data, size);
    for (const std::uint64_t length : {std::uint64_t(0), std::uint64_t(1), std::uint64_t(100), UINT64_MAX})
        checkRange(value, length);
    checkDate(value);
    negotiateContentCoding(value);
    weakMatch(value, "W/\"64-18bcfe568d0\"");
    if (isFieldValue(value))
        checkRequest(value);
    return 0;
}
