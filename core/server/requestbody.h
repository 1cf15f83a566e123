// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/chunkeddecoder.h"
#include "core/http/requesthead.h"
#include "core/server/recordedbody.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::server {

/// Where the content of a body goes; null: there it does not.
struct BodyReceivers
{
    std::string *content = nullptr; ///< grows by all of it
    RecordedBody *record = nullptr;

    void add(std::string_view part) const
    {
        if (content)
            content->append(part);
        if (record)
            record->add(part);
    }
};

/// Reads the body of a request to its end and counts it against its limit.
class RequestBody
{
public:
    enum class Status : std::uint8_t {
        Incomplete, ///< everything given was taken; more is needed
        Complete,
        Malformed, ///< 400: where the next request begins is not known
        TooLarge, ///< 413, as soon as it is certain
    };

    RequestBody(const http::RequestHead &head, std::uint64_t limit);

    /// Takes bytes off the front of `input`; `consumed` says how many. `receivers` get what of them is
    /// content.
    Status take(std::string_view input, std::size_t &consumed, const BodyReceivers &receivers = {});

private:
    Status takeCounted(std::string_view input, std::size_t &consumed, const BodyReceivers &receivers);
    Status takeChunked(std::string_view input, std::size_t &consumed, const BodyReceivers &receivers);

    http::ChunkedDecoder m_decoder;
    std::uint64_t m_limit;
    std::uint64_t m_received = 0;
    std::uint64_t m_remaining; ///< where the length is declared
    bool m_isChunked;
};

} // namespace servelab::server
