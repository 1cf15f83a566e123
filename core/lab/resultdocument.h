// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/process.h"
#include "core/lab/experiment.h"
#include "core/load/loadreport.h"

#include <QDateTime>

namespace servelab::lab {

/// What one server process did under one load. Nothing in it is derived.
struct Sample
{
    QString workload; ///< id
    QString variant; ///< id
    int round = 0; ///< from 0
    int position = 0; ///< in the order of its round
    load::LoadReport load;
    std::chrono::nanoseconds serverCpu{0}; ///< of the measured part
    base::MemoryUse memoryAtStart; ///< listening, before any request
    base::MemoryUse memoryAtPeak; ///< the highest seen during load; peakResidentBytes is the kernel's
    base::MemoryUse memoryRetained; ///< after load, settling, and a trim of the allocator
    std::optional<base::Error> failure; ///< the sample does not count

    double cpuMicrosecondsPerRequest() const;
    double wireBytesPerResponse() const;
};

/// Middle and spread over the rounds.
struct Spread
{
    double median = 0;
    double lowest = 0;
    double highest = 0;
    int samples = 0;
};

/// One workload under one variant, over all rounds.
struct Summary
{
    QString workload;
    QString variant;
    Spread requestsPerSecond;
    Spread p50Microseconds;
    Spread p99Microseconds;
    Spread cpuMicrosecondsPerRequest;
    Spread wireBytesPerResponse;
    Spread memoryStartBytes; ///< private dirty
    Spread memoryPeakBytes; ///< peak resident
    Spread memoryRetainedBytes; ///< private dirty
    int failedSamples = 0;
    std::uint64_t errors = 0; ///< of the load, all samples
};

/// What produced the numbers.
struct Environment
{
    base::MachineDescription machine;
    QString version; ///< of this program
    QString qtVersion;
    QString compiler;
    QString buildType;
    QString programHash; ///< SHA-256 of the measured program
    QList<int> serverCores; ///< empty: not assigned
    QList<int> loadCores;
};

/// An experiment, where it ran, and every sample. One JSON file; version 1 opens in every later version.
struct ResultDocument
{
    static constexpr int currentVersion = 1;

    Experiment experiment;
    Environment environment;
    QDateTime startedAt; ///< UTC
    QDateTime finishedAt;
    bool cancelled = false; ///< finished rounds are kept
    QList<Sample> samples;

    QList<Summary> summaries() const;

    QJsonObject toJson() const;
    static base::Expected<ResultDocument> fromJson(const QJsonObject &object);

    /// Written whole or not at all.
    base::Expected<void> save(const QString &path) const;
    /// A damaged file, or one of a later version, is an error that says so.
    static base::Expected<ResultDocument> load(const QString &path);
};

/// The table for a terminal: one row for each variant and workload.
QString toTextTable(const ResultDocument &document);

} // namespace servelab::lab
