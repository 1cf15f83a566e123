// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the load generator tells the truth, and what it costs:
//   - against a server that is the limit, its rate and that of wrk, interleaved: within 3 %;
//   - its CPU for each request beside wrk's and ab's, at 50 and 500 connections;
//   - a server that is frozen for 2 s of an open loop of 10 s: percentiles as arithmetic predicts them;
//   - 10,000 connections.
// Ends with 1 when one of them does not hold. The first argument, where given, is the number of rounds.
#include "bench/truth/clientrun.h"
#include "bench/truth/servedfolder.h"

#include "core/base/process.h"
#include "core/load/loadreport.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>
#include <vector>

#include <servelab/version.h>

using namespace servelab;
using namespace truth;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int secondsOfRun = 3;
constexpr double agreement = 0.03;

struct Ratio
{
    double median = 0;
    double lowest = 0;
    double highest = 0;
};

Ratio ratioOf(std::vector<double> ratios)
{
    std::ranges::sort(ratios);
    return ratios.empty() ? Ratio() : Ratio{ratios[ratios.size() / 2], ratios.front(), ratios.back()};
}

void printEnvironment()
{
    const base::MachineDescription machine = base::describeMachine();
    std::printf("%s, %d cores, %s, kernel %s, %s build, load average %.2f\n\n", qPrintable(machine.processor),
        machine.cores, qPrintable(machine.operatingSystem), qPrintable(machine.kernel), SERVELAB_BUILD_TYPE,
        machine.loadAverage);
}

/// Ours against each other client, pairs of one round: ratios of ours to theirs.
struct Comparison
{
    std::map<QString, std::vector<double>> rates;
    std::map<QString, std::vector<double>> costs;
    /// Requests for each second of CPU that the server had: what a rate is where others take its core away.
    std::map<QString, std::vector<double>> workRates;
};

/// A run and the server's CPU time in it.
struct WatchedRun
{
    ClientRun run;
    double serverSeconds = 0;

    double workRate() const { return serverSeconds > 0 ? run.requests / serverSeconds : 0; }
};

struct Task
{
    const ServedFolder &server;
    QString url;
    int connections = 0;
    QString field;
};

std::optional<WatchedRun> watch(const Client &client, const Task &task)
{
    const auto cpuBefore = base::cpuTime(task.server.pid()).value_or(0ns);
    const auto made = run(client, task.url, task.connections, secondsOfRun, task.field);
    const auto cpu = base::cpuTime(task.server.pid()).value_or(0ns) - cpuBefore;
    if (!made)
        return std::nullopt;
    return WatchedRun{*made, std::chrono::duration<double>(cpu).count()};
}

Comparison compare(const Task &task, const QList<Client> &others, int rounds)
{
    const Client ours = servelabClient();
    Comparison comparison;
    for (int round = 0; round < rounds; ++round) {
        for (const Client &other : others) {
            if (other.program.isEmpty())
                continue;
            // Who is first changes with the round.
            const auto first = watch(round % 2 ? other : ours, task);
            const auto second = watch(round % 2 ? ours : other, task);
            if (!first || !second) {
                std::printf("  a run beside %s failed\n", qPrintable(other.name));
                continue;
            }
            const WatchedRun &mine = round % 2 ? *second : *first;
            const WatchedRun &theirs = round % 2 ? *first : *second;
            comparison.rates[other.name].push_back(mine.run.requestsPerSecond / theirs.run.requestsPerSecond);
            comparison.costs[other.name].push_back(mine.run.cpuMicroseconds() / theirs.run.cpuMicroseconds());
            comparison.workRates[other.name].push_back(mine.workRate() / theirs.workRate());
        }
    }
    return comparison;
}

void print(const char *what, const QString &name, const Ratio &ratio)
{
    std::printf("  %s, servelab to %-4s %.3f (%.3f to %.3f)\n", what, qPrintable(name), ratio.median,
        ratio.lowest, ratio.highest);
}

bool agreeIn(const char *what, const std::map<QString, std::vector<double>> &ratios)
{
    bool agree = !ratios.empty();
    for (const auto &[name, each] : ratios) {
        const Ratio ratio = ratioOf(each);
        print(what, name, ratio);
        agree = agree && std::abs(ratio.median - 1) <= agreement;
    }
    return agree;
}

