// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/responder.h"
#include "core/server/waker.h"

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace servelab::server {

/// Pieces of an answer's body on their way from whoever writes them to the connection. Shared by the two,
/// outlives either. Thread-safe.
class BodyChannel
{
public:
    static constexpr std::uint64_t highWater = 256 * 1024; ///< bytes from which a writer is to wait
    static constexpr std::uint64_t lowWater = 64 * 1024; ///< at which it may go on

    /// Empty: the length is not known.
    explicit BodyChannel(std::optional<std::uint64_t> length)
        : m_left(length)
    {
    }

    // The writer's side.
    BodyWriter::Status write(AnswerBytes piece);
    std::uint64_t bufferedBytes() const;
    void onReady(std::function<void()> ready);
    void end();
    void cut(); ///< unless it has ended

    // The connection's side.
    enum class State : std::uint8_t { Open, Ended, Cut };
    struct Taken
    {
        AnswerBytes piece; ///< empty: none now
        State state = State::Open; ///< behind that piece
    };

    void connect(Waker waker);
    /// Where there is nothing the waker is armed.
    Taken take();
    /// Nobody takes anything any more.
    void disconnect();

private:
    bool isTaken(std::uint64_t bytes);
    std::function<void()> releaseWriter();

    mutable std::mutex m_mutex; ///< guards what follows
    std::deque<AnswerBytes> m_pieces;
    std::uint64_t m_bytes = 0; ///< in them
    std::optional<std::uint64_t> m_left; ///< of the announced length
    State m_state = State::Open;
    bool m_isGone = false;
    bool m_isFull = false; ///< the writer was told to wait
    std::function<void()> m_ready;
    Waker m_waker;
};

} // namespace servelab::server
