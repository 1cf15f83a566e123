// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/answersource.h"

#include <array>
#include <charconv>

namespace servelab::server {

void appendChunk(std::string_view bytes, net::Keeper keeper, net::Gather &gather)
{
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bytes.size(), 16).ptr;
    gather.head().append(digits.data(), end).append("\r\n");
    gather.commitHead();
    gather.append(bytes, std::move(keeper));
    gather.head().append("\r\n");
    gather.commitHead();
}

void appendLastChunk(net::Gather &gather)
{
    gather.head().append("0\r\n\r\n");
    gather.commitHead();
}

} // namespace servelab::server
