// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loadplan.h"

#include <QStringList>

#include <vector>

namespace servelab::load {

inline constexpr qsizetype maximumMix = 10'000; ///< requests of a plan
inline constexpr qsizetype maximumNames = 256; ///< of them, as each has a histogram of its own
inline constexpr int maximumWeights = 100'000; ///< in sum, divided by what they have in common

/// The requests of a plan as they are sent: its mix with the plan's fields, expectation and names filled in,
/// or the one that it has without a mix, whose name is empty.
QList<PlannedRequest> requestsOf(const LoadPlan &plan);

/// The names of the requests that are told apart in a report, in order; empty where there is one request.
QStringList namesOf(const QList<PlannedRequest> &requests);

/// Sum of the weights divided by their greatest common divisor. The weights are from 1.
std::int64_t reducedWeights(const QList<PlannedRequest> &requests);

/// One round of a plan: indices of requests in the order of their sending. Weighted: each as often as its
/// weight says in every round, shuffled always alike. The plan is valid.
std::vector<std::uint32_t> roundOf(const QList<PlannedRequest> &requests, RequestOrder order);

} // namespace servelab::load
