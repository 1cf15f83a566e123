// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/net/deadlines.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

class QAbstractEventDispatcher;

namespace servelab::net {

/// What a watched descriptor can do now. Edge-triggered: told once, when it becomes so; read or write until the
/// stream says WouldBlock (or a short read says that it is drained).
struct Readiness
{
    bool readable = false; ///< bytes, the peer's end of stream, or an error can be read
    bool writable = false;
    bool peerClosed = false; ///< the peer ended its side: read to the end, no further edge will come
};

/// Owner of a watched descriptor. Not a QObject, so that ten thousand idle ones cost next to nothing.
class PollHandler
{
public:
    virtual ~PollHandler() = default;

    /// On the loop's thread. May still be called once, in the same turn, after unwatch(): ignore it then.
    virtual void onReady(Readiness readiness) = 0;
};

/// Called once at the end of a turn in which requestTurnEnd() was called for it.
class TurnListener
{
public:
    virtual void onTurnEnd() = 0;

protected:
    ~TurnListener() = default;
};

/// The event loop of one thread as connections see it: descriptors, deadlines, and the end of a turn. A turn is one
/// batch of events. Owned by the WorkerThread, used on its thread only, but for post().
///
/// On Linux it is the epoll set of the thread's Qt event dispatcher itself; elsewhere it stands on QSocketNotifier.
/// Timers, queued calls and any QObject work on the same thread.
class EventLoop
{
public:
    static constexpr std::size_t readBufferBytes = 64 * 1024;

    virtual ~EventLoop();

    /// The loop of the calling thread; null on a thread that is not a worker's.
    static EventLoop *current();

    /// Watches a non-blocking descriptor for reading and writing until unwatch(). False with errno set when the
    /// system refuses. The first readiness is told like any other.
    virtual bool watch(int descriptor, PollHandler &handler) = 0;
    virtual void unwatch(int descriptor, PollHandler &handler) = 0;

    /// Destroys the handler after the current turn, when no event of it can name the handler any more.
    void discard(std::unique_ptr<PollHandler> handler);

    /// Calls listener.onTurnEnd() once when this turn ends. Repeated requests within a turn count once if the
    /// listener asks only once; the listener must outlive the turn.
    void requestTurnEnd(TurnListener &listener) { m_turnListeners.push_back(&listener); }

    /// Time at the start of this turn: good for deadlines and dates, and free.
    base::TimePoint turnTime() const { return m_turnTime; }

    /// Grows by one each turn.
    std::uint64_t turn() const { return m_turn; }

    DeadlineQueue &deadlines() { return m_deadlines; }

    /// Scratch bytes to read into, shared by all connections of the thread; valid until the handler returns.
    std::span<char> readBuffer() { return {m_readBuffer.get(), readBufferBytes}; }

    /// Runs a function on the loop's thread, in order. Thread-safe. What is posted after the loop has ended never
    /// runs, it is destroyed with the loop.
    virtual void post(std::function<void()> function) = 0;

protected:
    EventLoop();

    void beginTurn();
    /// Listeners, then deadlines that have passed, then discarded handlers.
    void endTurn();

private:
    std::unique_ptr<char[]> m_readBuffer;
    std::vector<TurnListener *> m_turnListeners;
    std::vector<std::unique_ptr<PollHandler>> m_discarded;
    DeadlineQueue m_deadlines;
    base::TimePoint m_turnTime;
    std::uint64_t m_turn = 0;
};

} // namespace servelab::net
