// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/requestbody.h"

#include <algorithm>

namespace servelab::server {

RequestBody::RequestBody(const http::RequestHead &head, std::uint64_t limit)
    : m_limit(limit)
    , m_remaining(head.contentLength)
    , m_isChunked(head.framing == http::BodyFraming::Chunked)
{
}

RequestBody::Status RequestBody::take(
    std::string_view input, std::size_t &consumed, const BodyReceivers &receivers)
{
    return m_isChunked ? takeChunked(input, consumed, receivers) : takeCounted(input, consumed, receivers);
}

RequestBody::Status RequestBody::takeCounted(
    std::string_view input, std::size_t &consumed, const BodyReceivers &receivers)
{
    consumed = static_cast<std::size_t>(std::min<std::uint64_t>(m_remaining, input.size()));
    m_remaining -= consumed;
    receivers.add(input.substr(0, consumed));
    return m_remaining == 0 ? Status::Complete : Status::Incomplete;
}

RequestBody::Status RequestBody::takeChunked(
    std::string_view input, std::size_t &consumed, const BodyReceivers &receivers)
{
    using Step = http::ChunkedDecoder::Status;
    consumed = 0;
    while (true) {
        const http::ChunkedDecoder::Step step = m_decoder.next(input.substr(consumed));
        consumed += step.consumed;
        m_received += step.data.size();
        if (step.status == Step::Error)
            return Status::Malformed;
        if (m_received > m_limit || m_decoder.pendingChunkBytes() > m_limit - m_received)
            return Status::TooLarge;
        receivers.add(step.data);
        if (step.status == Step::Complete)
            return Status::Complete;
        if (step.status == Step::Incomplete)
            return Status::Incomplete;
    }
}

} // namespace servelab::server
