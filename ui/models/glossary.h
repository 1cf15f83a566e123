// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// The one explanation of each technical term, shown wherever the term stands.
namespace servelab::ui {

enum class Term {
    RequestRate,
    MedianLatency,
    TailLatency,
    RetainedMemory,
    StartMemory,
    PeakMemory,
    CpuPerRequest,
    BytesPerAnswer,
    ContentCoding,
    BrotliQuality,
    CodedVariant,
    NoCache,
    Dotfiles,
    SinglePageFallback,
    DirectoryRedirect,
    IndexFile,
    VirtualHost,
    ListeningAddress,
    Port,
    Round,
    Connections,
    OpenConnections,
    StatusClass,
    CacheMemory,
    UnknownHosts,
    Workers,
    MediaType,
    GzipLevel,
    BytesSent,
    ProcessMemory,
    Pipelining,
    WarmUp,
    Arrival,
    Baseline,
    ObserverCpu,
    IdleMemory,
    KeptMemory,
    UncorrectedLatency,
    NoiseBand,
    Verdict,
    LatencyByPercentile,
    RateOverTime,
    LatencyOverTime,
    TradeOff,
    MachineFitness,
};

/// One or two plain sentences.
QString explain(Term term);

} // namespace servelab::ui
