// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/pendingrequest.h"

#include <utility>

namespace servelab::server {

KeptRequest::KeptRequest(Stage where, std::string_view headBytes, AnswerSource::Owner &owner)
    : stage(where)
    , head(headBytes)
    , m_owner(owner)
{
}

KeptRequest::~KeptRequest()
{
    abandon(decision);
    if (m_channel)
        m_channel->disconnect();
}

void KeptRequest::awaitDecision(
    std::shared_ptr<DecisionChannel> channel, const std::shared_ptr<WakeUps> &wakeUps)
{
    m_channel = std::move(channel);
    m_channel->connect({wakeUps, handle()});
}

} // namespace servelab::server
