// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/truth/clientrun.h"

#include "core/base/process.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <sys/resource.h>

namespace truth {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

std::chrono::nanoseconds toTime(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// Of all children that have ended: the servers, which go on, are not among them.
std::chrono::nanoseconds cpuOfEnded()
{
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return toTime(usage.ru_utime) + toTime(usage.ru_stime);
}

double figure(const QByteArray &output, const QString &pattern)
{
    const auto match = QRegularExpression(pattern).match(QString::fromUtf8(output));
    return match.captured(1).toDouble();
}

bool readServelab(ClientRun &run)
{
    const QJsonObject report = QJsonDocument::fromJson(run.output).object();
    run.requestsPerSecond = report.value("requestsPerSecond"_L1).toDouble();
    run.requests = report.value("responses"_L1).toDouble();
    return report.value("errorCount"_L1).toInteger(1) == 0;
}

bool readWrk(ClientRun &run)
{
    run.requestsPerSecond = figure(run.output, u"Requests/sec:\\s+([0-9.]+)"_s);
    run.requests = figure(run.output, u"([0-9]+) requests in"_s);
    return !run.output.contains("Socket errors") && !run.output.contains("Non-2xx");
}

bool readAb(ClientRun &run)
{
    run.requestsPerSecond = figure(run.output, u"Requests per second:\\s+([0-9.]+)"_s);
    run.requests = figure(run.output, u"Complete requests:\\s+([0-9]+)"_s);
    return figure(run.output, u"Failed requests:\\s+([0-9]+)"_s) == 0;
}

QStringList withField(QStringList arguments, const QString &field)
{
    if (!field.isEmpty())
        arguments << u"-H"_s << field;
    return arguments;
}

} // namespace

Client servelabClient()
{
    return {u"servelab"_s, QStringLiteral(SERVELAB_CLI),
        [](const QString &url, int connections, int seconds, const QString &field) {
            return withField({u"load"_s, url, u"-c"_s, QString::number(connections), u"-d"_s,
                                 u"%1s"_s.arg(seconds), u"--format"_s, u"json"_s},
                field);
        },
        readServelab};
}

Client wrkClient()
{
    return {u"wrk"_s, QStandardPaths::findExecutable(u"wrk"_s),
        [](const QString &url, int connections, int seconds, const QString &field) {
            return withField(
                {url, u"-t"_s, u"1"_s, u"-c"_s, QString::number(connections), u"-d"_s, u"%1s"_s.arg(seconds)},
                field);
        },
        readWrk};
}

Client abClient()
{
    return {u"ab"_s, QStandardPaths::findExecutable(u"ab"_s),
        [](const QString &url, int connections, int seconds, const QString &field) {
            return withField({u"-k"_s, u"-q"_s, u"-n"_s, u"1000000"_s, u"-t"_s, QString::number(seconds),
                                 u"-c"_s, QString::number(connections)},
                       field)
                << url;
        },
        readAb};
}

std::optional<ClientRun> runProgram(const QString &program, const QStringList &arguments)
{
    const auto cpuBefore = cpuOfEnded();
    QProcess process;
    const QList<int> cores = servelab::base::availableCores();
    if (cores.size() > 1)
        process.start(u"taskset"_s, QStringList{u"-c"_s, QString::number(cores.last()), program} + arguments);
    else
        process.start(program, arguments);
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    ClientRun run;
    run.output = process.readAllStandardOutput();
    run.cpu = cpuOfEnded() - cpuBefore;
    return run;
}

std::optional<ClientRun> run(
    const Client &client, const QString &url, int connections, int seconds, const QString &field)
{
    auto run = runProgram(client.program, client.arguments(url, connections, seconds, field));
    if (!run || !client.read(*run) || run->requests <= 0)
        return std::nullopt;
    return run;
}

} // namespace truth
