// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/load/loadreport.h"

/// A workload and its load for engines that many machines run together, and their statistics read back. Pure
/// but for the reading of files.
namespace servelab::lab {

/// What an exported scenario asks for.
struct ScenarioRequest
{
    load::LoadPlan plan; ///< its URL is the server that will be loaded
    QString name;
};

/// A scenario of Tsung 1.7 or 1.8 (XML): each of the plan's connections is a user that asks again and again
/// until the plan's duration is over, so a plan by count has no scenario. More machines are added as clients.
base::Expected<QByteArray> toTsungScenario(const ScenarioRequest &request);

/// A script of k6 (JavaScript) with one virtual user for each connection. Its results are read back from what
/// "k6 run --out json=FILE" writes.
base::Expected<QByteArray> toK6Script(const ScenarioRequest &request);

/// The totals of Tsung's log (tsung.log, or the folder it is in), and latencies from the list of all requests
/// beside it (tsung.dump), which an exported scenario asks for; without that list there are none, for the log
/// keeps means only. `duration`: that of the scenario.
base::Expected<load::LoadReport> readTsungLog(
    const QString &path, const load::Expectation &expectation, std::chrono::milliseconds duration);

/// Every request of a file of k6's points, one JSON object a line.
base::Expected<load::LoadReport> readK6Points(const QString &path, const load::Expectation &expectation);

} // namespace servelab::lab
