// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte says into what pieces the rest is cut; the result may not depend on it.
#include "core/http/chunkeddecoder.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <string>

using namespace servelab::http;
using servelab::fuzz::isInside;
using servelab::fuzz::require;

namespace {

struct Outcome
{
    ChunkedDecoder::Status status = ChunkedDecoder::Status::Incomplete;
    std::size_t consumed = 0;
    std::string body;

    bool operator==(const Outcome &) const = default;
};

Outcome decode(std::string_view bytes, std::size_t piece)
{
    Outcome outcome;
    ChunkedDecoder decoder;
    std::size_t begin = 0;
    do {
        const std::string_view input = bytes.substr(begin, piece);
        const ChunkedDecoder::Step step = decoder.next(input);
        require(step.consumed <= input.size() && isInside(step.data, input));
        require(step.status == ChunkedDecoder::Status::Data || step.data.empty());
        require(step.status != ChunkedDecoder::Status::Incomplete || step.consumed == input.size());
        outcome.status = step.status;
        outcome.body += step.data;
        begin += step.consumed;
    } while (begin < bytes.size() && outcome.status < ChunkedDecoder::Status::Complete);
    outcome.consumed = begin;
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view bytes = servelab::fuzz::textOf(data + 1, size - 1);
    const Outcome byteByByte = decode(bytes, 1);
    require(decode(bytes, data[0] + std::size_t(1)).body == byteByByte.body);
    const Outcome whole = decode(bytes, bytes.size());
    require(whole.body == byteByByte.body && whole.consumed == byteByByte.consumed);
    require(whole.body.size() <= bytes.size());
    return 0;
}
