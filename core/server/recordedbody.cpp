// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/recordedbody.h"

#include "core/http/utf8.h"

namespace servelab::server {

namespace {

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

} // namespace

std::optional<std::string_view> RecordedBody::text() const
{
    http::Utf8Checker checker;
    if (!checker.feed(m_bytes))
        return {};
    if (checker.isComplete())
        return m_bytes;
    if (!isCut())
        return {};
    std::string_view whole = m_bytes;
    while (continuesCharacter(whole.back()))
        whole.remove_suffix(1);
    whole.remove_suffix(1); // the first byte of the character
    return whole;
}

} // namespace servelab::server
