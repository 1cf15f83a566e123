// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace servelab::stats {

class Histogram;

/// A histogram's percentile distribution as the HdrHistogram libraries write it (".hgrm"), which their
/// plotter and others read: a line for each step of percentiles, steps that halve with the distance to 100 %,
/// then mean, standard deviation, maximum and count. Values are divided by `valuesPerUnit`: 1000 turns
/// microseconds into milliseconds.
QByteArray percentileFile(const Histogram &histogram, double valuesPerUnit);

} // namespace servelab::stats
