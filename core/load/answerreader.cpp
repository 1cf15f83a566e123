// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/answerreader.h"

#include "core/http/status.h"
#include "core/load/bodydigest.h"

#include <algorithm>

namespace servelab::load {

namespace {

constexpr int highestStatus = 599; // RFC 9110 section 15: beyond it a status is invalid

} // namespace

void AnswerReader::begin(bool requestWasHead, BodyDigest *digest)
{
    m_parser.reset();
    m_digest = digest;
    m_partialHead = {}; // gives a hostile head's memory back
    m_announcedBytes = 0;
    m_surplus = 0;
    m_requestWasHead = requestWasHead;
    m_hasHead = false;
}

AnswerReader::Status AnswerReader::take(std::string_view bytes)
{
    if (!m_hasHead) {
        if (const Status status = takeHead(bytes); status != Status::Complete)
            return status;
    }
    std::size_t consumed = 0;
    switch (takeBody(bytes, consumed)) {
    case http::BodyReader::Status::Incomplete:
        return Status::Incomplete;
    case http::BodyReader::Status::Error:
        return Status::Malformed;
    case http::BodyReader::Status::Complete:
        break;
    }
    m_surplus = bytes.size() - consumed;
    return Status::Complete;
}

/// As BodyReader::take, past the digest where there is one.
http::BodyReader::Status AnswerReader::takeBody(std::string_view bytes, std::size_t &consumed)
{
    if (!m_digest) [[likely]]
        return m_body.take(bytes, consumed);
    for (;;) {
        const http::ChunkedDecoder::Step step = m_body.next(bytes.substr(consumed));
        consumed += step.consumed;
        m_digest->add(step.data);
        switch (step.status) {
        case http::ChunkedDecoder::Status::Data:
            break;
        case http::ChunkedDecoder::Status::Incomplete:
            return http::BodyReader::Status::Incomplete;
        case http::ChunkedDecoder::Status::Complete:
            return http::BodyReader::Status::Complete;
        case http::ChunkedDecoder::Status::Error:
            return http::BodyReader::Status::Error;
        }
    }
}

/// Takes the head's part off the front of `bytes`. Complete when the head is.
AnswerReader::Status AnswerReader::takeHead(std::string_view &bytes)
{
    const std::size_t before = m_partialHead.size();
    if (before > 0)
        m_partialHead.append(bytes);
    http::ResponseHead head;
    switch (m_parser.parseHead(before > 0 ? std::string_view(m_partialHead) : bytes, head)) {
    case http::ResponseParser::Status::Incomplete:
        if (before == 0)
            m_partialHead.assign(bytes);
        return Status::Incomplete;
    case http::ResponseParser::Status::Error:
        return Status::Malformed;
    case http::ResponseParser::Status::HeadComplete:
        break;
    }
    bytes.remove_prefix(m_parser.headLength() - before);
    beginBody(head);
    return m_status <= highestStatus ? Status::Complete : Status::Malformed;
}

void AnswerReader::beginBody(const http::ResponseHead &head)
{
    m_hasHead = true;
    m_status = head.status;
    m_closes = head.closes;
    m_body.begin(head, m_requestWasHead);
    const bool hasBody = !m_requestWasHead && !http::isBodiless(head.status);
    m_announcedBytes = hasBody && head.hasLength ? head.contentLength : 0;
}

std::uint64_t AnswerReader::leastBodyBytes() const
{
    return m_hasHead ? std::max(m_announcedBytes, m_body.bodyBytes()) : 0;
}

} // namespace servelab::load
