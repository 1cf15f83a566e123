// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte says where the rest is cut; the result may not depend on it.
#include "core/http/requestparser.h"
#include "core/http/target.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace servelab::http;
using servelab::fuzz::isInside;
using servelab::fuzz::require;

namespace {

constexpr HeadLimits smallLimits{
    .requestLineBytes = 64, .headBytes = 256, .fieldLines = 6, .leadingEmptyLines = 2};

struct Outcome
{
    RequestParser::Status status;
    ParseError error;
    std::size_t headLength;

    bool operator==(const Outcome &) const = default;
};

Outcome parseInPieces(std::string_view bytes, std::size_t piece, RequestHead &head, const HeadLimits &limits)
{
    RequestParser parser;
    auto status = RequestParser::Status::Incomplete;
    for (std::size_t length = 0; status == RequestParser::Status::Incomplete && length < bytes.size();) {
        length = std::min(length + piece, bytes.size());
        status = parser.parse(bytes.substr(0, length), head, limits);
    }
    return {status, parser.error(), parser.headLength()};
}

void checkHead(
    const RequestHead &head, const Outcome &outcome, std::string_view bytes, const HeadLimits &limits)
{
    require(outcome.headLength <= bytes.size());
    require(outcome.headLength <= limits.headBytes + 2 * limits.leadingEmptyLines);
    require(head.fields().size() <= limits.fieldLines);
    require(isInside(head.target, bytes) && isInside(head.host, bytes) && isInside(head.methodToken, bytes));
    require(isValidAuthority(head.host) && head.count("Host") == 1);
    require(head.framing == BodyFraming::ContentLength || head.contentLength == 0);
    require(!(head.find("Content-Length") && head.find("Transfer-Encoding")));
    for (const FieldLine &field : head.fields()) {
        require(!field.name.empty() && isInside(field.name, bytes) && isInside(field.value, bytes));
        require(field.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos);
    }
    Target target;
    parseTarget(head.target, head.method, target);
}

void check(std::string_view bytes, std::size_t piece, const HeadLimits &limits)
{
    static RequestHead head;
    const Outcome cut = parseInPieces(bytes, piece, head, limits);
    require(parseInPieces(bytes, 1, head, limits) == cut);
    const Outcome whole = parseInPieces(bytes, bytes.size(), head, limits);
    require(whole == cut);
    require((whole.status == RequestParser::Status::Error) == (whole.error != ParseError::None));
    if (whole.status == RequestParser::Status::Complete)
        checkHead(head, whole, bytes, limits);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t piece = data[0] + std::size_t(1);
    const std::string_view bytes = servelab::fuzz::textOf(data + 1, size - 1);
    check(bytes, piece, HeadLimits{});
    check(bytes, piece, smallLimits);
    return 0;
}
