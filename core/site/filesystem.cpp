// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/filesystem.h"

#include <chrono>

namespace servelab::site {

bool isSettled(const FileIdentity &identity)
{
    using namespace std::chrono;
    constexpr auto timerTick = milliseconds(20); // kernels stamp files with the time of their last tick
    constexpr auto coarseFileSystem = seconds(2); // FAT; others count whole seconds
    const nanoseconds changed(identity.changedNanoseconds);
    const auto age = system_clock::now().time_since_epoch() - changed;
    return age
        > (changed % seconds(1) == nanoseconds(0) ? nanoseconds(coarseFileSystem) : nanoseconds(timerTick));
}

} // namespace servelab::site
