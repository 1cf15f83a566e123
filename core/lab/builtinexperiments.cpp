// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr auto recordsPath = "/data/records.jsonl"_L1;

site::SiteConfig sampleSiteConfig(const QString &folder)
{
    site::SiteConfig config;
    config.root = folder;
    return config;
}

QJsonObject brotliPatch(int quality, const QString &codedVariants)
{
    return {
        {u"compression"_s, QJsonObject{{u"enabled"_s, true}, {u"brotliQuality"_s, quality}}},
        {u"techniques"_s, QJsonObject{{u"codedVariants"_s, codedVariants}}},
    };
}

Variant eachRequestVariant(int quality)
{
    return {.id = u"q%1-each"_s.arg(quality),
        .label = u"Brotli %1, each request"_s.arg(quality),
        .patch = brotliPatch(quality, u"eachRequest"_s),
        .fields = {}};
}

Variant cachedVariant(int quality)
{
    return {.id = u"q%1-cached"_s.arg(quality),
        .label = u"Brotli %1, cached"_s.arg(quality),
        .patch = brotliPatch(quality, u"cached"_s),
        .fields = {}};
}

/// Short parts: the slow variants are measured by count, the fast ones answer hundreds of requests in a
/// moment.
SamplePlan codingPlan()
{
    return {.connections = 4,
        .threads = 1,
        .keepAlive = true,
        .warmUp = 200ms,
        .duration = 500ms,
        .requests = {},
        .minimumRequests = 1,
        .longest = 60s,
        .settle = 300ms};
}

Workload getWorkload(const QString &id, const QString &title, const QString &lesson, const QString &path)
{
    Workload workload;
    workload.id = id;
    workload.title = title;
    workload.lesson = lesson;
    workload.path = path;
    workload.expectation.status = 200;
    return workload;
}

Variant patched(const QString &id, const QString &label, const QJsonObject &patch)
{
    return {.id = id, .label = label, .patch = patch, .fields = {}};
}

Experiment brotliQuality(const QString &sampleSite)
{
    Experiment experiment = brotliExperiment(sampleSiteConfig(sampleSite), recordsPath, {});
    experiment.id = u"brotli-quality"_s;
    experiment.title = u"Brotli quality 1, 4, 11"_s;
    return experiment;
}

Experiment compression(const QString &sampleSite)
{
    Experiment experiment;
    experiment.id = u"compression"_s;
    experiment.title = u"No compression, gzip 6 and Brotli 4"_s;
    experiment.base = sampleSiteConfig(sampleSite);
    experiment.workloads = {getWorkload(u"records"_s, u"JSON lines of 2.5 MiB"_s,
        u"A coded answer is several times shorter, and costs nothing once it is kept."_s, recordsPath)};
    experiment.workloads.first().fields = {{"Accept-Encoding", "br, gzip"}};
    const QJsonObject on{{u"compression"_s, QJsonObject{{u"enabled"_s, true}, {u"gzipLevel"_s, 6}}}};
    const QJsonObject off{{u"compression"_s, QJsonObject{{u"enabled"_s, false}}}};
    experiment.variants = {
        patched(u"off"_s, u"No compression"_s, off),
        patched(u"gzip-6"_s, u"gzip 6, cached"_s, on),
        patched(u"brotli-4"_s, u"Brotli 4, cached"_s, brotliPatch(4, u"cached"_s)),
    };
    experiment.variants[1].fields = {{"Accept-Encoding", "gzip"}};
    experiment.plan = codingPlan();
    experiment.plan.duration = 1s;
    return experiment;
}

Experiment smallFile(const QString &sampleSite, const QString &lesson)
{
    Experiment experiment;
    experiment.base = sampleSiteConfig(sampleSite);
    experiment.workloads = {getWorkload(u"page"_s, u"Small page"_s, lesson, u"/index.html"_s)};
    experiment.plan.connections = 50;
    experiment.plan.duration = 1s;
    return experiment;
}

Experiment staticCache(const QString &sampleSite)
{
    Experiment experiment
        = smallFile(sampleSite, u"Without a cache, each request opens, reads and closes the file again."_s);
    experiment.id = u"cache"_s;
    experiment.title = u"Static cache on and off"_s;
    const auto technique = [](const QString &choice) {
        return QJsonObject{{u"techniques"_s, QJsonObject{{u"staticCache"_s, choice}}}};
    };
    experiment.variants = {
        patched(u"on"_s, u"Cache on"_s, technique(u"on"_s)),
        patched(u"off"_s, u"Cache off"_s, technique(u"off"_s)),
    };
    return experiment;
}

Experiment workerCount(const QString &sampleSite)
{
    Experiment experiment
        = smallFile(sampleSite, u"A second worker helps as far as there is a second core for it."_s);
    experiment.id = u"workers"_s;
    experiment.title = u"One worker and two"_s;
    experiment.variants = {
        patched(u"1"_s, u"1 worker"_s, {{u"workers"_s, 1}}),
        patched(u"2"_s, u"2 workers"_s, {{u"workers"_s, 2}}),
    };
    return experiment;
}

} // namespace

Experiment brotliExperiment(
    const site::SiteConfig &base, const QString &path, const BrotliComparison &comparison)
{
    Experiment experiment;
    experiment.id = u"brotli"_s;
    experiment.title = u"Brotli qualities, coded on each request or kept"_s;
    experiment.base = base;
    experiment.workloads = {getWorkload(u"file"_s, path,
        u"A higher quality makes shorter answers and costs far more time; kept answers pay it once."_s,
        path)};
    experiment.workloads.first().fields = {{"Accept-Encoding", "br"}};
    if (!base.domain.isEmpty())
        experiment.workloads.first().fields.append({"Host", base.domain.toUtf8()});
    for (const int quality : comparison.qualities) {
        if (comparison.eachRequest)
            experiment.variants.append(eachRequestVariant(quality));
    }
    for (const int quality : comparison.qualities) {
        if (comparison.cached)
            experiment.variants.append(cachedVariant(quality));
    }
    experiment.plan = codingPlan();
    experiment.rounds = 3;
    return experiment;
}

QList<Experiment> builtInExperiments(const QString &sampleSite)
{
    return {
        brotliQuality(sampleSite), compression(sampleSite), staticCache(sampleSite), workerCount(sampleSite)};
}

} // namespace servelab::lab
