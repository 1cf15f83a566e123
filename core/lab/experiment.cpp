// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment.h"

#include "core/lab/metric.h"
#include "core/load/loadtarget.h"
#include "core/site/siteconfigjson.h"

#include <QDir>
#include <QHostAddress>
#include <QSet>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

using Problems = QList<base::Error>;

/// Start of a server and of the load generator, check and end, on a machine of today.
constexpr auto overheadOfSample = 400ms;

/// Stands for the server in a plan that is only checked.
QUrl anyServer()
{
    return QUrl(u"http://127.0.0.1:1"_s);
}

bool isLoopback(const QString &host)
{
    return host == "localhost"_L1 || QHostAddress(host).isLoopback();
}

void prefix(Problems &problems, const QString &path)
{
    for (base::Error &problem : problems)
        problem.where = problem.where.isEmpty() ? path : path + u'.' + problem.where;
}

void addOutOfRange(Problems &problems, const QString &where, const QString &range)
{
    problems += base::Error{u"%1 is out of range."_s.arg(where), u"Give %1."_s.arg(range), where};
}

/// Ids are what samples are told apart by.
template <typename T>
void checkIds(const QList<T> &items, const QString &list, Problems &problems)
{
    if (items.isEmpty())
        problems += base::Error{u"The experiment has no %1."_s.arg(list), u"Add at least one."_s, list};
    QSet<QString> seen;
    for (qsizetype i = 0; i < items.size(); ++i) {
        const QString where = u"%1[%2].id"_s.arg(list).arg(i);
        const QString &id = items[i].id;
        if (id.isEmpty())
            problems
                += base::Error{u"%1 is empty."_s.arg(where), u"Give each of them a short name."_s, where};
        else if (seen.contains(id))
            problems += base::Error{
                u"%1 is \"%2\" a second time."_s.arg(where, id), u"Give each its own id."_s, where};
        seen.insert(id);
    }
}

void checkPlan(const Experiment &experiment, Problems &problems)
{
    const SamplePlan &plan = experiment.plan;
    if (experiment.rounds < 1 || experiment.rounds > 1000)
        addOutOfRange(problems, u"rounds"_s, u"a number of rounds from 1 to 1000"_s);
    if (experiment.runsPerRound < 1 || experiment.runsPerRound > 2)
        addOutOfRange(problems, u"runsPerRound"_s, u"1, or 2 for same-code pairs"_s);
    if (plan.idleConnections < 0 || plan.idleConnections > 10'000)
        addOutOfRange(problems, u"plan.idleConnections"_s, u"at most 10000"_s);
    if (plan.warmUp < 0ms || plan.warmUp > 10min)
        addOutOfRange(problems, u"plan.warmUpMilliseconds"_s, u"at most 10 minutes"_s);
    if (plan.duration < 10ms || plan.duration > 1h)
        addOutOfRange(problems, u"plan.durationMilliseconds"_s, u"from 10 ms to 1 hour"_s);
    if (plan.freeze != 0ms && (plan.freeze < 0ms || plan.freeze >= plan.duration / 2))
        addOutOfRange(
            problems, u"plan.freezeMilliseconds"_s, u"less than half of the duration, or 0 for none"_s);
    if (plan.longest < 1s || plan.longest > 1h)
        addOutOfRange(problems, u"plan.longestMilliseconds"_s, u"from 1 second to 1 hour"_s);
    if (plan.settle < 0ms || plan.settle > 10min)
        addOutOfRange(problems, u"plan.settleMilliseconds"_s, u"at most 10 minutes"_s);
}

/// Folders of hosts are not there before the fixture is made.
Experiment withFoldersThatAreThere(Experiment experiment)
{
    if (experiment.fixture.isEmpty())
        return experiment;
    experiment.base.root = QDir::tempPath();
    for (site::VirtualHostConfig &host : experiment.base.domains)
        host.root = experiment.base.root;
    return experiment;
}

void checkVariants(const Experiment &given, Problems &problems)
{
    const Experiment experiment = withFoldersThatAreThere(given);
    for (qsizetype i = 0; i < experiment.variants.size(); ++i) {
        if (experiment.variants[i].contender)
            continue;
        auto config = measuredConfig(experiment, experiment.variants[i], 1);
        if (config && needsCertificate(*config))
            config->https.enabled = false; // it is made when the experiment runs
        Problems found = config ? site::validate(*config) : config.error();
        prefix(found, u"variants[%1].patch"_s.arg(i));
        problems += found;
    }
}

/// Problems of a load plan name its fields; here some of them are the sample plan's.
QString placeOf(const QString &field, const QString &workload)
{
    static const QSet<QString> ofSamplePlan{
        u"connections"_s, u"threads"_s, u"requests"_s, u"pipeline"_s, u"arrival"_s, u"readBytesPerSecond"_s};
    return (ofSamplePlan.contains(field) ? u"plan"_s : workload) + u'.' + field;
}

base::Error unknownMetric(const QString &key, const QString &where)
{
    QStringList known;
    for (const Metric &metric : metrics())
        known.append(metric.key);
    return {u"There is no figure \"%1\" to compare by."_s.arg(key),
        u"It is one of %1."_s.arg(known.join(", "_L1)), where};
}

Problems problemsOfTask(const Experiment &experiment)
{
    Problems problems;
    if (!experiment.plan.requests)
        problems += base::Error{
            u"How often the task is to be done is not said."_s, u"Give plan.requests."_s, u"plan.requests"_s};
    for (qsizetype i = 0; i < experiment.variants.size(); ++i) {
        if (experiment.variants[i].contender)
            problems += base::Error{u"Another server cannot do a task of this program."_s,
                u"Leave the contender out."_s, u"variants[%1].contender"_s.arg(i)};
    }
    return problems;
}

Problems problemsOf(const Experiment &experiment, const Workload &workload, const QString &where)
{
    if (!workload.path.startsWith(u'/'))
        return {{u"The path \"%1\" does not begin with \"/\"."_s.arg(workload.path),
            u"Give the path as it stands in an address, with its query."_s, where + ".path"_L1}};
    Problems problems;
    if (!findMetric(workload.metric))
        problems += unknownMetric(workload.metric, where + ".metric"_L1);
    if (!workload.task.isEmpty())
        return problems + problemsOfTask(experiment);
    for (const Variant &variant : experiment.variants) {
        for (base::Error problem : load::validate(loadPlan(experiment, workload, variant, anyServer()))) {
            problem.where = placeOf(problem.where, where);
            if (!problems.contains(problem))
                problems += problem;
        }
    }
    return problems;
}

void checkWorkloads(const Experiment &experiment, Problems &problems)
{
    for (qsizetype i = 0; i < experiment.workloads.size(); ++i) {
        const Problems found = problemsOf(experiment, experiment.workloads[i], u"workloads[%1]"_s.arg(i));
        std::ranges::copy_if(found, std::back_inserter(problems),
            [&problems](const base::Error &problem) { return !problems.contains(problem); });
    }
}

} // namespace

