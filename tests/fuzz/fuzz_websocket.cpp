// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte says who reads, with which limit and into what pieces the rest is cut; what is found may not
// depend on the pieces, and what is written again reads the same.
#include "core/http/websocketreader.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace servelab::http;
using servelab::fuzz::require;
using Event = WebSocketReader::Event;

namespace {

struct Found
{
    Event event;
    CloseCode code;
    std::string payload;

    bool operator==(const Found &) const = default;
};

bool isLast(Event event)
{
    return event == Event::Close || event == Event::Error;
}

void checkStep(const WebSocketReader::Step &step, std::size_t given, const WebSocketLimits &limits)
{
    require(step.consumed <= given);
    require(step.event != Event::NeedMore || step.consumed == given);
    const bool isMessage = step.event == Event::Text || step.event == Event::Binary;
    require(!isMessage || step.payload.size() <= limits.messageBytes);
    require(isMessage || step.payload.size() <= largestControlPayload);
    require(step.event != Event::Text || isUtf8(step.payload));
    require(step.event != Event::Error || isWireCloseCode(static_cast<std::uint16_t>(step.code)));
}

std::vector<Found> read(
    std::string bytes, std::size_t piece, WebSocketRole role, const WebSocketLimits &limits)
{
    std::vector<Found> found;
    WebSocketReader reader(role, limits);
    for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
        std::span<char> rest(bytes.data() + begin, std::min(piece, bytes.size() - begin));
        for (;;) {
            const WebSocketReader::Step step = reader.next(rest);
            checkStep(step, rest.size(), limits);
            if (step.event == Event::NeedMore)
                break;
            found.push_back({step.event, step.code, std::string(step.payload)});
            if (isLast(step.event))
                return found;
            rest = rest.subspan(step.consumed);
        }
    }
    return found;
}

/// The same events as frames of the same side.
std::string write(const std::vector<Found> &events, const std::optional<MaskKey> &mask)
{
    std::string out;
    for (const Found &found : events) {
        switch (found.event) {
        case Event::Text:
            appendFrame(out, Opcode::Text, found.payload, true, mask);
            break;
        case Event::Binary:
            appendFrame(out, Opcode::Binary, found.payload, true, mask);
            break;
        case Event::Ping:
            appendFrame(out, Opcode::Ping, found.payload, true, mask);
            break;
        case Event::Pong:
            appendFrame(out, Opcode::Pong, found.payload, true, mask);
            break;
        case Event::Close:
            appendCloseFrame(out, found.code, found.payload, mask);
            break;
        case Event::Error:
        case Event::NeedMore:
            break;
        }
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const WebSocketRole role = (data[0] & 1) != 0 ? WebSocketRole::Client : WebSocketRole::Server;
    const WebSocketLimits limits{.messageBytes = (data[0] & 2) != 0 ? 100u : 100'000u, .frameBytes = 70'000};
    const std::string bytes(servelab::fuzz::textOf(data + 1, size - 1));

    std::vector<Found> found = read(bytes, bytes.size(), role, limits);
    require(read(bytes, 1, role, limits) == found);
    require(read(bytes, std::size_t(data[0] >> 2) + 2, role, limits) == found);

    if (!found.empty() && found.back().event == Event::Error)
        found.pop_back();
    const std::optional<MaskKey> mask
        = role == WebSocketRole::Server ? std::optional(MaskKey{1, 2, 3, data[0]}) : std::nullopt;
    require(read(write(found, mask), size, role, {.messageBytes = 100'000, .frameBytes = 100'000}) == found);
    return 0;
}
