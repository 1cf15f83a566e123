// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answersource.h"
#include "core/server/bodychannel.h"

#include <memory>

namespace servelab::server {

/// Sends the body of an answer that a program writes in pieces; its head is sent already. On the worker's
/// thread.
class HookStream final : public AnswerSource, private Sleeper
{
public:
    enum class Framing : std::uint8_t {
        AsItIs, ///< counted, or ended by close
        Chunked,
    };

    HookStream(std::shared_ptr<BodyChannel> channel, Framing framing, const std::shared_ptr<WakeUps> &wakeUps,
        Owner &owner);
    ~HookStream() override;

    Status pump(const http::HttpDate &date, net::Gather &gather) override;
    bool isOwnWork() const override { return false; }

private:
    void onWoken() override { m_owner.onAnswerProgress(); }
    void append(AnswerBytes piece, net::Gather &gather) const;
    Status finish(BodyChannel::State state, net::Gather &gather) const;

    std::shared_ptr<BodyChannel> m_channel;
    Framing m_framing;
    Owner &m_owner;
};

} // namespace servelab::server
