// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/answerplan.h"
#include "core/server/deployment.h"
#include "core/server/requestbody.h"

namespace servelab::server {

/// A request whose head is understood and whose body is still to come, with its answer as decided from the
/// head.
struct PendingRequest
{
    RequestBody body;
    AnswerPlan plan;
    DeploymentPointer deployment; ///< it began with
};

} // namespace servelab::server
