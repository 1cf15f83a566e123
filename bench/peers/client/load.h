// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/peers/client/check.h"

#include <string>

namespace servelab::bench {

/// What the timed part came to.
struct LoadResult
{
    std::uint64_t answers = 0; ///< complete and right
    std::uint64_t bytes = 0; ///< of answers, those under way included
    std::uint64_t errors = 0; ///< wrong status or length, broken connection
    std::string firstError;
    double seconds = 0;
    double serverCpu = 0; ///< seconds, of the processes named by --cpu-of
    double clientCpu = 0; ///< seconds
    std::uint64_t asked = 0; ///< requests sent by this program in all, outside of the timed part too
};

/// Loads as the options say. `checked` is what every answer is to be as long as.
LoadResult runLoad(const Options &options, const CheckedAnswer &checked, const TlsContext *tls);

} // namespace servelab::bench
