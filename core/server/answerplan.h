// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"
#include "core/site/site.h"

#include <cstdint>
#include <memory>
#include <string>

namespace servelab::server {

/// What becomes of the connection behind an answer.
enum class Persistence : std::uint8_t {
    Kept, ///< HTTP/1.1 as usual: nothing is said
    KeptExpressly, ///< the client asked for keep-alive and is told so
    Closed,
};

/// How an answer announces a body whose length is not known when it begins (RFC 9112 section 6).
enum class StreamFraming : std::uint8_t {
    Chunked,
    ConnectionClose, ///< HTTP/1.0
};

/// What to answer to one request: decided from its head alone, and holding nothing of the head, so that it
/// can wait for the end of the request's body. A value.
struct AnswerPlan
{
    int status = 200;
    Persistence persistence = Persistence::Kept;
    StreamFraming streamFraming = StreamFraming::Chunked;
    bool withoutBody = false; ///< HEAD: the fields of GET alone
    bool skipsRequestBody = false; ///< answer at once; what follows on the connection is not read as requests

    site::RepresentationPointer representation; ///< of 200, 206 and 304; of 404 the site's own page
    std::shared_ptr<site::CodingJob>
        coding; ///< makes the body of this 200, in another coding than `representation`
    std::uint64_t first = 0; ///< part of the representation
    std::uint64_t length = 0;
    std::uint64_t wholeLength = 0; ///< of the representation, for 206 and 416
    std::string location; ///< of a redirect
    std::string_view plainText; ///< of an error: the body in place of the site's own; a constant

    /// Of the answer's body.
    http::ContentCoding contentCoding() const;

    /// Turns the plan into one for an error.
    void refuse(int errorStatus);
    /// Answers without reading the request's body; the connection ends.
    void skipRequestBody();
};

struct PlanContext
{
    const site::Site &site;
    site::LookupScratch &scratch;
    std::int64_t now; ///< seconds since 1970 UTC
    bool identityOnly = false; ///< no content coding is chosen
};

/// In the order of the design: host (421), body (413, 417), method (405, 501), target (400), what it stands
/// for, preconditions (304, 412), range (206, 416), content coding.
AnswerPlan planAnswer(const http::RequestHead &head, const PlanContext &context);

/// Persistence and framing alone: the begin of an answer whose maker is a hook.
AnswerPlan planFraming(const http::RequestHead &head);

/// Whether a request is refused without asking any hook: planAnswer() says with what.
bool isRefusedUnseen(const http::RequestHead &head, const PlanContext &context);

/// Whether a body is announced that is over the site's limit.
bool isBodyTooLarge(const http::RequestHead &head, const site::SiteConfig &config);

/// Whether a body follows the head.
bool hasBody(const http::RequestHead &head);

/// For a head that could not be read, or a request that took too long.
AnswerPlan planRefusal(int status, bool withoutBody);

} // namespace servelab::server
