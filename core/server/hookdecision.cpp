// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/hookdecision.h"

namespace servelab::server {

void abandon(const HookDecision &decision)
{
    if (const auto *streamed = std::get_if<StreamedAnswer>(&decision); streamed && streamed->body)
        streamed->body->disconnect();
}

void DecisionChannel::decide(HookDecision decision)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_isGone) {
            m_decision = std::move(decision);
            m_waker.wake();
            return;
        }
    }
    abandon(decision);
}

void DecisionChannel::disconnect()
{
    std::optional<HookDecision> decision;
    {
        const std::scoped_lock lock(m_mutex);
        m_isGone = true;
        decision.swap(m_decision);
    }
    if (decision)
        abandon(*decision);
}

void DecisionChannel::connect(Waker waker)
{
    const std::scoped_lock lock(m_mutex);
    m_waker = std::move(waker);
}

std::optional<HookDecision> DecisionChannel::take()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_decision)
        m_waker.arm();
    return std::exchange(m_decision, std::nullopt);
}

const std::shared_ptr<DecisionChannel> &HookCall::keep()
{
    m_channel = std::make_shared<DecisionChannel>();
    return m_channel;
}

void HookCall::answer(const AnswerHead &head, AnswerBytes body)
{
    decide(WholeAnswer{head, std::move(body).owned()});
}

} // namespace servelab::server
