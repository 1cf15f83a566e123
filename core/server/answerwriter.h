// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/httpdate.h"
#include "core/net/output.h"
#include "core/server/answerplan.h"
#include "core/server/deployment.h"

namespace servelab::server {

/// What every answer of a worker has in common now.
struct AnswerContext
{
    const DeploymentPointer &deployment;
    const http::HttpDate &date;
};

/// Puts a whole answer into the gather: head, and body where it has one. A body that an encoder is to make is
/// sent in identity; its head alone (HEAD) is that of the coded one. Allocates nothing for what is in memory.
void writeAnswer(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather);

/// Length of a body that is being made, where it is known already.
using KnownLength = std::optional<std::uint64_t>;

/// The head alone of an answer whose body an encoder makes: with a length where it is known, else framed as
/// the plan says.
void writeCodedHead(const AnswerPlan &plan, const site::Representation &variant, KnownLength length,
    const AnswerContext &context, net::Gather &gather);

} // namespace servelab::server
