// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/transfercodings.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"

#include <algorithm>

namespace servelab::http {

namespace {

constexpr std::string_view chunkedToken = "chunked";

bool holdsChunked(std::string_view name)
{
    return !std::ranges::search(name, chunkedToken, {}, octets::toLower).empty();
}

} // namespace

void TransferCodings::addLine(std::string_view value)
{
    ListReader list(value);
    while (const auto coding = list.next())
        addCoding(*coding);
}

void TransferCodings::addCoding(std::string_view coding)
{
    const std::string_view name = octets::trimBlanks(coding.substr(0, coding.find(';')));
    const bool isChunked = equalsIgnoringCase(coding, chunkedToken);
    const bool isWellFormed = !name.empty() && octets::isAllToken(name) && (isChunked || !holdsChunked(name));

    if (m_chunkedSeen || !isWellFormed)
        m_result = Result::Malformed;
    else if (m_result != Result::Malformed)
        m_result = isChunked && m_result == Result::Absent ? Result::Chunked : Result::Unknown;
    m_chunkedSeen = m_chunkedSeen || isChunked;
}

} // namespace servelab::http
