// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/stats/histogram.h"

#include <QJsonObject>
#include <QString>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

namespace servelab::load {

enum class LoadErrorKind : std::uint8_t {
    Connect, ///< could not connect; refused, unreachable
    ConnectTimeout,
    Timeout, ///< no whole answer within the request timeout
    Reset, ///< the connection broke while an answer was due
    EarlyClose, ///< closed before the answer was whole
    Malformed, ///< not an HTTP answer, conflicting framing, or bytes behind the answer
    UnexpectedStatus,
    UnexpectedLength, ///< of the body
};

inline constexpr int loadErrorKindCount = 8;

/// "connect", "connectTimeout", "timeout", "reset", "earlyClose", "malformed", "unexpectedStatus",
/// "unexpectedLength".
QString toKey(LoadErrorKind kind);

struct LoadErrors
{
    std::uint64_t count = 0;
    int systemError = 0; ///< errno of the first one, 0 where there is none
    QString sample; ///< what the first one looked like, for a person
};

/// What a load run has done so far, or in all. Immutable once handed out.
struct LoadReport
{
    std::chrono::nanoseconds elapsed{0}; ///< of the measured part
    std::uint64_t requests = 0; ///< begun; requests = responses + errors + inFlight
    std::uint64_t responses = 0; ///< whole and right
    std::uint64_t inFlight = 0; ///< without an answer at the end
    std::uint64_t bytesReceived = 0; ///< on the wire, heads included
    std::uint64_t bytesSent = 0;
    std::uint64_t bodyBytes = 0; ///< of right answers
    std::array<std::uint64_t, 6> answersByClass{}; ///< by status / 100, right or not
    std::map<LoadErrorKind, LoadErrors> errors;
    stats::Histogram latencyMicroseconds; ///< from the first byte sent to the last byte of the answer
    std::chrono::nanoseconds generatorCpu{0}; ///< CPU time of the generator's threads

    std::uint64_t errorCount() const;
    std::uint64_t errorCount(LoadErrorKind kind) const;
    double requestsPerSecond() const; ///< right responses per second

    /// Adds what another thread did at the same time: counts are summed, the longer time is the time of both.
    void add(const LoadReport &other);

    /// Keys are camelCase with the unit in the name: requestsPerSecond, latencyMicroseconds.p99,
    /// errors.timeout. "errors" has the count of every kind, "errorSamples" errno and sample of those that
    /// occurred. The histogram is in it whole, so that fromJson() loses nothing; what is derived it ignores.
    QJsonObject toJson() const;
    static base::Expected<LoadReport> fromJson(const QJsonObject &object);

    /// For a terminal, several lines, the last one ended too.
    QString toText() const;
};

/// A state of a running load, ten times a second.
struct LoadProgress
{
    std::chrono::nanoseconds elapsed{0}; ///< since the start, warm-up included
    bool warmingUp = false;
    std::uint64_t responses = 0;
    std::uint64_t errors = 0;
    double requestsPerSecond = 0; ///< since the last progress
    std::int64_t p99Microseconds = 0; ///< since the last progress
    int connectionsOpen = 0;
};

} // namespace servelab::load
