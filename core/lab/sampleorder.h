// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

namespace servelab::lab {

/// In what order `items` things are measured in each of `rounds` rounds: random, the same for the same seed
/// on every machine, and balanced: within each run of `items` rounds a thing stands at each position at most
/// once, so that what changes during a round (heat, caches of the system) meets all of them alike. Pure.
QList<QList<int>> balancedOrders(int items, int rounds, quint64 seed);

} // namespace servelab::lab
