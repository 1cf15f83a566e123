// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/utf8.h"

#include "core/http/octets.h"

namespace servelab::http {

namespace {

/// Length of the ASCII at the front of `bytes`, in steps of eight.
std::size_t asciiWords(std::string_view bytes)
{
    std::size_t length = 0;
    while (bytes.size() - length >= 8
        && (octets::detail::load(bytes.data() + length) & octets::detail::everyOctet(0x80)) == 0)
        length += 8;
    return length;
}

} // namespace

bool Utf8Checker::feed(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_missing == 0)
            bytes.remove_prefix(asciiWords(bytes));
        // Up to a word's end byte by byte, then another look for ASCII.
        for (int i = 0; i < 8 && !bytes.empty(); ++i, bytes.remove_prefix(1)) {
            if (!take(static_cast<unsigned char>(bytes.front())))
                return false;
        }
    }
    return true;
}

bool Utf8Checker::take(unsigned char byte)
{
    if (m_missing == 0)
        return begin(byte);
    if (byte < m_least || byte > m_greatest)
        return false;
    --m_missing;
    m_least = 0x80;
    m_greatest = 0xbf;
    return true;
}

bool Utf8Checker::begin(unsigned char lead)
{
    if (lead < 0x80)
        return true;
    if (lead < 0xc2 || lead > 0xf4)
        return false;
    m_missing = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    m_least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    m_greatest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    return true;
}

bool isUtf8(std::string_view text)
{
    Utf8Checker checker;
    return checker.feed(text) && checker.isComplete();
}

} // namespace servelab::http