/// wrk alone: ab speaks HTTP/1.0, to which an answer without a length costs the server a connection.
/// On a machine that others use too, rates say what those leave over; then the server's own CPU time is the
/// measure.
bool ratesAgree(int rounds)
{
    std::printf("A server that is the limit (16 KiB coded with Brotli for each request), 20 connections\n");
    const ServedFolder server(true);
    const Task task{server, server.url(u"long.json"_s), 20, u"Accept-Encoding: br"_s};
    const Comparison comparison = compare(task, {wrkClient()}, rounds);
    const bool ratesDo = agreeIn("requests/s", comparison.rates);
    const bool workDoes = agreeIn("requests for each second of the server's CPU", comparison.workRates);
    const base::MachineDescription machine = base::describeMachine();
    const bool isQuiet = machine.loadAverage < machine.cores + 1;
    const bool agree = isQuiet ? ratesDo : workDoes;
    std::printf("  within 3 %%%s: %s\n\n",
        isQuiet ? "" : " (in the server's CPU: others are at work on this machine)", agree ? "yes" : "NO");
    return agree;
}

bool costsAreLow(int connections, int rounds)
{
    std::printf("CPU for each request, small file, %d connections\n", connections);
    const ServedFolder server(false);
    const Comparison comparison
        = compare({server, server.url(u"small.txt"_s), connections, {}}, {wrkClient(), abClient()}, rounds);
    bool areLow = !comparison.costs.empty();
    for (const auto &[name, ratios] : comparison.costs) {
        const Ratio ratio = ratioOf(ratios);
        print("CPU", name, ratio);
        areLow = areLow && ratio.median <= 1;
    }
    std::printf("  at most theirs: %s\n\n", areLow ? "yes" : "NO");
    return areLow;
}

/// Stops the process for a while, some time from now, on a thread of its own.
std::jthread freezeLater(qint64 pid, std::chrono::milliseconds begin, std::chrono::milliseconds length)
{
    return std::jthread([=] {
        std::this_thread::sleep_for(begin);
        ::kill(static_cast<pid_t>(pid), SIGSTOP);
        std::this_thread::sleep_for(length);
        ::kill(static_cast<pid_t>(pid), SIGCONT);
    });
}

/// Of the requests of 10 s those due in 2 s wait for the rest of these 2 s, evenly from 0 to 2; the others
/// for nothing. So p percent of all wait no longer than 2 s * (p - 80) / 20.
bool freezeIsSeen()
{
    constexpr double frozenSeconds = 2;
    std::printf("A server that is frozen for 2 of 10 s, 1000 requests/s over 10 connections\n");
    const ServedFolder server(false);
    std::optional<ClientRun> made;
    {
        const std::jthread freezer = freezeLater(server.pid(), 3s, 2s);
        made = runProgram(QStringLiteral(SERVELAB_CLI),
            {u"load"_s, server.url(u"small.txt"_s), u"--rate"_s, u"1000"_s, u"-c"_s, u"10"_s, u"-d"_s,
                u"10s"_s, u"--format"_s, u"json"_s});
    }
    const auto report = made ? load::LoadReport::fromJson(QJsonDocument::fromJson(made->output).object())
                             : base::fail(u"no report"_s);
    if (!report) {
        std::printf("  the run failed: %s\n\n", qPrintable(report.error().message));
        return false;
    }
    bool isSeen = report->requests == 10'000 && report->errorCount() == 0;
    std::printf("  %10s %12s %12s %12s\n", "", "predicted", "from due", "from sent");
    for (const double percent : {85.0, 90.0, 95.0, 99.0, 99.9}) {
        const double predicted = frozenSeconds * (percent - 80) / 20;
        const double corrected = static_cast<double>(report->latencyMicroseconds.percentile(percent)) / 1e6;
        const double uncorrected
            = static_cast<double>(report->uncorrectedMicroseconds.percentile(percent)) / 1e6;
        std::printf("  %9.1f%% %10.3f s %10.3f s %10.3f s\n", percent, predicted, corrected, uncorrected);
        isSeen = isSeen && std::abs(corrected - predicted) <= 0.1;
        isSeen = isSeen && (percent > 99 || uncorrected < predicted / 4);
    }
    std::printf("  as predicted to 0.1 s, and not from when sent: %s\n\n", isSeen ? "yes" : "NO");
    return isSeen;
}

bool manyConnectionsHold()
{
    std::printf("10,000 connections, 4 s\n");
    const ServedFolder server(false);
    const auto run = truth::run(servelabClient(), server.url(u"small.txt"_s), 10'000, 4, {});
    if (!run) {
        std::printf("  failed\n");
        return false;
    }
    const auto report = load::LoadReport::fromJson(QJsonDocument::fromJson(run->output).object());
    const bool holds = report && report->connectMicroseconds.totalCount() == 10'000;
    std::printf("  %.0f requests/s, %.2f us of CPU each, all connected, no error: %s\n",
        run->requestsPerSecond, run->cpuMicroseconds(), holds ? "yes" : "NO");
    return holds;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 7;
    printEnvironment();
    bool holds = ratesAgree(rounds);
    holds = costsAreLow(50, rounds) && holds;
    holds = costsAreLow(500, rounds) && holds;
    holds = freezeIsSeen() && holds;
    holds = manyConnectionsHold() && holds;
    return holds ? 0 : 1;
}
