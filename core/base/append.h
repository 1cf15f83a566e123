// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

/// Text that is put together from many short parts, as heads and records are.
namespace servelab::base {

/// What std::string::append() does, without a call for each part. libstdc++ 12 tells the operation the new
/// capacity where it should tell the size asked for.
inline void append(std::string &out, std::string_view text)
{
    const std::size_t before = out.size();
    const std::size_t size = before + text.size();
    out.resize_and_overwrite(size, [&](char *bytes, std::size_t) {
        std::memcpy(bytes + before, text.data(), text.size());
        return size;
    });
}

/// In decimal.
inline void append(std::string &out, std::uint64_t value)
{
    std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    append(out, std::string_view(digits.data(), result.ptr));
}

} // namespace servelab::base
