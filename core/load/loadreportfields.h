// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loadreport.h"

/// The parts of a load report that are treated alike, in tables: what is summed is also what is written.
namespace servelab::load::fields {

inline constexpr std::array<QLatin1StringView, loadErrorKindCount> kindKeys{
    QLatin1StringView("connect"),
    QLatin1StringView("connectTimeout"),
    QLatin1StringView("timeout"),
    QLatin1StringView("reset"),
    QLatin1StringView("earlyClose"),
    QLatin1StringView("malformed"),
    QLatin1StringView("unexpectedStatus"),
    QLatin1StringView("unexpectedLength"),
    QLatin1StringView("unexpectedBody"),
    QLatin1StringView("tls"),
};

inline constexpr std::array<QLatin1StringView, 6> classKeys{
    QLatin1StringView("other"),
    QLatin1StringView("1xx"),
    QLatin1StringView("2xx"),
    QLatin1StringView("3xx"),
    QLatin1StringView("4xx"),
    QLatin1StringView("5xx"),
};

/// The counters that are written as they are, by their key.
struct NamedCounter
{
    QLatin1StringView key;
    std::uint64_t LoadReport::*member;
    bool isNew = false; ///< not in reports of the first version
};
inline constexpr std::array counters{
    NamedCounter{QLatin1StringView("requests"), &LoadReport::requests},
    NamedCounter{QLatin1StringView("responses"), &LoadReport::responses},
    NamedCounter{QLatin1StringView("inFlight"), &LoadReport::inFlight},
    NamedCounter{QLatin1StringView("backlog"), &LoadReport::backlog, true},
    NamedCounter{QLatin1StringView("lateSends"), &LoadReport::lateSends, true},
    NamedCounter{QLatin1StringView("lateByGenerator"), &LoadReport::lateByGenerator, true},
    NamedCounter{QLatin1StringView("bytesReceived"), &LoadReport::bytesReceived},
    NamedCounter{QLatin1StringView("bytesSent"), &LoadReport::bytesSent},
    NamedCounter{QLatin1StringView("bodyBytes"), &LoadReport::bodyBytes},
};

/// The histograms, latency apart.
struct NamedHistogram
{
    QLatin1StringView key;
    stats::Histogram LoadReport::*member;
};
inline constexpr std::array histograms{
    NamedHistogram{QLatin1StringView("uncorrectedMicroseconds"), &LoadReport::uncorrectedMicroseconds},
    NamedHistogram{QLatin1StringView("firstByteMicroseconds"), &LoadReport::firstByteMicroseconds},
    NamedHistogram{QLatin1StringView("connectMicroseconds"), &LoadReport::connectMicroseconds},
    NamedHistogram{QLatin1StringView("handshakeMicroseconds"), &LoadReport::handshakeMicroseconds},
};

inline double secondsOf(std::chrono::nanoseconds time)
{
    return static_cast<double>(time.count()) / 1e9;
}

struct NamedDuration
{
    QLatin1StringView key;
    std::chrono::nanoseconds LoadReport::*member;
};
inline constexpr std::array durations{
    NamedDuration{QLatin1StringView("elapsedSeconds"), &LoadReport::elapsed},
    NamedDuration{QLatin1StringView("generatorCpuSeconds"), &LoadReport::generatorCpu},
};

} // namespace servelab::load::fields
