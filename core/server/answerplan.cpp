// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/answerplan.h"

#include "core/http/accept.h"
#include "core/http/byterange.h"
#include "core/http/responsehead.h"
#include "core/http/target.h"

#include <utility>

namespace servelab::server {

namespace {

using http::Method;

/// A target in absolute-form names the host, and Host is then ignored (RFC 9112 section 3.2.2).
std::string_view authorityOf(
    const http::RequestHead &head, const http::Target &target, http::TargetError error)
{
    const bool isNamed = error == http::TargetError::None && target.form == http::TargetForm::Absolute;
    return isNamed ? target.authority : head.host;
}

/// 200 where the method is one that is served.
int statusOf(Method method)
{
    if (method == Method::Get || method == Method::Head)
        return 200;
    return method == Method::Unknown ? 501 : 405;
}

/// A Range field counts for GET alone, only once, only where If-Range agrees, and only of an identity coding.
http::ByteRange rangeOf(
    const http::RequestHead &head, const site::Representation &representation, std::int64_t now)
{
    if (head.method != Method::Get || representation.coding != http::ContentCoding::Identity)
        return {};
    const std::optional<std::string_view> value = head.find("range");
    if (!value || head.count("range") > 1 || !http::rangeApplies(head, representation.validators(), now))
        return {};
    return http::parseRange(*value, representation.length);
}

void planRange(AnswerPlan &plan, const http::ByteRange &range)
{
    plan.wholeLength = plan.representation->length;
    if (range.kind == http::ByteRange::Kind::Unsatisfiable) {
        plan.refuse(416);
        return;
    }
    plan.status = 206;
    plan.first = range.first;
    plan.length = range.length();
}

void planCoding(AnswerPlan &plan, const http::RequestHead &head, const site::VirtualHost &host,
    const PlanContext &context)
{
    if (context.identityOnly || !context.site.mayCode(*plan.representation))
        return;
    const http::ContentCoding coding = http::negotiateContentCoding(head);
    if (coding == http::ContentCoding::Identity)
        return;
    site::CodedVariant variant = host.coded(plan.representation, coding);
    if (variant.ready) {
        plan.representation = std::move(variant.ready);
        plan.length = plan.representation->length;
        return;
    }
    plan.coding = std::move(variant.job);
    if (plan.coding && plan.streamFraming == StreamFraming::ConnectionClose)
        plan.persistence = Persistence::Closed;
}

/// A file beside the one that was found may hold it in a coding that the client takes.
void planSibling(AnswerPlan &plan, const http::RequestHead &head, const site::VirtualHost &host,
    const PlanContext &context)
{
    if (context.identityOnly || !context.site.config().precompressedSiblings)
        return;
    const http::AcceptedCodings accepted = http::acceptedContentCodings(head);
    if (auto sibling = host.precompressed(*plan.representation, accepted, context.scratch))
        plan.representation = std::move(sibling);
}

void planSelected(AnswerPlan &plan, const http::RequestHead &head, const site::VirtualHost &host,
    const PlanContext &context)
{
    const site::Representation &representation = *plan.representation;
    switch (http::evaluatePreconditions(head, representation.validators(), context.now)) {
    case http::PreconditionResult::NotModified:
        plan.status = 304;
        return;
    case http::PreconditionResult::Failed:
        plan.refuse(412);
        return;
    case http::PreconditionResult::Proceed:
        break;
    }
    plan.length = representation.length;
    const http::ByteRange range = rangeOf(head, representation, context.now);
    if (range.kind == http::ByteRange::Kind::Whole)
        planCoding(plan, head, host, context);
    else
        planRange(plan, range);
}

/// Accept is read only where it makes a difference.
site::ClientWishes wishesOf(const http::RequestHead &head, const site::SiteConfig &config)
{
    site::ClientWishes wishes;
    wishes.html = config.spaFallback && http::acceptsHtml(head);
    wishes.json = config.directoryListing && http::prefersJson(head);
    return wishes;
}

/// A body that is sent whole: nothing is asked of it and no part of it chosen.
void planWhole(AnswerPlan &plan, int status, site::RepresentationPointer representation)
{
    plan.status = status;
    plan.length = representation->length;
    plan.representation = std::move(representation);
}

void planTarget(AnswerPlan &plan, const http::RequestHead &head, const http::Target &target,
    const site::VirtualHost &host, const PlanContext &context)
{
    site::Resolution resolution
        = host.resolve(target, wishesOf(head, context.site.config()), context.scratch);
    if (resolution.representation && (resolution.status != 200 || resolution.representation->isMade)) {
        planWhole(plan, resolution.status, std::move(resolution.representation));
    } else if (resolution.representation) {
        plan.representation = std::move(resolution.representation);
        planSibling(plan, head, host, context);
        planSelected(plan, head, host, context);
    } else if (resolution.location.empty()) {
        plan.refuse(resolution.status);
    } else if (http::isFieldValue(resolution.location)) {
        plan.status = resolution.status;
        plan.location = std::move(resolution.location);
    } else {
        plan.refuse(400);
    }
}

/// The status that the head alone calls for, before the target is looked at; 200 where there is none.
int statusBeforeTarget(const http::RequestHead &head, const site::VirtualHost *host, bool bodyIsTooLarge)
{
    if (!host)
        return 421;
    if (bodyIsTooLarge)
        return 413;
    return head.expectUnknown ? 417 : statusOf(head.method);
}

} // namespace

http::ContentCoding AnswerPlan::contentCoding() const
{
    if (coding)
        return coding->head()->coding;
    return representation ? representation->coding : http::ContentCoding::Identity;
}

void AnswerPlan::refuse(int errorStatus)
{
    status = errorStatus;
    representation.reset();
    coding.reset();
}

void AnswerPlan::skipRequestBody()
{
    skipsRequestBody = true;
    persistence = Persistence::Closed;
}

bool hasBody(const http::RequestHead &head)
{
    return head.framing == http::BodyFraming::Chunked || head.contentLength > 0;
}

AnswerPlan planFraming(const http::RequestHead &head)
{
    AnswerPlan plan;
    plan.withoutBody = head.method == Method::Head;
    if (head.closeRequested)
        plan.persistence = Persistence::Closed;
    else if (head.minorVersion == 0 || head.keepAliveRequested)
        plan.persistence = Persistence::KeptExpressly;
    if (head.minorVersion == 0)
        plan.streamFraming = StreamFraming::ConnectionClose;
    return plan;
}

bool isBodyTooLarge(const http::RequestHead &head, const site::SiteConfig &config)
{
    return head.framing == http::BodyFraming::ContentLength
        && head.contentLength > static_cast<std::uint64_t>(config.maximumBodyBytes);
}

AnswerPlan planAnswer(const http::RequestHead &head, const PlanContext &context)
{
    AnswerPlan plan = planFraming(head);
    http::Target target;
    const http::TargetError targetError = http::parseTarget(head.target, head.method, target);
    const site::VirtualHost *host
        = context.site.hostFor(authorityOf(head, target, targetError), context.scratch);
    const bool bodyIsTooLarge = isBodyTooLarge(head, context.site.config());
    if (bodyIsTooLarge || head.method == Method::Connect || (head.expectUnknown && hasBody(head)))
        plan.skipRequestBody();

    if (const int status = statusBeforeTarget(head, host, bodyIsTooLarge); status != 200) {
        plan.refuse(status);
    } else if (targetError != http::TargetError::None) {
        plan.refuse(400);
        plan.skipRequestBody();
    } else {
        planTarget(plan, head, target, *host, context);
    }
    return plan;
}

bool isRefusedUnseen(const http::RequestHead &head, const PlanContext &context)
{
    http::Target target;
    const http::TargetError error = http::parseTarget(head.target, head.method, target);
    if (error != http::TargetError::None || head.method == Method::Connect || head.expectUnknown)
        return true;
    return !context.site.hostFor(authorityOf(head, target, error), context.scratch);
}

AnswerPlan planRefusal(int status, bool withoutBody)
{
    AnswerPlan plan;
    plan.withoutBody = withoutBody;
    plan.refuse(status);
    plan.skipRequestBody();
    return plan;
}

} // namespace servelab::server
