// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"
#include "core/net/platform.h"

/// Bytes in and out of a socket, with the loop told when readiness is wanted again.
namespace servelab::net {

inline IoResult receiveFrom(int descriptor, std::span<char> buffer)
{
    const IoResult result = platform::receive(descriptor, buffer);
    if (result.status == IoStatus::WouldBlock
        || (result.status == IoStatus::Done && result.bytes < buffer.size()))
        EventLoop::noteReadDrained(descriptor);
    return result;
}

inline IoResult sendTo(int descriptor, std::span<const std::string_view> views, More more)
{
    const IoResult result = platform::send(descriptor, views, more);
    if (result.status == IoStatus::WouldBlock)
        EventLoop::noteWriteBlocked(descriptor);
    return result;
}

inline IoResult sendPagesTo(int descriptor, int file, std::uint64_t offset, std::size_t bytes)
{
    const IoResult result = platform::sendPages(descriptor, file, offset, bytes);
    if (result.status == IoStatus::WouldBlock)
        EventLoop::noteWriteBlocked(descriptor);
    return result;
}

} // namespace servelab::net
