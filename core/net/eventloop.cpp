// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/eventloop.h"

#include <utility>

namespace servelab::net {

namespace {
thread_local EventLoop *currentLoop = nullptr;
thread_local EventLoop *rearmedLoop = nullptr; ///< set only on threads whose loop wants to be told
} // namespace

EventLoop::EventLoop()
    : m_readBuffer(new char[readBufferBytes])
    , m_turnTime(base::Clock::now())
{
}

EventLoop::~EventLoop() = default;

EventLoop *EventLoop::current()
{
    return currentLoop;
}

void EventLoop::setCurrent(EventLoop *loop)
{
    currentLoop = loop;
    if (!loop)
        rearmedLoop = nullptr;
}

void EventLoop::wantRearming()
{
    rearmedLoop = this;
}

void EventLoop::noteReadDrained(int descriptor)
{
    if (rearmedLoop) [[unlikely]]
        rearmedLoop->rearmRead(descriptor);
}

void EventLoop::noteWriteBlocked(int descriptor)
{
    if (rearmedLoop) [[unlikely]]
        rearmedLoop->rearmWrite(descriptor);
}

void EventLoop::discard(std::unique_ptr<PollHandler> handler)
{
    m_discarded.push_back(std::move(handler));
    if (!m_inTurn)
        turnWorkAdded();
}

void EventLoop::requestTurnEnd(TurnListener &listener)
{
    m_turnListeners.push_back(&listener);
    if (!m_inTurn)
        turnWorkAdded();
}

void EventLoop::post(std::function<void()> function)
{
    {
        const std::lock_guard lock(m_postMutex);
        m_posted.push_back(std::move(function));
    }
    // One wake-up serves all that is posted until the loop takes it.
    if (!m_hasPosted.exchange(true))
        wake();
}

void EventLoop::beginTurn()
{
    m_turnTime = base::Clock::now();
    ++m_turn;
    m_inTurn = true;
}

void EventLoop::endTurn()
{
    if (m_hasPosted.load(std::memory_order_acquire))
        runPosted();
    m_deadlines.advance(m_turnTime);
    runListeners();
    destroyDiscarded();
    m_inTurn = false;
}

void EventLoop::runPosted()
{
    m_hasPosted.store(false);
    std::vector<std::function<void()>> posted;
    {
        const std::lock_guard lock(m_postMutex);
        posted.swap(m_posted);
    }
    for (const std::function<void()> &function : posted)
        function();
}

void EventLoop::runListeners()
{
    // What a listener asks for now belongs to the next turn, so that one that always goes on cannot keep
    // events out.
    m_endingListeners.swap(m_turnListeners);
    for (TurnListener *listener : m_endingListeners)
        listener->onTurnEnd();
    m_endingListeners.clear();
}

void EventLoop::destroyDiscarded()
{
    while (!m_discarded.empty()) {
        const std::vector<std::unique_ptr<PollHandler>> batch = std::exchange(m_discarded, {});
    }
}

} // namespace servelab::net
