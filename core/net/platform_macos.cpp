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

IoResult platform::sendFile(int descriptor, int file, std::uint64_t offset, std::size_t bytes)
{
    off_t length = static_cast<off_t>(bytes);
    const int result = ::sendfile(file, descriptor, static_cast<off_t>(offset), &length, nullptr, 0);
    if (length > 0)
        return {IoStatus::Done, static_cast<std::size_t>(length), 0}; // also when it then would block
    if (result == 0)
        return {IoStatus::Failed, 0, ENODATA}; // the file has become shorter
    return errno == EINTR ? IoResult{IoStatus::WouldBlock, 0, 0} : failure();
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
