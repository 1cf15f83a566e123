// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/bodychannel.h"

#include <utility>

namespace servelab::server {

BodyWriter::Status BodyChannel::write(AnswerBytes piece)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isGone || m_state != State::Open)
        return BodyWriter::Status::Gone;
    if (!isTaken(piece.size()))
        return BodyWriter::Status::Gone;
    if (piece.size() > 0) {
        m_bytes += piece.size();
        m_pieces.push_back(std::move(piece).owned());
        m_waker.wake();
    }
    m_isFull |= m_bytes >= highWater;
    return m_isFull ? BodyWriter::Status::Wait : BodyWriter::Status::GoOn;
}

/// Whether it fits into the announced length; where it does not, the answer can only be cut.
bool BodyChannel::isTaken(std::uint64_t bytes)
{
    if (m_left && bytes > *m_left) {
        m_state = State::Cut;
        m_waker.wake();
        return false;
    }
    if (m_left)
        *m_left -= bytes;
    return true;
}

std::uint64_t BodyChannel::bufferedBytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes;
}

void BodyChannel::onReady(std::function<void()> ready)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isFull && !m_isGone) {
            m_ready = std::move(ready);
            return;
        }
    }
    ready();
}

void BodyChannel::end()
{
    const std::scoped_lock lock(m_mutex);
    if (m_state != State::Open)
        return;
    m_state = m_left.value_or(0) == 0 ? State::Ended : State::Cut;
    m_waker.wake();
}

void BodyChannel::cut()
{
    const std::scoped_lock lock(m_mutex);
    if (m_state != State::Open)
        return;
    m_state = State::Cut;
    m_waker.wake();
}

void BodyChannel::connect(Waker waker)
{
    const std::scoped_lock lock(m_mutex);
    m_waker = std::move(waker);
}

BodyChannel::Taken BodyChannel::take()
{
    Taken taken;
    std::function<void()> ready;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_pieces.empty()) {
            taken.piece = std::move(m_pieces.front());
            m_pieces.pop_front();
            m_bytes -= taken.piece.size();
        } else if (m_state == State::Open) {
            m_waker.arm();
        }
        taken.state = m_pieces.empty() ? m_state : State::Open;
        if (m_bytes <= lowWater)
            ready = releaseWriter();
    }
    if (ready)
        ready();
    return taken;
}

std::function<void()> BodyChannel::releaseWriter()
{
    return std::exchange(m_isFull, false) ? std::exchange(m_ready, nullptr) : nullptr;
}

void BodyChannel::disconnect()
{
    std::function<void()> ready;
    {
        const std::scoped_lock lock(m_mutex);
        m_isGone = true;
        m_pieces.clear();
        m_bytes = 0;
        ready = releaseWriter();
    }
    if (ready)
        ready();
}

} // namespace servelab::server
