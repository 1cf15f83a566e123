// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/codedstream.h"

namespace servelab::server {

CodedStream::CodedStream(
    AnswerPlan plan, DeploymentPointer deployment, const std::shared_ptr<WakeUps> &wakeUps, Owner &owner)
    : m_plan(std::move(plan))
    , m_deployment(std::move(deployment))
    , m_owner(owner)
    , m_subscription(
          m_plan.coding->subscribe([wakeUps, sleeper = handle()] { WakeUps::wake(wakeUps, sleeper); }))
{
}

CodedStream::Status CodedStream::pump(const http::HttpDate &date, net::Gather &gather)
{
    // The state comes first: once it is Finished every chunk is there.
    const site::CodingJob::State state = m_plan.coding->state();
    const std::uint64_t full = gather.pendingBytes() + largestBatch;
    while (const site::CodingJob::Chunk chunk = m_plan.coding->chunk(m_nextChunk)) {
        if (gather.pendingBytes() >= full)
            return Status::Room;
        if (!m_begun)
            begin(state, date, gather);
        append(chunk, gather);
        ++m_nextChunk;
    }
    switch (state) {
    case site::CodingJob::State::Running:
        return Status::Waiting;
    case site::CodingJob::State::Finished:
        if (!m_begun)
            begin(state, date, gather);
        return finish(gather);
    case site::CodingJob::State::Failed:
        break;
    }
    // What was made before the failure leaves first.
    return gather.isEmpty() ? fail(date, gather) : Status::Room;
}

/// The length of a body that was made before its head was sent.
KnownLength CodedStream::lengthOf(site::CodingJob::State state) const
{
    if (state != site::CodingJob::State::Finished)
        return {};
    std::uint64_t length = 0;
    for (std::size_t i = 0; const site::CodingJob::Chunk chunk = m_plan.coding->chunk(i); ++i)
        length += chunk->size();
    return length;
}

void CodedStream::begin(site::CodingJob::State state, const http::HttpDate &date, net::Gather &gather)
{
    const KnownLength length = lengthOf(state);
    m_begun = true;
    m_isChunked = !length && m_plan.streamFraming == StreamFraming::Chunked;
    writeCodedHead(m_plan, *m_plan.coding->head(), length, context(date), gather);
}

void CodedStream::append(const site::CodingJob::Chunk &chunk, net::Gather &gather) const
{
    if (chunk->empty())
        return; // an empty chunk would end the body
    if (m_isChunked)
        appendChunk(*chunk, chunk, gather);
    else
        gather.append(*chunk, chunk);
}

CodedStream::Status CodedStream::finish(net::Gather &gather) const
{
    if (m_isChunked)
        appendLastChunk(gather);
    return Status::Ended;
}

CodedStream::Status CodedStream::fail(const http::HttpDate &date, net::Gather &gather) const
{
    if (m_begun)
        return Status::Failed;
    writeAnswer(m_plan, context(date), gather);
    return Status::Ended;
}

} // namespace servelab::server
