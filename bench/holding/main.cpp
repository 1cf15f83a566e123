// SPDX-License-Identifier: GPL-3.0-or-later
// What a server holds against: thousands of idle, slow, stopped and rude clients, too few descriptors, starts
// and stops under load. Prints figures beside the limits they have to keep; ends with 0 when all do.
#include "bench/holding/scenario.h"
#include "core/base/process.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace servelab;
using holding::Scenario;
using std::chrono::seconds;

namespace {

const std::vector<Scenario> &scenarios()
{
    static const std::vector<Scenario> all{
        {u"idle"_s, u"COUNT idle keep-alive connections: memory, latency of others, none dropped."_s,
            {seconds(2), 10'000}, holding::holdIdleConnections},
        {u"slow-senders"_s, u"COUNT clients that send heads and bodies a byte at a time, for TIME."_s,
            {seconds(60), 5'000}, holding::holdSlowSenders},
        {u"stopped-readers"_s, u"COUNT clients that ask for 1 GiB and stop reading, for TIME."_s,
            {seconds(10), 1'000}, holding::holdStoppedReaders},
        {u"few-descriptors"_s, u"64 descriptors and COUNT clients, for TIME."_s, {seconds(10), 300},
            holding::holdWithFewDescriptors},
        {u"resets"_s, u"COUNT clients that reset the connection anywhere."_s, {seconds(0), 100'000},
            holding::holdResets},
        {u"starts"_s, u"COUNT starts and stops of a server under load."_s, {seconds(0), 1'000},
            holding::holdStarts},
    };
    return all;
}

QString descriptionOfAll()
{
    QString text = u"Scenarios (with none named, all are run):\n"_s;
    for (const Scenario &scenario : scenarios())
        text += u"  %1 %2 [--seconds %3 --count %4]\n"_s.arg(scenario.name, -16)
                    .arg(scenario.meaning)
                    .arg(scenario.full.time.count())
                    .arg(scenario.full.count);
    return text;
}

/// False when a limit did not hold.
bool run(const Scenario &scenario, const holding::Extent &extent)
{
    std::printf("%s: %s (%lld s, %d)\n", qPrintable(scenario.name), qPrintable(scenario.meaning),
        static_cast<long long>(extent.time.count()), extent.count);
    std::fflush(stdout);
    holding::Report report;
    scenario.run(extent, report);
    for (const QString &line : report.lines())
        std::puts(qPrintable(line));
    std::puts(report.hasPassed() ? "  PASS" : "  FAIL");
    std::fflush(stdout);
    return report.hasPassed();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(descriptionOfAll());
    parser.addHelpOption();
    const QCommandLineOption time(u"seconds"_s, u"Takes so long."_s, u"N"_s);
    const QCommandLineOption count(u"count"_s, u"With so many."_s, u"N"_s);
    parser.addOptions({time, count});
    parser.addPositionalArgument(u"scenario"_s, u"What to run."_s, u"[scenario...]"_s);
    parser.process(application);

    base::raiseDescriptorLimit();
    const QStringList named = parser.positionalArguments();
    for (const QString &name : named) {
        if (std::ranges::find(scenarios(), name, &Scenario::name) == scenarios().end())
            parser.showHelp(2);
    }
    bool allPassed = true;
    for (const Scenario &scenario : scenarios()) {
        if (!named.isEmpty() && !named.contains(scenario.name))
            continue;
        holding::Extent extent = scenario.full;
        if (parser.isSet(time))
            extent.time = seconds(parser.value(time).toInt());
        if (parser.isSet(count))
            extent.count = parser.value(count).toInt();
        allPassed = run(scenario, extent) && allPassed;
    }
    return allPassed ? 0 : 1;
}
