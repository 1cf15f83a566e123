// SPDX-License-Identifier: GPL-3.0-or-later
// Written for macOS, not tried there yet.
#include "core/net/platform.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cerrno>

namespace servelab::net {

NativeLoop makeNativeLoop()
{
    return {};
}

IoResult platform::sendPages(int, int, std::uint64_t, std::size_t)
{
    return {IoStatus::Failed, 0, ENOTSUP};
}

platform::Accepted platform::accept(int descriptor)
{
    base::UniqueFd connection(::accept(descriptor, nullptr, nullptr));
    if (!connection.isValid())
        return {{}, errno};
    ::fcntl(connection.get(), F_SETFD, FD_CLOEXEC);
    makeNonBlocking(connection.get());
    return {std::move(connection), 0};
}

std::uint64_t platform::unacknowledgedBytes(int descriptor)
{
    int bytes = 0;
    socklen_t length = sizeof bytes;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &bytes, &length) == 0
        ? static_cast<std::uint64_t>(bytes)
        : 0;
}

} // namespace servelab::net
