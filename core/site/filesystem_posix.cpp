// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/filesystem.h"

#include <unistd.h>

#include <cerrno>

namespace servelab::site {

std::ptrdiff_t readAt(int descriptor, char *out, std::size_t size, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = ::pread(descriptor, out + done, size - done, off_t(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        done += std::size_t(count);
    }
    return std::ptrdiff_t(done);
}

} // namespace servelab::site
