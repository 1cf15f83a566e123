// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/epolldispatcher.h"
#include "core/net/platform.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

#include <cerrno>

namespace servelab::net {

NativeLoop makeNativeLoop()
{
    auto loop = std::make_unique<EpollLoop>();
    auto *dispatcher = new EpollDispatcher(*loop); // the thread takes it over
    return {std::move(loop), dispatcher};
}

IoResult platform::sendPages(int descriptor, int file, std::uint64_t offset, std::size_t bytes)
{
    auto position = static_cast<off_t>(offset);
    const ssize_t sent = ::sendfile(descriptor, file, &position, bytes);
    return sent > 0 ? IoResult{IoStatus::Done, static_cast<std::size_t>(sent), 0} : failure();
}

platform::Accepted platform::accept(int descriptor)
{
    base::UniqueFd connection(::accept4(descriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    const int error = connection.isValid() ? 0 : errno;
    return {std::move(connection), error};
}

std::uint64_t platform::unacknowledgedBytes(int descriptor)
{
    int bytes = 0;
    return ::ioctl(descriptor, SIOCOUTQ, &bytes) == 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

} // namespace servelab::net