std::expected<site::SiteConfig, QList<base::Error>> measuredConfig(
    const Experiment &experiment, const Variant &variant, int workers)
{
    site::SiteConfig config = experiment.base;
    config.root = QDir(config.root).absolutePath();
    config.host = isLoopback(config.host) ? config.host : u"127.0.0.1"_s;
    config.workers = workers;
    config.log.clear();
    config.logBody = false;
    config.verbose = false;
    auto patched = site::fromJson(variant.patch, config);
    if (patched)
        patched->port = patched->https.port = 0;
    return patched;
}

bool needsCertificate(const site::SiteConfig &config)
{
    return config.https.enabled && config.https.certificate.isEmpty();
}

QList<load::RequestField> requestFields(const Workload &workload, const Variant &variant)
{
    QList<load::RequestField> fields = workload.fields;
    fields.removeIf([&variant](const load::RequestField &field) {
        return std::ranges::any_of(variant.fields, [&field](const load::RequestField &other) {
            return field.name.compare(other.name, Qt::CaseInsensitive) == 0;
        });
    });
    return fields + variant.fields;
}

load::LoadPlan loadPlan(
    const Experiment &experiment, const Workload &workload, const Variant &variant, const QUrl &server)
{
    const SamplePlan &plan = experiment.plan;
    load::LoadPlan result;
    result.url = server.resolved(QUrl(workload.path, QUrl::StrictMode));
    if (workload.echoBytes) {
        result.url.setScheme(load::webSocketScheme(result.url));
        result.message.bytes = *workload.echoBytes;
    }
    result.method = workload.method;
    result.body = workload.body;
    result.fields = requestFields(workload, variant);
    result.connections = variant.connections.value_or(plan.connections);
    result.threads = plan.threads;
    result.keepAlive = variant.keepAlive.value_or(plan.keepAlive);
    result.pipeline = variant.pipeline.value_or(plan.pipeline);
    result.arrival = variant.arrival.value_or(plan.arrival);
    result.duration = plan.duration;
    result.requests = plan.requests;
    result.readBytesPerSecond = plan.readBytesPerSecond;
    result.requestTimeout = plan.longest;
    result.expectation = variant.expectation.value_or(workload.expectation);
    return result;
}

QList<base::Error> validate(const Experiment &experiment)
{
    Problems problems;
    checkIds(experiment.workloads, u"workloads"_s, problems);
    checkIds(experiment.variants, u"variants"_s, problems);
    checkPlan(experiment, problems);
    problems += validateFixture(experiment.fixture);
    checkVariants(experiment, problems);
    checkWorkloads(experiment, problems);
    return problems;
}

std::chrono::milliseconds estimatedDuration(const Experiment &experiment)
{
    const auto samples = experiment.rounds * experiment.runsPerRound * experiment.workloads.size()
        * experiment.variants.size();
    const SamplePlan &plan = experiment.plan;
    return samples * (plan.warmUp + plan.duration + plan.settle + overheadOfSample);
}

} // namespace servelab::lab
