// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answersource.h"
#include "core/server/answerwriter.h"
#include "core/server/wakeups.h"

#include <memory>

namespace servelab::server {

/// Sends one answer while an encoder makes its body. Owned by the connection; its destruction ends the
/// interest in the encoder. On the worker's thread.
class CodedStream final : public AnswerSource, private Sleeper
{
public:
    CodedStream(
        AnswerPlan plan, DeploymentPointer deployment, const std::shared_ptr<WakeUps> &wakeUps, Owner &owner);

    /// Puts what there is into the gather. Where the encoder fails before its first byte the answer is sent
    /// in identity instead.
    Status pump(const http::HttpDate &date, net::Gather &gather) override;
    bool isOwnWork() const override { return true; }

private:
    void onWoken() override { m_owner.onAnswerProgress(); }
    AnswerContext context(const http::HttpDate &date) const { return {m_deployment, date}; }
    KnownLength lengthOf(site::CodingJob::State state) const;
    void begin(site::CodingJob::State state, const http::HttpDate &date, net::Gather &gather);
    void append(const site::CodingJob::Chunk &chunk, net::Gather &gather) const;
    Status finish(net::Gather &gather) const;
    Status fail(const http::HttpDate &date, net::Gather &gather) const;

    AnswerPlan m_plan;
    DeploymentPointer m_deployment;
    Owner &m_owner;
    std::size_t m_nextChunk = 0;
    bool m_begun = false;
    bool m_isChunked = false; ///< the transfer coding, once begun
    std::unique_ptr<site::CodingJob::Subscription>
        m_subscription; ///< last: no wake-up may find a half of this
};

} // namespace servelab::server
