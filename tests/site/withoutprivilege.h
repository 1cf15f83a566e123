// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/fsuid.h>
#include <unistd.h>

namespace servelab::site {

/// While it lives, file permissions bind this thread even where the tests run as root.
class WithoutPrivilege
{
public:
    WithoutPrivilege()
    {
        constexpr uid_t nobody = 65534;
        if (::geteuid() == 0)
            ::setfsuid(nobody);
    }
    WithoutPrivilege(const WithoutPrivilege &) = delete;
    WithoutPrivilege &operator=(const WithoutPrivilege &) = delete;
    ~WithoutPrivilege() { ::setfsuid(::geteuid()); }
};

} // namespace servelab::site
