// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/contentcoding.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace servelab::site {

/// A streaming content coding. Used by one thread at a time; good for one body.
class Encoder
{
public:
    enum class Step : std::uint8_t {
        Continue, ///< take the bytes; output comes when it pays
        Flush, ///< and give out everything taken so far
        Finish, ///< and end the coded body
    };

    virtual ~Encoder() = default;

    /// Appends what comes out to `out`. False: the coding library failed (out of memory).
    [[nodiscard]] virtual bool encode(std::string_view input, Step step, std::string &out) = 0;

    /// `level` is a Brotli quality (0 to 11) or a gzip level (1 to 9); `size` the length of the whole body.
    /// Null: the library could not start.
    static std::unique_ptr<Encoder> create(http::ContentCoding coding, int level, std::uint64_t size);
};

} // namespace servelab::site
