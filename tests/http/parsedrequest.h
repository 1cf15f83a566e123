// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requestparser.h"
#include "tests/http/feeding.h"

#include <QByteArray>

namespace servelab::testing {

/// All that is known of a head, on one line.
inline QByteArray describe(const http::RequestHead &head)
{
    QByteArray text = bytesOf(head.methodToken) + ' ' + bytesOf(head.target) + ' '
        + QByteArray::number(head.minorVersion) + " framing " + QByteArray::number(int(head.framing)) + ' '
        + QByteArray::number(qulonglong(head.contentLength)) + " host " + bytesOf(head.host) + " flags "
        + QByteArray::number(head.closeRequested) + QByteArray::number(head.keepAliveRequested)
        + QByteArray::number(head.expectContinue) + QByteArray::number(head.expectUnknown);
    for (const http::FieldLine &field : head.fields())
        text += " [" + bytesOf(field.name) + "=" + bytesOf(field.value) + ']';
    return text;
}

/// Reader for differenceWhenCut().
class RequestReader
{
public:
    explicit RequestReader(const http::HeadLimits &limits)
        : m_limits(limits)
    {
    }

    QByteArray operator()(std::string_view bytes)
    {
        http::RequestHead head;
        switch (m_parser.parse(bytes, head, m_limits)) {
        case http::RequestParser::Status::Complete:
            return QByteArray::number(qulonglong(m_parser.headLength())) + ' ' + describe(head);
        case http::RequestParser::Status::Error:
            return "error " + QByteArray::number(int(m_parser.error()));
        case http::RequestParser::Status::Incomplete:
            break;
        }
        return {};
    }

private:
    http::RequestParser m_parser;
    http::HeadLimits m_limits;
};

inline QByteArray differenceWhenCut(const QByteArray &bytes, const http::HeadLimits &limits = {})
{
    return differenceWhenCut([&limits] { return RequestReader(limits); }, bytes);
}

/// What one call makes of these bytes.
struct Parsed
{
    http::RequestParser parser;
    http::RequestHead head;
    http::RequestParser::Status status;

    explicit Parsed(const QByteArray &bytes, const http::HeadLimits &limits = {})
        : status(parser.parse(viewOf(bytes), head, limits))
    {
    }
};

} // namespace servelab::testing
