// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/coreassignment.h"
#include "core/lab/resultdocument.h"

namespace servelab::lab {

/// This machine and this program, now; without the program's hash, which takes a moment.
Environment describeEnvironment(const CoreAssignment &cores);

/// The share of all cores that others used between two readings of the machine's and of this program's
/// clocks; empty where the system does not tell.
class BusyProbe
{
public:
    BusyProbe();
    std::optional<double> share() const;

private:
    std::optional<std::chrono::nanoseconds> m_busy;
    std::chrono::nanoseconds m_own;
    std::chrono::steady_clock::time_point m_start;
};

/// SHA-256 in hexadecimal digits; empty where the file cannot be read. Reads the whole file.
QString hashOfFile(const QString &path);

} // namespace servelab::lab
