// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/student.h"

#include <cmath>
#include <limits>

namespace servelab::stats {
namespace {

constexpr double precision = 1e-15;
constexpr int mostTerms = 10'000;

/// lgamma() of the C library writes a global variable; this one may run on any thread.
double logGamma(double x)
{
#ifdef __GLIBC__
    int sign = 0;
    return ::lgamma_r(x, &sign);
#else
    return std::lgamma(x);
#endif
}

/// The factors of the continued fraction of the incomplete beta function (DLMF 8.17.22), from 1 on.
double factor(double a, double b, double x, int number)
{
    const double m = number / 2;
    const double twice = 2 * m;
    if (number % 2 == 0)
        return m * (b - m) * x / ((a + twice - 1) * (a + twice));
    return -(a + m) * (a + b + m) * x / ((a + twice) * (a + twice + 1));
}

double awayFromZero(double value)
{
    constexpr double least = std::numeric_limits<double>::min() / precision;
    return std::abs(value) < least ? least : value;
}

/// 1 / (1 + d1 / (1 + d2 / (1 + ...))), evaluated from its beginning as Lentz and Thompson do. It converges
/// quickly for x below (a + 1) / (a + b + 2).
double continuedFraction(double a, double b, double x)
{
    double value = 1;
    double numerator = 1;
    double denominator = 0;
    for (int number = 1; number < mostTerms; ++number) {
        const double d = factor(a, b, x, number);
        denominator = 1 / awayFromZero(1 + d * denominator);
        numerator = awayFromZero(1 + d / numerator);
        const double change = numerator * denominator;
        value *= change;
        if (std::abs(change - 1) < precision)
            break;
    }
    return 1 / value;
}

double leadingTerm(double a, double b, double x)
{
    const double logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
    return std::exp(a * std::log(x) + b * std::log1p(-x) - logBeta);
}

} // namespace

double incompleteBeta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    if (x > (a + 1) / (a + b + 2))
        return 1 - incompleteBeta(b, a, 1 - x);
    return leadingTerm(a, b, x) * continuedFraction(a, b, x) / a;
}

double twoSidedProbability(double t, double degreesOfFreedom)
{
    if (std::isinf(t))
        return 0;
    return incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t));
}

double criticalT(double probability, double degreesOfFreedom)
{
    double low = 0;
    double high = 1;
    while (twoSidedProbability(high, degreesOfFreedom) > probability && high < 1e300)
        high *= 2;
    for (int step = 0; step < 200 && high - low > precision * high; ++step) {
        const double middle = (low + high) / 2;
        (twoSidedProbability(middle, degreesOfFreedom) > probability ? low : high) = middle;
    }
    return (low + high) / 2;
}

} // namespace servelab::stats
