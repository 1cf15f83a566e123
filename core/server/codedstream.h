// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answerwriter.h"
#include "core/server/wakeups.h"

#include <memory>

namespace servelab::server {

/// Sends one answer while an encoder makes its body. Owned by the connection; its destruction ends the
/// interest in the encoder. On the worker's thread.
class CodedStream final : private Sleeper
{
public:
    /// Who goes on when the encoder has made more.
    class Owner
    {
    public:
        virtual void onCodedProgress() = 0;

    protected:
        ~Owner() = default;
    };

    CodedStream(
        AnswerPlan plan, DeploymentPointer deployment, const std::shared_ptr<WakeUps> &wakeUps, Owner &owner);

    enum class Status : std::uint8_t {
        Waiting, ///< for the encoder: it has nothing more now
        Room, ///< as much was put into the gather as is good at once; there is more
        Ended, ///< the whole answer is in the gather
        Failed, ///< the answer cannot be ended: the connection must break off
    };

    /// Puts what there is into the gather. Where the encoder fails before its first byte the answer is sent
    /// in identity instead.
    Status pump(const http::HttpDate &date, net::Gather &gather);

private:
    static constexpr std::uint64_t largestBatch = 256 * 1024;

    void onWoken() override { m_owner.onCodedProgress(); }
    AnswerContext context(const http::HttpDate &date) const { return {m_deployment, date}; }
    KnownLength lengthOf(site::CodingJob::State state) const;
    void begin(site::CodingJob::State state, const http::HttpDate &date, net::Gather &gather);
    void appendChunk(const site::CodingJob::Chunk &chunk, net::Gather &gather) const;
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
