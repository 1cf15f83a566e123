// SPDX-License-Identifier: GPL-3.0-or-later
// Written for macOS, not tried there yet.
#include "core/net/platform.h"

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

} // namespace servelab::net
