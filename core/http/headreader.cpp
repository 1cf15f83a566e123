// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/headreader.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"
#include "core/http/target.h"

#include <cassert>

namespace servelab::http {

ParseError HeadReader::read(std::string_view bytes)
{
    clear();
    const std::size_t lineEnd = bytes.find('\r');
    ParseError error = readRequestLine(bytes.substr(0, lineEnd));
    if (error == ParseError::None)
        error = readFieldLines(bytes.substr(lineEnd + 2));
    return error == ParseError::None ? settle() : error;
}

void HeadReader::clear()
{
    m_head.m_fieldCount = 0;
    m_head.m_nameLengths = 0;
    m_head.framing = BodyFraming::None;
    m_head.contentLength = 0;
    m_head.host = {};
    m_head.closeRequested = false;
    m_head.keepAliveRequested = false;
    m_head.expectContinue = false;
    m_head.expectUnknown = false;
}

ParseError HeadReader::readRequestLine(std::string_view line)
{
    const std::size_t methodEnd = line.find(' ');
    if (methodEnd == std::string_view::npos)
        return ParseError::BadRequestLine;
    const std::size_t targetEnd = line.find(' ', methodEnd + 1);
    if (targetEnd == std::string_view::npos || targetEnd == methodEnd + 1)
        return ParseError::BadRequestLine;

    m_head.methodToken = line.substr(0, methodEnd);
    m_head.target = line.substr(methodEnd + 1, targetEnd - methodEnd - 1);
    m_head.method = methodFromToken(m_head.methodToken);
    if (m_head.method == Method::Unknown && !octets::isAllToken(m_head.methodToken))
        return ParseError::BadMethod;
    if (!octets::isAllTargetText(m_head.target))
        return ParseError::BadTarget;
    return readVersion(line.substr(targetEnd + 1));
}

ParseError HeadReader::readVersion(std::string_view version)
{
    if (version.find(' ') != std::string_view::npos)
        return ParseError::BadRequestLine;
    if (version.size() != 8 || !version.starts_with("HTTP/") || !octets::isDigit(version[5])
        || version[6] != '.' || !octets::isDigit(version[7]))
        return ParseError::BadVersion;
    if (version[5] != '1')
        return ParseError::UnsupportedVersion;
    m_head.minorVersion = version[7] == '0' ? 0 : 1;
    return ParseError::None;
}

ParseError HeadReader::readFieldLines(std::string_view lines)
{
    while (lines.front() != '\r') {
        assert(m_head.m_fieldCount < m_head.m_fields.size());
        FieldLine &field = m_head.m_fields[m_head.m_fieldCount];
        if (const FieldLineError error = readFieldLine(lines, field); error != FieldLineError::None)
            return error == FieldLineError::BadName ? ParseError::BadFieldName : ParseError::BadFieldValue;
        ++m_head.m_fieldCount;
        m_head.m_nameLengths |= RequestHead::lengthBit(field.name.size());
        if (const ParseError error = readField(field); error != ParseError::None)
            return error;
    }
    return ParseError::None;
}

/// Looks at the fields that decide about framing and connection; their names differ in length.
ParseError HeadReader::readField(const FieldLine &field)
{
    const auto isNamed = [&field](std::string_view name) { return equalsIgnoringCase(field.name, name); };
    switch (field.name.size()) {
    case 4:
        return isNamed("Host") ? readHost(field.value) : ParseError::None;
    case 6:
        if (isNamed("Expect"))
            readExpect(field.value);
        return ParseError::None;
    case 10:
        if (isNamed("Connection"))
            readConnection(field.value);
        return ParseError::None;
    case 14:
        return isNamed("Content-Length") ? readContentLength(field.value) : ParseError::None;
    case 17:
        if (isNamed("Transfer-Encoding"))
            m_codings.addLine(field.value);
        return ParseError::None;
    default:
        return ParseError::None;
    }
}

ParseError HeadReader::readHost(std::string_view value)
{
    if (m_hasHost)
        return ParseError::RepeatedHost;
    m_hasHost = true;
    m_head.host = value;
    return isValidAuthority(value) ? ParseError::None : ParseError::BadHost;
}

ParseError HeadReader::readContentLength(std::string_view value)
{
    const auto length = parseDecimal(value);
    if (m_hasContentLength || !length)
        return ParseError::BadContentLength;
    m_hasContentLength = true;
    m_head.contentLength = *length;
    return ParseError::None;
}

void HeadReader::readConnection(std::string_view value)
{
    ListReader options(value);
    while (const auto option = options.next()) {
        m_head.closeRequested |= equalsIgnoringCase(*option, "close");
        m_head.keepAliveRequested |= equalsIgnoringCase(*option, "keep-alive");
    }
}

void HeadReader::readExpect(std::string_view value)
{
    ListReader expectations(value);
    while (const auto expectation = expectations.next()) {
        const bool isContinue = equalsIgnoringCase(*expectation, "100-continue");
        m_head.expectContinue |= isContinue;
        m_head.expectUnknown |= !isContinue && !expectation->empty();
    }
}

ParseError HeadReader::settle()
{
    if (!m_hasHost)
        return ParseError::MissingHost;
    if (m_head.minorVersion == 0) {
        m_head.closeRequested |= !m_head.keepAliveRequested;
        m_head.expectContinue = false; // RFC 9110 section 10.1.1: ignored in HTTP/1.0
    }
    return settleFraming();
}

ParseError HeadReader::settleFraming()
{
    const TransferCodings::Result codings = m_codings.result();
    if (codings == TransferCodings::Result::Absent) {
        m_head.framing = m_hasContentLength ? BodyFraming::ContentLength : BodyFraming::None;
        return ParseError::None;
    }
    if (m_hasContentLength)
        return ParseError::LengthAndCoding;
    if (codings == TransferCodings::Result::Malformed || m_head.minorVersion == 0)
        return ParseError::BadTransferCoding;
    if (codings == TransferCodings::Result::Unknown)
        return ParseError::UnknownTransferCoding;
    m_head.framing = BodyFraming::Chunked;
    return ParseError::None;
}

} // namespace servelab::http
