// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/answerwriter.h"

#include "core/http/responsehead.h"

namespace servelab::server {

namespace {

http::ResponseHeadWriter beginHead(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    http::ResponseHeadWriter head(gather.head());
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

void appendPart(const AnswerPlan &plan, net::Gather &gather)
{
    const site::Representation &representation = *plan.representation;
    const std::string_view bytes = representation.bytes;
    if (representation.inMemory())
        gather.append(bytes.substr(plan.first, plan.length), plan.representation);
    else
        gather.appendFile(representation.file.get(), plan.first, plan.length, plan.representation);
}

void writeNotModified(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    beginHead(plan, context, gather).prepared(plan.representation->notModifiedFieldLines).end();
    gather.commitHead();
}

void writeRepresentation(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    const site::Representation &representation = *plan.representation;
    http::ResponseHeadWriter head = beginHead(plan, context, gather);
    head.prepared(representation.fieldLines);
    // A range is always of the identity coding: one taken behind a part of a coded body would not fit it.
    if (representation.coding == http::ContentCoding::Identity && !representation.isMade)
        head.prepared("Accept-Ranges: bytes\r\n");
    if (plan.status == 206)
        head.contentRange(plan.first, plan.first + plan.length - 1, plan.wholeLength);
    head.field("Content-Length", plan.length).end();
    gather.commitHead();
    if (!plan.withoutBody)
        appendPart(plan, gather);
}

/// A preview's redirects change: they are not to be kept.
void writeRedirect(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    beginHead(plan, context, gather)
        .field("Location", plan.location)
        .prepared("Cache-Control: no-cache\r\nContent-Length: 0\r\n")
        .end();
    gather.commitHead();
}

void writeError(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    const site::ErrorAnswer &error = context.deployment->site->errorAnswer(plan.status);
    http::ResponseHeadWriter head = beginHead(plan, context, gather);
    head.prepared(error.fieldLines);
    if (plan.status == 405)
        head.prepared("Allow: GET, HEAD\r\n");
    else if (plan.status == 416)
        head.unsatisfiedRange(plan.wholeLength);
    head.field("Content-Length", static_cast<std::uint64_t>(error.body.size())).end();
    gather.commitHead();
    if (!plan.withoutBody)
        gather.append(error.body, context.deployment->site);
}

void writePlainText(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    beginHead(plan, context, gather)
        .prepared(context.deployment->site->errorAnswer(plan.status).pageFieldLines)
        .field("Content-Type", "text/plain; charset=utf-8")
        .field("Content-Length", static_cast<std::uint64_t>(plan.plainText.size()))
        .end();
    gather.commitHead();
    gather.append(plan.plainText, {});
}

/// The page that the site has for what is missing. It says nothing of itself as a file: no copy of it is what
/// the client has asked for.
void writeNotFoundPage(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    beginHead(plan, context, gather)
        .prepared(context.deployment->site->errorAnswer(plan.status).pageFieldLines)
        .field("Content-Type", plan.representation->mediaType)
        .field("Content-Length", plan.length)
        .end();
    gather.commitHead();
    if (!plan.withoutBody)
        appendPart(plan, gather);
}

} // namespace

void writeAnswer(const AnswerPlan &plan, const AnswerContext &context, net::Gather &gather)
{
    if (plan.coding && plan.withoutBody)
        writeCodedHead(plan, *plan.coding->head(), {}, context, gather);
    else if (plan.status == 304)
        writeNotModified(plan, context, gather);
    else if (plan.representation && plan.status == 404)
        writeNotFoundPage(plan, context, gather);
    else if (plan.representation)
        writeRepresentation(plan, context, gather);
    else if (!plan.location.empty())
        writeRedirect(plan, context, gather);
    else if (!plan.plainText.empty())
        writePlainText(plan, context, gather);
    else
        writeError(plan, context, gather);
}

void writeCodedHead(const AnswerPlan &plan, const site::Representation &variant, KnownLength length,
    const AnswerContext &context, net::Gather &gather)
{
    http::ResponseHeadWriter head = beginHead(plan, context, gather);
    head.prepared(variant.fieldLines);
    if (length)
        head.field("Content-Length", *length);
    else if (plan.streamFraming == StreamFraming::Chunked)
        head.prepared("Transfer-Encoding: chunked\r\n");
    head.end();
    gather.commitHead();
}

} // namespace servelab::server
