// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/net/deadlines.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace servelab::net {

/// What a watched descriptor can do now. Edge-triggered: told once, when it becomes so; read or write until
/// the stream says WouldBlock (or a short read says that it is drained).
struct Readiness
{
    bool readable = false; ///< bytes, the peer's end of stream, or an error can be read
    bool writable = false;
    bool peerClosed = false; ///< the peer ended its side: read to the end, no further edge will come
    bool urgent = false; ///< out-of-band data, for Qt's exception notifiers
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

/// The event loop of one thread as connections see it: descriptors, deadlines, and the end of a turn. A turn
/// is one batch of events. Owned by the WorkerThread, used on its thread only, but for post().
///
/// On Linux it is the epoll set of the thread's Qt event dispatcher itself; elsewhere it stands on
/// QSocketNotifier. Timers, queued calls and any QObject work on the same thread.
class EventLoop
{
public:
    static constexpr std::size_t readBufferBytes = 64 * 1024;

    virtual ~EventLoop();
    EventLoop(const EventLoop &) = delete;
    EventLoop &operator=(const EventLoop &) = delete;

    /// The loop of the calling thread; null on a thread that is not a worker's.
    static EventLoop *current();

    /// Watches a non-blocking descriptor for reading and writing until unwatch(). False with errno set when
    /// the system refuses. The first readiness is told like any other.
    virtual bool watch(int descriptor, PollHandler &handler) = 0;
    /// Before the descriptor is closed.
    virtual void unwatch(int descriptor, PollHandler &handler) = 0;

    /// Destroys the handler after the current turn, when no event of it can name the handler any more.
    void discard(std::unique_ptr<PollHandler> handler);

    /// Calls listener.onTurnEnd() when this turn ends; a listener asks once a turn and must outlive it. Asked
    /// for within onTurnEnd(), the next turn is meant, which then does not wait for events. Asked for outside
    /// a turn (a queued call), a turn begins at once.
    void requestTurnEnd(TurnListener &listener);

    /// Time at the start of this turn: good for deadlines and dates, and free. Outside a turn, the time now.
    base::TimePoint turnTime() const { return m_inTurn ? m_turnTime : base::Clock::now(); }

    /// Grows by one each turn.
    std::uint64_t turn() const { return m_turn; }

    DeadlineQueue &deadlines() { return m_deadlines; }

    /// Scratch bytes to read into, shared by all connections of the thread; valid until the handler returns.
    std::span<char> readBuffer() { return {m_readBuffer.get(), readBufferBytes}; }

    /// Runs a function on the loop's thread, in order, within a turn. Thread-safe, as long as the
    /// WorkerThread lives. What is posted when its thread has ended does not run, it is destroyed with the
    /// loop.
    void post(std::function<void()> function);

    /// The peer took or gave less than was asked for, so readiness is to be told again. Streams call it; it
    /// does something only where readiness is not edge-triggered by itself.
    static void noteReadDrained(int descriptor);
    static void noteWriteBlocked(int descriptor);

protected:
    EventLoop();

    /// The calling thread's loop from now on; null at the thread's end.
    static void setCurrent(EventLoop *loop);
    /// For loops that must be told when readiness is wanted again (see noteReadDrained).
    void wantRearming();

    void beginTurn();
    /// Posted functions, deadlines that have passed, listeners, then discarded handlers.
    void endTurn();
    bool hasTurnWork() const { return !m_turnListeners.empty() || !m_discarded.empty(); }

    virtual void wake() = 0; ///< thread-safe: a turn begins soon
    virtual void turnWorkAdded() { } ///< a listener or discarded handler came while no turn was under way
    virtual void rearmRead(int) { }
    virtual void rearmWrite(int) { }

private:
    friend class WorkerThread;

    void runPosted();
    void runListeners();
    void destroyDiscarded();

    std::unique_ptr<char[]> m_readBuffer;
    std::vector<TurnListener *> m_turnListeners;
    std::vector<TurnListener *> m_endingListeners; ///< those being called; keeps its capacity
    std::vector<std::unique_ptr<PollHandler>> m_discarded;
    DeadlineQueue m_deadlines;
    base::TimePoint m_turnTime;
    std::uint64_t m_turn = 0;
    bool m_inTurn = false;

    std::atomic<bool> m_hasPosted = false;
    std::mutex m_postMutex;
    std::vector<std::function<void()>> m_posted; ///< under m_postMutex
};

} // namespace servelab::net
