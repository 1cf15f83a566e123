// SPDX-License-Identifier: GPL-3.0-or-later
// What a hostile server sends: heads and bodies, cut by the first byte; the result may not depend on it.
#include "core/http/responseparser.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace servelab::http;
using servelab::fuzz::isInside;
using servelab::fuzz::require;

namespace {

struct Outcome
{
    ResponseParser::Status status = ResponseParser::Status::Incomplete;
    std::size_t headLength = 0;
    BodyReader::Status bodyStatus = BodyReader::Status::Incomplete;
    std::uint64_t bodyBytes = 0;

    bool operator==(const Outcome &) const = default;
};

void readBody(const ResponseHead &head, std::string_view bytes, std::size_t piece, Outcome &outcome)
{
    BodyReader reader;
    reader.begin(head, false);
    std::size_t begin = 0;
    do {
        const std::string_view input = bytes.substr(begin, piece);
        std::size_t consumed = 0;
        outcome.bodyStatus = reader.take(input, consumed);
        require(consumed <= input.size());
        require(outcome.bodyStatus != BodyReader::Status::Incomplete || consumed == input.size());
        begin += consumed;
    } while (begin < bytes.size() && outcome.bodyStatus == BodyReader::Status::Incomplete);
    outcome.bodyBytes = reader.bodyBytes();
    require(outcome.bodyBytes <= bytes.size());
}

Outcome read(std::string_view bytes, std::size_t piece)
{
    Outcome outcome;
    ResponseHead head;
    ResponseParser parser;
    for (std::size_t length = 0;
        outcome.status == ResponseParser::Status::Incomplete && length < bytes.size();) {
        length = std::min(length + piece, bytes.size());
        outcome.status = parser.parseHead(bytes.substr(0, length), head);
    }
    if (outcome.status != ResponseParser::Status::HeadComplete)
        return outcome;
    outcome.headLength = parser.headLength();
    require(outcome.headLength <= bytes.size() && outcome.headLength <= ResponseParser::maximumHeadBytes);
    require(head.status >= 200 && head.status <= 999 && isInside(head.lines, bytes));
    require(!(head.hasLength && head.chunked) && head.contentLength <= INT64_MAX);
    readBody(head, bytes.substr(outcome.headLength), piece, outcome);
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view bytes = servelab::fuzz::textOf(data + 1, size - 1);
    const Outcome whole = read(bytes, bytes.size());
    require(read(bytes, 1) == whole);
    require(read(bytes, data[0] + std::size_t(1)) == whole);
    return 0;
}
