// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/answerwriter.h"

#include "core/http/responsehead.h"
#include "core/server/techniques/answerseparation.h"

namespace servelab::server {

namespace {

/// Up to this size an answer of a hook is copied beside its head, which is cheaper than keeping it alive.
constexpr std::size_t copiedAnswerBytes = 4096;

http::ResponseHeadWriter beginHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    http::ResponseHeadWriter head(out);
    head.status(plan.status).date(context.date);
    switch (plan.persistence) {
    case Persistence::Kept:
        break;
    case Persistence::KeptExpressly:
        head.prepared(context.deployment->keptFieldLines);
        break;
    case Persistence::Closed:
        head.prepared("Connection: close\r\n");
        break;
    }
    return head;
}

void writeNotModifiedHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    beginHead(plan, context, out).prepared(plan.representation->notModifiedFieldLines).end();
}

void writeRepresentationHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    const site::Representation &representation = *plan.representation;
    http::ResponseHeadWriter head = beginHead(plan, context, out);
    head.prepared(representation.fieldLines);
    // A range is always of the identity coding: one taken behind a part of a coded body would not fit it.
    if (representation.coding == http::ContentCoding::Identity && !representation.isMade)
        head.prepared("Accept-Ranges: bytes\r\n");
    if (plan.status == 206)
        head.contentRange(plan.first, plan.first + plan.length - 1, plan.wholeLength);
    head.field("Content-Length", plan.length).end();
}

/// A preview's redirects change: they are not to be kept.
void writeRedirectHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    beginHead(plan, context, out)
        .field("Location", plan.location)
        .prepared("Cache-Control: no-cache\r\nContent-Length: 0\r\n")
        .end();
}

void writeErrorHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    const site::ErrorAnswer &error = context.deployment->site->errorAnswer(plan.status);
    http::ResponseHeadWriter head = beginHead(plan, context, out);
    head.prepared(error.fieldLines);
    if (plan.status == 405)
        head.prepared("Allow: GET, HEAD\r\n");
    else if (plan.status == 416)
        head.unsatisfiedRange(plan.wholeLength);
    head.field("Content-Length", static_cast<std::uint64_t>(error.body.size())).end();
}

void writePlainTextHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    beginHead(plan, context, out)
        .prepared(context.deployment->site->errorAnswer(plan.status).pageFieldLines)
        .field("Content-Type", "text/plain; charset=utf-8")
        .field("Content-Length", static_cast<std::uint64_t>(plan.plainText.size()))
        .end();
}

/// The page that the site has for what is missing. It says nothing of itself as a file: no copy of it is what
/// the client has asked for.
void writeNotFoundHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    beginHead(plan, context, out)
        .prepared(context.deployment->site->errorAnswer(plan.status).pageFieldLines)
        .field("Content-Type", plan.representation->mediaType)
        .field("Content-Length", plan.length)
        .end();
}

} // namespace

void writeAnswerHead(const AnswerPlan &plan, const AnswerContext &context, std::string &out)
{
    if (plan.status == 304)
        writeNotModifiedHead(plan, context, out);
    else if (plan.representation && plan.status == 404)
        writeNotFoundHead(plan, context, out);
    else if (plan.representation)
        writeRepresentationHead(plan, context, out);
    else if (!plan.location.empty())
        writeRedirectHead(plan, context, out);
    else if (!plan.plainText.empty())
        writePlainTextHead(plan, context, out);
    else
        writeErrorHead(plan, context, out);
}

AnswerBody answerBody(const AnswerPlan &plan, const AnswerContext &context)
{
    if (plan.status == 304 || !plan.location.empty())
        return {};
    if (!plan.plainText.empty())
        return {.memory = {plan.plainText}, .length = plan.plainText.size()};
    if (!plan.representation) {
        const std::string &body = context.deployment->site->errorAnswer(plan.status).body;
        return {.memory = {body}, .length = body.size()};
    }
    const site::Representation &representation = *plan.representation;
    if (!representation.inMemory())
        return {.memory = {}, .file = representation.file.get(), .offset = plan.first, .length = plan.length};
    return {.memory = representation.content.view().part(plan.first, plan.length), .length = plan.length};
}

void appendAnswerBody(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    const AnswerBody body = answerBody(plan, context);
    if (body.file >= 0)
        gather.appendFile(
            {body.file, &plan.representation->fileState, body.offset, body.length}, plan.representation);
    else if (plan.representation)
        gather.append(body.memory, plan.representation);
    else
        gather.append(body.memory, context.deployment->site);
}

void writeAnswer(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    if (plan.coding && plan.withoutBody) {
        writeCodedHead(plan, *plan.coding->head(), {}, context, gather);
        return;
    }
    writeAnswerHead(plan, context, gather.head());
    gather.commitHead();
    if (plan.withoutBody)
        return;
    const AnswerSeparation separation(context.deployment->techniques.answerWrite, gather);
    appendAnswerBody(plan, context, gather);
}

void writeCodedHead(const AnswerPlan &plan, const site::Representation &variant, KnownLength length,
    const AnswerContext &context, net::Gather &gather)
{
    http::ResponseHeadWriter head = beginHead(plan, context, gather.head());
    head.prepared(variant.fieldLines);
    if (length)
        head.field("Content-Length", *length);
    else if (plan.streamFraming == StreamFraming::Chunked)
        head.prepared("Transfer-Encoding: chunked\r\n");
    head.end();
    gather.commitHead();
}

void writeHookedHead(const AnswerPlan &plan, const AnswerHead &answer, KnownLength length,
    const AnswerContext &context, net::Gather &gather)
{
    http::ResponseHeadWriter head = beginHead(plan, context, gather.head());
    head.prepared(answer.fieldLines());
    // Where there is no content a length would be that of the representation, which only its maker knows.
    if (hasContent(plan.status) && length)
        head.field("Content-Length", *length);
    else if (hasContent(plan.status) && plan.streamFraming == StreamFraming::Chunked)
        head.prepared("Transfer-Encoding: chunked\r\n");
    head.end();
    gather.commitHead();
}

void writeHookedAnswer(const AnswerPlan &plan, const AnswerHead &answer, AnswerBytes bytes,
    const AnswerContext &context, net::Gather &gather)
{
    writeHookedHead(plan, answer, bytes.size(), context, gather);
    if (plan.withoutBody || !hasContent(plan.status))
        return;
    const AnswerSeparation separation(context.deployment->techniques.answerWrite, gather);
    if (bytes.size() <= copiedAnswerBytes) {
        gather.head().append(bytes.view());
        gather.commitHead();
        return;
    }
    std::string_view view;
    auto keeper = std::move(bytes).keep(view);
    gather.append(view, std::move(keeper));
}

bool hasContent(int status)
{
    return status != 204 && status != 304;
}

} // namespace servelab::server
