// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Student's t distribution, to more than ten digits. Pure.
namespace servelab::stats {

/// The regularized incomplete beta function I_x(a, b), for a and b above 0 and x from 0 to 1.
double incompleteBeta(double a, double b, double x);

/// How likely a |t| at least this large is where there is no difference.
double twoSidedProbability(double t, double degreesOfFreedom);

/// The |t| that is exceeded with this two-sided probability (above 0, below 1).
double criticalT(double twoSidedProbability, double degreesOfFreedom);

} // namespace servelab::stats
