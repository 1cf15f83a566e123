// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/httpdate.h"
#include "core/net/output.h"
#include "core/server/answerhead.h"
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

/// The head alone of an answer whose body is there already, its empty line included.
void writeAnswerHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out);

/// Where the body of such an answer is: in memory, or in an open file. As long as the plan lives.
struct AnswerBody
{
    base::SendableView memory;
    int file = -1;
    std::uint64_t offset = 0; ///< in the file
    std::uint64_t length = 0;
};
AnswerBody answerBody(const AnswerPlan &plan, const AnswerContext &context);
void appendAnswerBody(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather);

/// Length of a body that is being made, where it is known already.
using KnownLength = std::optional<std::uint64_t>;

/// The head alone of an answer whose body an encoder makes: with a length where it is known, else framed as
/// the plan says.
void writeCodedHead(const AnswerPlan &plan, const site::Representation &variant, KnownLength length,
    const AnswerContext &context, net::Gather &gather);

/// An answer that a hook has made; of the plan only status, persistence and framing count.
void writeHookedAnswer(const AnswerPlan &plan, const AnswerHead &answer, AnswerBytes bytes,
    const AnswerContext &context, net::Gather &gather);
void writeHookedHead(const AnswerPlan &plan, const AnswerHead &answer, KnownLength length,
    const AnswerContext &context, net::Gather &gather);

/// Whether an answer of that status may have a body (RFC 9110 section 6.4.1).
bool hasContent(int status);

} // namespace servelab::server
