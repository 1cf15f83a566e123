// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/connectionoutput.h"

#include "core/server/codedstream.h"
#include "core/server/worker.h"

#include <utility>

namespace servelab::server {

void ConnectionOutput::beginRecord(
    const http::RequestHead &head, base::TimePoint began, const net::Stream &stream)
{
    if (PendingRecords *pending = records(stream))
        pending->begin(&head, began, m_worker.deployment()->hooks);
}

std::shared_ptr<RecordedBody> ConnectionOutput::recordBody()
{
    const site::SiteConfig &config = m_worker.deployment()->site->config();
    if (!config.logBody || !m_records)
        return nullptr;
    return m_records->keepBody(static_cast<std::size_t>(config.logBodyBytes));
}

void ConnectionOutput::add(AnswerPlan &&plan, const DeploymentPointer &deployment, const net::Stream &stream,
    const ConnectionTimes &times, AnswerSource::Owner &owner)
{
    const Mark before = beginAnswer(plan, stream, times);
    write(std::move(plan), deployment, owner);
    recordSince(before);
}

void ConnectionOutput::addWritten(const AnswerPlan &plan, const net::Stream &stream,
    const ConnectionTimes &times, const std::function<void(net::Gather &)> &write)
{
    const Mark before = beginAnswer(plan, stream, times);
    write(m_worker.gather());
    recordSince(before);
}

ConnectionOutput::Mark ConnectionOutput::beginAnswer(
    const AnswerPlan &plan, const net::Stream &stream, const ConnectionTimes &times)
{
    if (PendingRecords *pending = records(stream)) {
        pending->answered(plan.status, http::contentCodingToken(plan.contentCoding()), times.requestBegan(),
            m_worker.deployment()->hooks);
        if (plan.representation && plan.contentCoding() != http::ContentCoding::Identity)
            pending->setBytesBeforeCoding(plan.representation->identity.size);
    }
    m_worker.counters().answered(plan.status);
    if (m_unsentAnswers++ == 0)
        m_serviceBegan = times.lastActivity;
    return mark();
}

ConnectionOutput::Mark ConnectionOutput::mark() const
{
    const net::Gather &gather = m_worker.gather();
    return {gather.pendingBytes(), gather.heads().size()};
}

/// Heads are for the stream of records alone: the log has no use for them.
void ConnectionOutput::recordSince(const Mark &before)
{
    if (!m_records)
        return;
    const net::Gather &gather = m_worker.gather();
    const bool isHeadWanted = m_worker.deployment()->receivers.stream != nullptr;
    m_records->addBytes(gather.pendingBytes() - before.bytes,
        isHeadWanted ? gather.heads().substr(before.heads) : std::string_view());
}

void ConnectionOutput::write(
    AnswerPlan &&plan, const DeploymentPointer &deployment, AnswerSource::Owner &owner)
{
    if (plan.coding && !plan.withoutBody)
        m_source = std::make_unique<CodedStream>(std::move(plan), deployment, m_worker.wakeUps(), owner);
    else
        writeAnswer(plan, {deployment, m_worker.date()}, m_worker.gather());
}

void ConnectionOutput::addContinue()
{
    m_worker.gather().head().append("HTTP/1.1 100 Continue\r\n\r\n");
    m_worker.gather().commitHead();
}

ConnectionOutput::Status ConnectionOutput::send(
    net::Stream &stream, ConnectionTimes &times, std::uint64_t &budget)
{
    while (flush(stream, times, budget) && m_source && budget > 0 && pump()) { }
    if (m_isBroken)
        return Status::Broken;
    return isAnswering() ? Status::Waiting : Status::Clear;
}

/// False when something is left, or the connection has broken.
bool ConnectionOutput::flush(net::Stream &stream, ConnectionTimes &times, std::uint64_t &budget)
{
    const std::uint64_t pending = m_worker.gather().pendingBytes() + waitingBytes();
    if (pending > 0 || m_waiting) { // without bytes of its own the latter waits for what TLS holds
        std::uint64_t sent = 0;
        const net::FlushStatus status = m_worker.gather().flush(stream, m_waiting, sent, budget);
        budget -= sent;
        m_worker.counters().bytesSent(sent);
        if (sent > 0)
            times.lastActivity = base::Clock::now();
        m_isBroken = status == net::FlushStatus::Failed;
        if (m_isBroken)
            finishRecords(base::Clock::now(), pending - sent);
        else if (status == net::FlushStatus::Pending)
            noteReading(stream, times);
        if (status != net::FlushStatus::Empty)
            return false;
    }
    if (m_unsentAnswers > 0 && !m_source) {
        m_worker.counters().served(times.lastActivity - m_serviceBegan, std::exchange(m_unsentAnswers, 0));
        finishRecords(times.lastActivity, 0);
    }
    return true;
}

/// False when the encoder has made nothing, or the answer cannot be ended.
bool ConnectionOutput::pump()
{
    net::Gather &gather = m_worker.gather();
    const Mark before = mark();
    const AnswerSource::Status status = m_source->pump(m_worker.date(), gather);
    const std::uint64_t made = gather.pendingBytes() - before.bytes;
    recordSince(before);
    m_isBroken = status == AnswerSource::Status::Failed;
    if (status == AnswerSource::Status::Ended)
        m_source.reset();
    return made > 0 || status == AnswerSource::Status::Ended;
}

void ConnectionOutput::noteReading(const net::Stream &stream, ConnectionTimes &times)
{
    const auto unacknowledged = static_cast<std::uint32_t>(stream.unacknowledgedBytes());
    if (unacknowledged < m_unacknowledged)
        times.lastActivity = base::Clock::now();
    m_unacknowledged = unacknowledged;
}

void ConnectionOutput::release()
{
    finishRecords(base::Clock::now(), waitingBytes());
    if (m_records)
        m_records->abandon(base::Clock::now());
    m_source.reset();
    m_waiting.reset();
}

/// Null where none are kept.
PendingRecords *ConnectionOutput::records(const net::Stream &stream)
{
    if (!m_worker.deployment()->isToldOfEnds() && !(m_records && m_records->hasHooks())) {
        m_records.reset(); // one that was begun could else be taken for a later request's
        return nullptr;
    }
    if (!m_records)
        m_records = std::make_unique<PendingRecords>(
            stream.peerAddress().toString().toStdString(), stream.isSecured() ? "https" : "http");
    return m_records.get();
}

void ConnectionOutput::finishRecords(base::TimePoint now, std::uint64_t unsentBytes)
{
    const bool isCut = m_source != nullptr; // its end was never made
    if (m_records)
        m_records->finish(
            now, unsentBytes, isCut, [this](AccessRecord &&record) { m_worker.record(std::move(record)); });
}

} // namespace servelab::server
