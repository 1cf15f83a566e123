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
    int copy = 0; ///< 0 or 1: which of the variant's two runs in this round
    load::LoadReport load;
    std::chrono::nanoseconds serverCpu{0}; ///< of the measured part, the whole process tree
    std::optional<std::chrono::nanoseconds>
        otherCpu; ///< what the rest of the machine used meanwhile; empty: not known
    std::optional<std::chrono::nanoseconds>
        observerCpu; ///< of the program that ran the experiment, a window say, meanwhile; empty: not known
    base::MemoryUse memoryAtStart; ///< listening, before any request
    base::MemoryUse memoryAtPeak; ///< the highest seen during load; peakResidentBytes is the kernel's
    base::MemoryUse memoryRetained; ///< after load, settling, and a trim of the allocator
    std::optional<base::MemoryUse> memoryIdle; ///< with idle connections open, after load
    int idleConnections = 0; ///< how many were open then
    std::uint64_t kept = 0; ///< objects that a task held when retained memory was read
    std::optional<base::Error> failure; ///< the sample does not count

    double cpuMicrosecondsPerRequest() const;
    double wireBytesPerResponse() const;
    double idleBytesPerThousandConnections() const; ///< private dirty; 0 where it was not looked at
    double bytesOfEachKept() const; ///< private dirty, retained less start; 0 where nothing was kept
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
    Spread idleBytesPerThousand; ///< private dirty, of a thousand idle connections
    Spread bytesOfEachKept; ///< private dirty, of an object that a task keeps
    Spread uncorrectedP99Microseconds; ///< at a steady rate: from the first byte sent
    int failedSamples = 0;
    std::uint64_t errors = 0; ///< of the load, all samples
};

/// A program that was measured beside this one.
struct ContenderProgram
{
    QString name; ///< of the contender
    QString program; ///< its file
    QString hash; ///< SHA-256 of that file
};

/// What produced the numbers.
struct Environment
{
    base::MachineDescription machine;
    QString version; ///< of this program
    QString qtVersion;
    QString compiler;
    QString buildType;
    QString revision; ///< of the source, "-dirty" behind it where files were changed; empty: not known
    QString programHash; ///< SHA-256 of the measured program
    QList<ContenderProgram> contenders; ///< the other measured programs
    std::optional<double> busyShare; ///< of all cores, by others, in the moment before the start
    QList<int> serverCores; ///< empty: not assigned
    QList<int> loadCores;
};

/// An experiment, where it ran, and every sample. One JSON file. Versions, each of which opens for ever:
/// 1: one run of each variant in a round.
/// 2: two runs of each ("copy"), the experiment's fixture, proofs, hooks and contenders, the CPU time of
/// others,
///    idle connections, the revision; later, where known, the CPU time of the program that measured.
struct ResultDocument
{
    static constexpr int currentVersion = 2;

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

/// JSON schema (2020-12) of a document of the current version; the published file is this text.
QByteArray resultSchema();

/// The table for a terminal: one row for each variant and workload.
QString toTextTable(const ResultDocument &document);

} // namespace servelab::lab
