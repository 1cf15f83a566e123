// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/encodingjob.h"

#include "core/site/codingpool.h"
#include "core/site/encoder.h"
#include "core/site/filesystem.h"
#include "core/site/representationfields.h"

#include <algorithm>
#include <new>
#include <optional>

namespace servelab::site {
namespace {

constexpr std::uint64_t pieceBytes = 64 * 1024;

/// A long body is begun with a short piece that is given out at once, so that the client does not wait for
/// the encoder to fill its window: at the highest Brotli quality that takes most of a second.
constexpr std::uint64_t firstPieceBytes = 8 * 1024;
constexpr std::uint64_t shortBodyBytes = 32 * 1024;

std::uint64_t pieceLength(std::uint64_t offset, std::uint64_t length)
{
    if (length <= shortBodyBytes)
        return length;
    return std::min(offset == 0 ? firstPieceBytes : pieceBytes, length - offset);
}

/// Bytes of the source, through `buffer` where they are not in memory; empty optional where they cannot be
/// read or `state` of the file holds no longer.
std::optional<std::string_view> pieceOf(const Representation &source, std::uint64_t offset,
    std::uint64_t size, base::FileState &state, std::string &buffer)
{
    if (source.inMemory())
        return source.bytes().substr(offset, size);
    buffer.resize(size);
    const int file = source.file.get();
    if (readAt(file, buffer.data(), size, offset) != std::ptrdiff_t(size) || !state.stillHolds(file))
        return {};
    return buffer;
}

} // namespace

/// One subscription of a job, which keeps the job alive and wanted.
class EncodingJob::Interest : public CodingJob::Subscription
{
public:
    Interest(std::shared_ptr<EncodingJob> job, std::uint64_t number)
        : m_job(std::move(job))
        , m_number(number)
    {
    }
    ~Interest() override
    {
        m_job->removeSubscriber(m_number);
        m_job->loseInterest();
    }

private:
    const std::shared_ptr<EncodingJob> m_job;
    const std::uint64_t m_number;
};

EncodingJob::EncodingJob(EncodingTask task, std::weak_ptr<CodingPool> pool, Ended ended)
    : m_task(std::move(task))
    , m_pool(std::move(pool))
    , m_ended(std::move(ended))
    , m_head(std::make_shared<const Representation>(codedHead(*m_task.source, m_task.coding)))
{
}

std::shared_ptr<CodingJob> EncodingJob::join()
{
    if (!gainInterest())
        return {};
    return {this, [self = shared_from_this()](CodingJob *) { self->loseInterest(); }};
}

std::unique_ptr<CodingJob::Subscription> EncodingJob::subscribe(Notify notify)
{
    gainInterest();
    auto subscription = std::make_unique<Interest>(shared_from_this(), addSubscriber(std::move(notify)));
    if (beginOnce()) {
        if (const auto pool = m_pool.lock())
            pool->enqueue(shared_from_this());
        else
            end({});
    }
    return subscription;
}

CodingJob::Chunk EncodingJob::chunk(std::size_t number) const
{
    const std::scoped_lock lock(m_mutex);
    return number < m_chunks.size() ? m_chunks[number] : nullptr;
}

CodingJob::State EncodingJob::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

RepresentationPointer EncodingJob::head() const
{
    const std::scoped_lock lock(m_mutex);
    return m_head;
}

void EncodingJob::run()
{
    RepresentationPointer finished;
    try {
        finished = encode();
    } catch (const std::bad_alloc &) {
        finished.reset();
    }
    end(finished);
}

RepresentationPointer EncodingJob::encode()
{
    if (m_cancelled)
        return {};
    const auto encoder = Encoder::create(m_task.coding, m_task.level, m_task.source->length);
    return encoder && encodeSource(*encoder) ? finishedVariant() : nullptr;
}

bool EncodingJob::encodeSource(Encoder &encoder)
{
    const Representation &source = *m_task.source;
    base::FileState state = source.fileState;
    std::string buffer;
    for (std::uint64_t offset = 0; offset < source.length;) {
        const std::uint64_t size = pieceLength(offset, source.length);
        const auto piece = pieceOf(source, offset, size, state, buffer);
        offset += size;
        if (!piece || !encodePiece(encoder, *piece, offset))
            return false;
    }
    return true;
}

/// `end` is the offset behind the piece.
bool EncodingJob::encodePiece(Encoder &encoder, std::string_view piece, std::uint64_t end)
{
    using Step = Encoder::Step;
    const bool isLast = end == m_task.source->length;
    const bool isFirst = end == piece.size();
    if (m_cancelled)
        return false;
    const Step step = isLast ? Step::Finish : isFirst ? Step::Flush : Step::Continue;
    if (!encoder.encode(piece, step, m_pending))
        return false;
    handOut(step == Step::Continue ? chunkBytes : 1);
    return true;
}

/// Makes chunks of the pending output as long as there are that many bytes of it.
void EncodingJob::handOut(std::size_t leastBytes)
{
    std::size_t offset = 0;
    {
        const std::scoped_lock lock(m_mutex);
        for (; m_pending.size() - offset >= leastBytes; offset += m_chunks.back()->size())
            m_chunks.push_back(std::make_shared<const std::string>(m_pending, offset, chunkBytes));
    }
    m_pending.erase(0, offset);
    if (offset > 0)
        tellSubscribers();
}

RepresentationPointer EncodingJob::finishedVariant() const
{
    auto variant = std::make_shared<Representation>(codedHead(*m_task.source, m_task.coding));
    const std::scoped_lock lock(m_mutex);
    for (const Chunk &part : m_chunks)
        variant->length += part->size();
    variant->content = base::SendableBytes(std::size_t(variant->length));
    for (auto out = variant->content.writable().begin(); const Chunk &part : m_chunks)
        out = std::ranges::copy(*part, out).out;
    return variant;
}

void EncodingJob::end(const RepresentationPointer &finished)
{
    reportEnd(finished);
    {
        const std::scoped_lock lock(m_mutex);
        m_state = finished ? State::Finished : State::Failed;
        if (finished)
            m_head = finished;
    }
    tellSubscribers();
}

void EncodingJob::reportEnd(const RepresentationPointer &finished)
{
    if (!m_endReported.exchange(true) && m_ended)
        m_ended(this, finished);
}

void EncodingJob::tellSubscribers()
{
    const std::scoped_lock lock(m_subscriberMutex);
    for (const auto &[number, notify] : m_subscribers)
        notify();
}

/// Whether this call is the first.
bool EncodingJob::beginOnce()
{
    const std::scoped_lock lock(m_mutex);
    return !std::exchange(m_begun, true);
}

bool EncodingJob::gainInterest()
{
    const std::scoped_lock lock(m_mutex);
    if (m_cancelled)
        return false;
    ++m_interests;
    return true;
}

void EncodingJob::loseInterest()
{
    {
        const std::scoped_lock lock(m_mutex);
        if (--m_interests > 0)
            return;
        m_cancelled = true;
    }
    reportEnd({});
}

std::uint64_t EncodingJob::addSubscriber(Notify notify)
{
    const std::scoped_lock lock(m_subscriberMutex);
    m_subscribers.emplace(++m_lastSubscriber, std::move(notify));
    return m_lastSubscriber;
}

void EncodingJob::removeSubscriber(std::uint64_t number)
{
    const std::scoped_lock lock(m_subscriberMutex);
    m_subscribers.erase(number);
}

} // namespace servelab::site
