// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/holding/report.h"

#include <chrono>

namespace servelab::holding {

/// How long and how much; a scenario that has no use for one of them ignores it.
struct Extent
{
    std::chrono::seconds time{};
    int count = 0;
};

/// Something a server has to hold against, with the limits it has to hold.
struct Scenario
{
    QString name;
    QString meaning;
    Extent full; ///< what the limits are meant for
    void (*run)(const Extent &extent, Report &report);
};

void holdIdleConnections(const Extent &extent, Report &report);
void holdSlowSenders(const Extent &extent, Report &report);
void holdStoppedReaders(const Extent &extent, Report &report);
void holdWithFewDescriptors(const Extent &extent, Report &report);
void holdResets(const Extent &extent, Report &report);
void holdStarts(const Extent &extent, Report &report);

} // namespace servelab::holding
