// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/hookstream.h"

namespace servelab::server {

HookStream::HookStream(std::shared_ptr<BodyChannel> channel, Framing framing,
    const std::shared_ptr<WakeUps> &wakeUps, Owner &owner)
    : m_channel(std::move(channel))
    , m_framing(framing)
    , m_owner(owner)
{
    m_channel->connect({wakeUps, handle()});
}

HookStream::~HookStream()
{
    m_channel->disconnect();
}

HookStream::Status HookStream::pump(const http::HttpDate &, net::Gather &gather)
{
    const std::uint64_t full = gather.pendingBytes() + largestBatch;
    while (gather.pendingBytes() < full) {
        BodyChannel::Taken taken = m_channel->take();
        const bool isEmpty = taken.piece.size() == 0;
        if (!isEmpty)
            append(std::move(taken.piece), gather);
        if (taken.state != BodyChannel::State::Open)
            return finish(taken.state, gather);
        if (isEmpty)
            return Status::Waiting;
    }
    return Status::Room;
}

void HookStream::append(AnswerBytes piece, net::Gather &gather) const
{
    std::string_view view;
    net::Keeper keeper = std::move(piece).keep(view);
    if (m_framing == Framing::Chunked)
        appendChunk(view, std::move(keeper), gather);
    else
        gather.append(view, std::move(keeper));
}

HookStream::Status HookStream::finish(BodyChannel::State state, net::Gather &gather) const
{
    if (state == BodyChannel::State::Cut) // what was written before leaves first
        return gather.isEmpty() ? Status::Failed : Status::Room;
    if (m_framing == Framing::Chunked)
        appendLastChunk(gather);
    return Status::Ended;
}

} // namespace servelab::server
