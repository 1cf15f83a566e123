// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/output.h"
#include "core/net/stream.h"
#include "core/server/answerplan.h"
#include "core/server/answersource.h"
#include "core/server/connectiontimeouts.h"
#include "core/server/deployment.h"
#include "core/server/pendingrecords.h"

#include <functional>
#include <memory>

namespace servelab::server {

class Worker;

/// The answers of one connection on their way out: put together in the worker's gather, kept here only where
/// the client or an encoder is not ready for more. Counts and records what has left.
class ConnectionOutput
{
public:
    enum class Status : std::uint8_t {
        Clear, ///< every answer has left whole
        Waiting, ///< for the client, for an encoder, or for the next turn
        Broken, ///< the connection has failed, or an answer cannot be ended
    };

    explicit ConnectionOutput(Worker &worker)
        : m_worker(worker)
    {
    }

    /// A request has arrived, its first byte at `began`. The stream is asked for the client's address where
    /// requests are recorded.
    void beginRecord(const http::RequestHead &head, base::TimePoint began, const net::Stream &stream);

    /// Of the request that has arrived last; null where the bodies of requests are not recorded.
    std::shared_ptr<RecordedBody> recordBody();

    /// Puts the answer to a request that has just been read behind the others. `owner` goes on when an
    /// encoder has made more of it.
    void add(AnswerPlan &&plan, const DeploymentPointer &deployment, const net::Stream &stream,
        const ConnectionTimes &times, AnswerSource::Owner &owner);
    /// The same for an answer that `write` puts into the gather. Of the plan its status counts.
    void addWritten(const AnswerPlan &plan, const net::Stream &stream, const ConnectionTimes &times,
        const std::function<void(net::Gather &)> &write);
    /// The answer that was added last goes on with what comes from there.
    void goOnWith(std::unique_ptr<AnswerSource> source) { m_source = std::move(source); }
    /// "100 Continue", which is no answer.
    void addContinue();

    /// Sends, and takes what an encoder has made, as long as it goes and up to `budget` bytes, which shrinks
    /// by what has left. Notes activity in `times`.
    Status send(net::Stream &stream, ConnectionTimes &times, std::uint64_t &budget);

    /// Notes as activity that the client has taken bytes out of the system's buffer since it was looked at
    /// last.
    void noteReading(const net::Stream &stream, ConnectionTimes &times);

    /// Nothing more is sent.
    void release();

    bool isAnswering() const { return m_waiting || m_source; }
    /// Whether a hook has to go on with its answer.
    bool waitsForHook() const { return !m_waiting && m_source && !m_source->isOwnWork(); }
    bool waitsForReader() const { return m_waiting != nullptr; }
    bool isYielding() const { return m_waiting && m_waiting->isYielding(); }

private:
    void write(AnswerPlan &&plan, const DeploymentPointer &deployment, AnswerSource::Owner &owner);
    /// How much the gather holds.
    struct Mark
    {
        std::uint64_t bytes;
        std::size_t heads; ///< of these not shared
    };
    Mark mark() const;
    Mark beginAnswer(const AnswerPlan &plan, const net::Stream &stream, const ConnectionTimes &times);
    void recordSince(const Mark &before);
    bool flush(net::Stream &stream, ConnectionTimes &times, std::uint64_t &budget);
    bool pump();
    std::uint64_t waitingBytes() const { return m_waiting ? m_waiting->pendingBytes() : 0; }
    PendingRecords *records(const net::Stream &stream);
    void finishRecords(base::TimePoint now, std::uint64_t unsentBytes);

    Worker &m_worker;
    std::unique_ptr<net::Output> m_waiting; ///< what the client has not taken yet
    std::unique_ptr<AnswerSource> m_source; ///< of an answer whose body is being made
    std::unique_ptr<PendingRecords> m_records; ///< where records are kept
    base::TimePoint m_serviceBegan; ///< when the requests of the unsent answers were read
    std::uint32_t m_unsentAnswers = 0;
    std::uint32_t m_unacknowledged = 0; ///< bytes that the client had not taken when it was looked at last
    bool m_isBroken = false;
};

} // namespace servelab::server
