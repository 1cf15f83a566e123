// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/codingjob.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace servelab::site {

class CodingPool;
class Encoder;

/// What an encoder has to do.
struct EncodingTask
{
    RepresentationPointer source;
    http::ContentCoding coding = http::ContentCoding::Brotli;
    int level = 4; ///< Brotli quality or gzip level
};

/// One run of an encoder in the coding pool.
///
/// It is wanted as long as somebody holds one of its handles or subscriptions. When the last of them goes it
/// is cancelled for good: join() then gives no further handle. It does not begin before the first
/// subscription, so that who only needs its head (HEAD) codes nothing. Thread-safe.
class EncodingJob : public CodingJob, public std::enable_shared_from_this<EncodingJob>
{
public:
    /// Called once with the finished variant, or with null where there will be none; on any thread, without
    /// locks, before state() tells the end.
    using Ended = std::function<void(const EncodingJob *job, const RepresentationPointer &finished)>;

    EncodingJob(EncodingTask task, std::weak_ptr<CodingPool> pool, Ended ended = {});

    /// A handle: the job itself, wanted as long as the handle lives. Null where it has been cancelled.
    std::shared_ptr<CodingJob> join();

    std::unique_ptr<Subscription> subscribe(Notify notify) override;
    Chunk chunk(std::size_t number) const override;
    State state() const override;
    RepresentationPointer head() const override;

    /// Ends the run as failed, soon.
    void cancel() { m_cancelled = true; }

    /// Codes to the end; called by the pool once.
    void run();

    static constexpr std::size_t chunkBytes = 64 * 1024; ///< of all chunks but the first and the last

private:
    class Interest;

    RepresentationPointer encode();
    bool encodeSource(Encoder &encoder);
    bool encodePiece(Encoder &encoder, std::string_view piece, std::uint64_t end);
    void handOut(std::size_t leastBytes);
    RepresentationPointer finishedVariant() const;
    void end(const RepresentationPointer &finished);
    void reportEnd(const RepresentationPointer &finished);
    void tellSubscribers();
    bool beginOnce();
    bool gainInterest();
    void loseInterest();
    std::uint64_t addSubscriber(Notify notify);
    void removeSubscriber(std::uint64_t number);

    const EncodingTask m_task;
    const std::weak_ptr<CodingPool> m_pool;
    const Ended m_ended;
    std::atomic<bool> m_cancelled = false;
    std::atomic<bool> m_endReported = false;
    std::string m_pending; ///< output not handed out yet; of the encoder's thread

    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    RepresentationPointer m_head;
    std::vector<Chunk> m_chunks;
    State m_state = State::Running;
    int m_interests = 0; ///< handles and subscriptions
    bool m_begun = false;

    std::mutex m_subscriberMutex; ///< held while subscribers are told, so that none is told after it left
    // Guarded by m_subscriberMutex:
    std::map<std::uint64_t, Notify> m_subscribers;
    std::uint64_t m_lastSubscriber = 0;
};

} // namespace servelab::site
