// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/uniquefd.h"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace servelab::base {

void UniqueFd::reset(int descriptor)
{
    const int old = std::exchange(m_descriptor, descriptor);
    if (old < 0)
        return;
#ifdef _WIN32
    ::_close(old);
#else
    ::close(old);
#endif
}

} // namespace servelab::base
