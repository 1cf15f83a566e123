// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string_view>

namespace servelab::fuzz {

/// Ends the run where an invariant does not hold, in every build type.
inline void require(bool holds, std::source_location where = std::source_location::current())
{
    if (holds)
        return;
    std::fprintf(stderr, "%s:%u: invariant broken\n", where.file_name(), static_cast<unsigned>(where.line()));
    std::abort();
}

inline std::string_view textOf(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

inline bool isInside(std::string_view view, std::string_view whole)
{
    return view.empty()
        || (view.data() >= whole.data() && view.data() + view.size() <= whole.data() + whole.size());
}

} // namespace servelab::fuzz
