// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

/// Order statistics of a few numbers. Pure.
namespace servelab::stats {

/// The value below which the share `p` (0 to 1) of the numbers lies, with a straight line between neighbours
/// (Hyndman and Fan's type 7, what R and spreadsheets do). `ascending` is sorted and not empty.
double quantile(std::span<const double> ascending, double p);

/// Of any order; 0 of none.
double median(std::vector<double> values);

/// Where the numbers lie, of any order; all 0 of none.
struct Quartiles
{
    double lowest = 0;
    double lower = 0;
    double median = 0;
    double upper = 0;
    double highest = 0;
};
Quartiles quartiles(std::vector<double> values);

} // namespace servelab::stats
