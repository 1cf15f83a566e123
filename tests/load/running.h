// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loadgenerator.h"
#include "tests/load/rawserver.h"

#include <QSignalSpy>

/// Runs of plans to their ends, and what must hold of every report.
namespace running {

using namespace servelab::load;
using namespace std::chrono_literals;

inline const QByteArray goodAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHello, world!";
inline constexpr qint64 goodBytes = 13;

/// Far more than any of these runs takes, and far less than a run that does not end.
inline constexpr int patience = 20'000;

inline LoadPlan planFor(const QUrl &url, int connections)
{
    LoadPlan plan;
    plan.url = url;
    plan.connections = connections;
    plan.duration = 300ms;
    return plan;
}

inline LoadPlan countedPlan(const QUrl &url, int connections, std::uint64_t requests)
{
    LoadPlan plan = planFor(url, connections);
    plan.duration.reset();
    plan.requests = requests;
    return plan;
}

/// Runs a plan to its end. An empty report where it does not start or does not end.
inline LoadReport run(const LoadPlan &plan)
{
    LoadGenerator generator;
    QSignalSpy finished(&generator, &LoadGenerator::finished);
    const auto started = generator.start(plan);
    if (!started)
        qWarning("%s", qPrintable(started.error().toString()));
    if (!started || !finished.wait(patience))
        return {};
    return finished.first().first().value<LoadReport>();
}

/// To the unit, in the whole, by class, by name and over time.
inline bool addsUp(const LoadReport &report)
{
    std::uint64_t binResponses = 0;
    std::uint64_t binErrors = 0;
    std::uint64_t binRequests = 0;
    for (const TimeBin &bin : report.series.bins()) {
        binRequests += bin.requests;
        binResponses += bin.responses;
        binErrors += bin.errors;
    }
    std::uint64_t nameResponses = report.byName.empty() ? report.responses : 0;
    std::uint64_t nameErrors = report.byName.empty() ? report.errorCount() : 0;
    for (const NamedResult &result : report.byName) {
        nameResponses += result.responses;
        nameErrors += result.errors;
    }
    const std::uint64_t uncorrected = report.uncorrectedMicroseconds.totalCount();
    return report.requests == report.responses + report.errorCount() + report.inFlight
        && report.latencyMicroseconds.totalCount() == report.responses && report.backlog <= report.inFlight
        && (uncorrected == 0 || uncorrected == report.responses) && binResponses == report.responses
        && binErrors == report.errorCount() && binRequests == report.requests
        && nameResponses == report.responses && nameErrors == report.errorCount();
}

inline LoadErrors errorsOf(const LoadReport &report, LoadErrorKind kind)
{
    const auto found = report.errors.find(kind);
    return found == report.errors.end() ? LoadErrors() : found->second;
}

inline quint16 unusedPort(const QHostAddress &address = QHostAddress(QHostAddress::LocalHost))
{
    QTcpServer server;
    server.listen(address);
    return server.serverPort();
}

} // namespace running
