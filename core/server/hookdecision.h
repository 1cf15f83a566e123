// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/bodychannel.h"

#include <memory>
#include <mutex>
#include <optional>
#include <variant>

namespace servelab::server {

/// What a hook can make of a request.
struct Unanswered
{
};
struct LeftToSite
{
};
struct WholeAnswer
{
    AnswerHead head;
    AnswerBytes body;
};
struct StreamedAnswer
{
    AnswerHead head;
    std::optional<std::uint64_t> length;
    std::shared_ptr<BodyChannel> body;
};
struct AcceptedWebSocket
{
    std::unique_ptr<WebSocketHandler> handler;
    WebSocketOptions options;
};
/// The answer was written at once.
struct Said
{
};
using HookDecision
    = std::variant<Said, Unanswered, LeftToSite, WholeAnswer, StreamedAnswer, AcceptedWebSocket>;

/// Nobody will act on it: whoever writes an answer learns that.
void abandon(const HookDecision &decision);

/// One decision on its way from a Responder that was kept to the connection. Shared by the two, outlives
/// either. Thread-safe.
class DecisionChannel
{
public:
    void decide(HookDecision decision);

    void connect(Waker waker);
    /// Empty optional: none yet; the waker is armed then.
    std::optional<HookDecision> take();
    /// Nobody takes it any more.
    void disconnect();

private:
    std::mutex m_mutex; ///< guards what follows
    std::optional<HookDecision> m_decision;
    bool m_isGone = false;
    Waker m_waker;
};

/// One call of a hook, on the stack of the worker: the Responder that is given to it leads here until it is
/// moved. An answer at once therefore costs no memory.
class HookCall
{
public:
    HookCall() = default;
    virtual ~HookCall() = default;
    HookCall(const HookCall &) = delete;
    HookCall &operator=(const HookCall &) = delete;

    Responder responder() { return Responder(*this); }

    /// The Responder is kept: the decision comes by this way.
    const std::shared_ptr<DecisionChannel> &keep();
    virtual void decide(HookDecision decision) { m_decision = std::move(decision); }
    /// Says it at once where that can be.
    virtual void answer(const AnswerHead &head, AnswerBytes body);

    const std::shared_ptr<DecisionChannel> &channel() const { return m_channel; } ///< null: not kept
    HookDecision takeDecision() { return std::move(m_decision); }

protected:
    void noteSaid() { m_decision = Said(); }

private:
    std::shared_ptr<DecisionChannel> m_channel;
    HookDecision m_decision = Unanswered();
};

} // namespace servelab::server
