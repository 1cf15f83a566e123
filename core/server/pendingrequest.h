// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answerplan.h"
#include "core/server/answersource.h"
#include "core/server/deployment.h"
#include "core/server/hookdecision.h"
#include "core/server/requestbody.h"

namespace servelab::server {

/// What is kept of a request while it waits for its body or for a program's decision.
class KeptRequest final : private Sleeper
{
public:
    enum class Stage : std::uint8_t {
        HeadDecision, ///< onHead() has kept the Responder
        Body,
        Decision, ///< onRequest() has kept the Responder
        Upgrade, ///< 101 has to leave, then the connection changes hands
    };

    KeptRequest(Stage stage, std::string_view head, AnswerSource::Owner &owner);
    ~KeptRequest();

    /// Who decides. The owner is told when that has happened.
    void awaitDecision(std::shared_ptr<DecisionChannel> channel, const std::shared_ptr<WakeUps> &wakeUps);
    /// Empty optional: not yet.
    std::optional<HookDecision> takeDecision() { return m_channel->take(); }

    bool isUndecided() const { return stage == Stage::HeadDecision || stage == Stage::Decision; }

    const Stage stage;
    const std::string head; ///< its bytes
    std::string body; ///< what has come of it
    bool keepsBody = false;
    HookDecision decision; ///< Body: of onHead(), for when the body is read; Upgrade: the handler

private:
    void onWoken() override { m_owner.onAnswerProgress(); }

    AnswerSource::Owner &m_owner;
    std::shared_ptr<DecisionChannel> m_channel;
};

/// A request whose head is understood and whose body, or whose hooks' decision, is still to come, with its
/// answer as decided from the head.
struct PendingRequest
{
    RequestBody body;
    AnswerPlan plan; ///< with hooks: persistence and framing alone
    DeploymentPointer deployment; ///< it began with
    std::unique_ptr<KeptRequest> hooked; ///< null: no hook is asked
    std::shared_ptr<RecordedBody> recorded = {}; ///< of its record; null: bodies are not recorded

    /// Whether nothing more of the connection's input is to be read now.
    bool stopsInput() const { return hooked && hooked->stage != KeptRequest::Stage::Body; }
    /// Of the body.
    BodyReceivers receivers()
    {
        return {.content = hooked && hooked->keepsBody ? &hooked->body : nullptr, .record = recorded.get()};
    }
    bool isUndecided() const { return hooked && hooked->isUndecided(); }
    bool isUpgrade() const { return hooked && hooked->stage == KeptRequest::Stage::Upgrade; }
};

} // namespace servelab::server
