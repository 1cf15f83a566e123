// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

/// Small documents for the tests of what is made of them.
namespace servelab::lab {

struct SampleFigures
{
    QString variant;
    int round = 0;
    double requestsPerSecond = 100;
    qint64 privateDirtyBytes = 1 << 20;
    bool failed = false;
};

inline Sample makeSample(const SampleFigures &figures)
{
    Sample sample;
    sample.workload = QStringLiteral("page");
    sample.variant = figures.variant;
    sample.round = figures.round;
    sample.load.elapsed = std::chrono::seconds(1);
    sample.load.responses = static_cast<std::uint64_t>(figures.requestsPerSecond);
    sample.load.requests = sample.load.responses;
    sample.load.bytesReceived = sample.load.responses * 300;
    sample.load.latencyMicroseconds.record(500, sample.load.responses);
    sample.serverCpu = std::chrono::milliseconds(500);
    sample.memoryAtStart = {1 << 20, 1 << 20, 2 << 20, 2 << 20};
    sample.memoryAtPeak = {1 << 20, 1 << 20, 2 << 20, 3 << 20};
    sample.memoryRetained.privateDirtyBytes = figures.privateDirtyBytes;
    if (figures.failed)
        sample.failure = base::Error{QStringLiteral("The server fell over."), {}, {}};
    return sample;
}

inline ResultDocument makeDocument(const QList<SampleFigures> &samples)
{
    ResultDocument document;
    document.experiment.id = QStringLiteral("test");
    document.experiment.title = QStringLiteral("Test of two");
    document.experiment.rounds = 3;
    document.experiment.workloads = {Workload()};
    document.experiment.workloads.first().id = QStringLiteral("page");
    document.experiment.workloads.first().title = QStringLiteral("Small page");
    document.experiment.variants = {{QStringLiteral("a"), QStringLiteral("First"), {}, {}},
        {QStringLiteral("b"), QStringLiteral("Second"), {}, {}}};
    document.environment.machine.processor = QStringLiteral("Abacus");
    document.environment.machine.cores = 2;
    document.environment.machine.memoryBytes = qint64(8) << 30;
    document.environment.serverCores = {0};
    document.environment.loadCores = {1};
    document.environment.version = QStringLiteral("1.2.3");
    document.startedAt = QDateTime(QDate(2026, 11, 30), QTime(12, 0, 1, 250), Qt::UTC);
    document.finishedAt = document.startedAt.addSecs(10);
    for (const SampleFigures &figures : samples)
        document.samples.append(makeSample(figures));
    return document;
}

/// Both runs of "a" and of "b" in each round; a run and its copy differ by `scatter` of their figure.
inline ResultDocument makePairedDocument(int rounds, double first, double second, double scatter = 0.005)
{
    ResultDocument document = makeDocument({});
    document.experiment.rounds = rounds;
    for (int round = 0; round < rounds; ++round) {
        for (const auto &[variant, rate] :
            {std::pair(QStringLiteral("a"), first), {QStringLiteral("b"), second}}) {
            for (const int copy : {0, 1}) {
                Sample sample = makeSample({.variant = variant,
                    .round = round,
                    .requestsPerSecond = rate * (1 + scatter * ((copy + round) % 2))});
                sample.copy = copy;
                document.samples.append(sample);
            }
        }
    }
    return document;
}

} // namespace servelab::lab
