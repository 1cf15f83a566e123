// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/load/timeseries.h"
#include "core/stats/histogram.h"

#include <QJsonObject>
#include <QString>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace servelab::load {

enum class LoadErrorKind : std::uint8_t {
    Connect, ///< could not connect; refused, unreachable
    ConnectTimeout, ///< TLS handshake included
    Timeout, ///< no whole answer within the request timeout
    Reset, ///< the connection broke while an answer was due
    EarlyClose, ///< closed before the answer was whole
    Malformed, ///< not an HTTP answer, conflicting framing, or bytes behind the answer
    UnexpectedStatus,
    UnexpectedLength, ///< of the body
    UnexpectedBody, ///< of the right length, but another one
    Tls, ///< no handshake: no trust, no common ground; or what came later breaks TLS
};

inline constexpr int loadErrorKindCount = 10;

/// "connect", "connectTimeout", "timeout", "reset", "earlyClose", "malformed", "unexpectedStatus",
/// "unexpectedLength", "unexpectedBody", "tls".
QString toKey(LoadErrorKind kind);

struct LoadErrors
{
    std::uint64_t count = 0;
    int systemError = 0; ///< errno of the first one, 0 where there is none
    QString sample; ///< what the first one looked like, for a person
};

/// What became of the requests of one name, where a plan has several.
struct NamedResult
{
    QString name;
    std::uint64_t responses = 0; ///< whole and right
    std::uint64_t errors = 0;
    stats::Histogram latencyMicroseconds; ///< as in the whole report
};

/// How the thread of a generator that was busiest spent its time.
struct ThreadTime
{
    std::chrono::nanoseconds busy{0}; ///< at work
    std::chrono::nanoseconds waiting{
        0}; ///< ready to work, and without a core; 0 where the system does not tell
};

/// What may have kept the figures from being those of the server alone.
enum class GeneratorLimit : std::uint8_t {
    None,
    Busy, ///< a thread of the generator worked nearly all the time: it could not have asked for more
    NoCore, ///< a thread of it was ready nearly all the time, and had to wait for a core
    Late, ///< open loop: it sent many requests late although a connection was free
};

/// "none", "busy", "noCore", "late".
QString toKey(GeneratorLimit limit);

/// What a load run has done so far, or in all. Immutable once handed out.
struct LoadReport
{
    static constexpr std::size_t classCount = 6; ///< by status / 100; 0 does not occur

    std::chrono::nanoseconds elapsed{0}; ///< of the measured part
    std::uint64_t requests = 0; ///< begun (in open loop: due); requests = responses + errors + inFlight
    std::uint64_t responses = 0; ///< whole and right
    std::uint64_t inFlight = 0; ///< without an answer at the end
    std::uint64_t backlog = 0; ///< open loop: those in flight that were never sent
    std::uint64_t lateSends = 0; ///< open loop: sent more than lateAfter behind the time they were due
    std::uint64_t lateByGenerator = 0; ///< those of them for which a connection was free
    std::uint64_t bytesReceived = 0; ///< on the wire, heads included; with TLS what is within it
    std::uint64_t bytesSent = 0;
    std::uint64_t bodyBytes = 0; ///< of right answers
    std::array<std::uint64_t, classCount> answersByClass{}; ///< whole ones, right or not
    std::map<LoadErrorKind, LoadErrors> errors;

    /// Of right answers, to the last byte. In closed loop from the first byte sent; in open loop from the
    /// time the request was due, so that what had to wait for a slow server counts as slow (corrected).
    stats::Histogram latencyMicroseconds;
    stats::Histogram uncorrectedMicroseconds; ///< open loop: the same answers from the first byte sent
    stats::Histogram
        firstByteMicroseconds; ///< from the first byte sent to the first of an answer, right or not
    stats::Histogram connectMicroseconds; ///< of each connection that was made, in the warm-up too
    stats::Histogram handshakeMicroseconds; ///< TLS, WebSocket: from there on, until it was ready for use
    /// Of whole answers, right or not, as latencyMicroseconds.
    std::array<stats::Histogram, classCount> latencyByClass;
    std::vector<NamedResult> byName; ///< empty where the plan has one request
    TimeSeries series;

    std::chrono::nanoseconds generatorCpu{0}; ///< CPU time of the generator's threads
    ThreadTime busiestThread;

    static constexpr std::chrono::milliseconds lateAfter{1};

    std::uint64_t errorCount() const;
    std::uint64_t errorCount(LoadErrorKind kind) const;
    double requestsPerSecond() const; ///< right responses per second
    GeneratorLimit generatorLimit() const;

    /// Adds what another thread did at the same time: counts are summed, the longer time is the time of both.
    void add(const LoadReport &other);

    /// Keys are camelCase with the unit in the name: requestsPerSecond, latencyMicroseconds.p99,
    /// errors.timeout. "errors" has the count of every kind, "errorSamples" errno and sample of those that
    /// occurred. Histograms are in it whole, so that fromJson() loses nothing; what is derived it ignores.
    /// What reports of former versions did not have is empty.
    QJsonObject toJson() const;
    static base::Expected<LoadReport> fromJson(const QJsonObject &object);

    /// For a terminal, several lines, the last one ended too.
    QString toText() const;

    /// For a spreadsheet: a row of names, a row for all requests, and one for each name of requests. Names
    /// carry their units; a comma parts columns, a point decimals (RFC 4180).
    QByteArray toCsv() const;
    /// The same of the time series, a row for each bin.
    QByteArray seriesToCsv() const;
};

/// The percentiles that reports show, by the key and label they have everywhere.
struct NamedPercentile
{
    QLatin1StringView key;
    double percent;
};
inline constexpr std::array shownPercentiles{
    NamedPercentile{QLatin1StringView("p50"), 50},
    NamedPercentile{QLatin1StringView("p75"), 75},
    NamedPercentile{QLatin1StringView("p90"), 90},
    NamedPercentile{QLatin1StringView("p95"), 95},
    NamedPercentile{QLatin1StringView("p99"), 99},
    NamedPercentile{QLatin1StringView("p99.9"), 99.9},
    NamedPercentile{QLatin1StringView("p99.99"), 99.99},
    NamedPercentile{QLatin1StringView("p99.999"), 99.999},
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
    std::uint64_t backlog = 0; ///< open loop: due and not sent
    std::optional<double> fraction{}; ///< done, 0 to 1, of what ends first: the time or the number
};

} // namespace servelab::load
