// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"

#include "core/certificates/credentials.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

const FixtureFile records{u"data/records.jsonl"_s, FixtureContent::Records, 5LL * 512 * 1024};
const FixtureFile page{u"index.html"_s, FixtureContent::Page, 2'000};

Variant brotliVariant(int quality, bool isKept)
{
    const QString when = isKept ? u"cached"_s : u"each request"_s;
    return patchedVariant(u"q%1-%2"_s.arg(quality).arg(isKept ? u"cached"_s : u"each"_s),
        u"Brotli %1, %2"_s.arg(quality).arg(when),
        brotliPatch(quality, isKept ? u"cached"_s : u"eachRequest"_s));
}

QList<Variant> brotliVariants(const BrotliComparison &comparison)
{
    QList<Variant> variants;
    for (const int quality : comparison.qualities) {
        if (comparison.eachRequest)
            variants.append(brotliVariant(quality, false));
    }
    for (const int quality : comparison.qualities) {
        if (comparison.cached)
            variants.append(brotliVariant(quality, true));
    }
    return variants;
}

/// Short parts: the slow variants are measured by count, the fast ones answer hundreds of requests in a
/// moment.
SamplePlan codingPlan()
{
    SamplePlan plan;
    plan.connections = 4;
    plan.warmUp = 200ms;
    plan.duration = 500ms;
    plan.settle = 300ms;
    return plan;
}

Experiment lesson(const QString &id, const QString &title)
{
    Experiment experiment;
    experiment.group = u"own"_s;
    experiment.id = id;
    experiment.title = title;
    experiment.plan.connections = 50;
    experiment.plan.duration = 1s;
    return experiment;
}

Experiment recordsLesson(const QString &id, const QString &title, const QString &acceptEncoding)
{
    Experiment experiment = lesson(id, title);
    experiment.fixture = {records};
    experiment.workloads = {getWorkload(u"records"_s, u"JSON lines of 2.5 MiB"_s,
        u"A coded answer is several times shorter, and costs nothing once it is kept."_s,
        u'/' + records.path)};
    experiment.workloads.first().fields = {{"Accept-Encoding", acceptEncoding.toLatin1()}};
    experiment.workloads.first().proof.file = records.path;
    experiment.plan = codingPlan();
    experiment.rounds = 3;
    return experiment;
}

Experiment brotliQualities(const QString &id, const QString &title, const BrotliComparison &comparison)
{
    Experiment experiment = recordsLesson(id, title, u"br"_s);
    experiment.workloads.first().lesson
        = u"A higher quality makes shorter answers and costs far more time; kept answers pay it once."_s;
    experiment.variants = brotliVariants(comparison);
    return experiment;
}

Experiment compression()
{
    Experiment experiment
        = recordsLesson(u"compression"_s, u"No compression, gzip 6 and Brotli 4"_s, u"br, gzip"_s);
    const QJsonObject on{{u"compression"_s, QJsonObject{{u"enabled"_s, true}, {u"gzipLevel"_s, 6}}}};
    const QJsonObject off{{u"compression"_s, QJsonObject{{u"enabled"_s, false}}}};
    experiment.variants = {
        patchedVariant(u"off"_s, u"No compression"_s, off),
        patchedVariant(u"gzip-6"_s, u"gzip 6, cached"_s, on),
        patchedVariant(u"brotli-4"_s, u"Brotli 4, cached"_s, brotliPatch(4, u"cached"_s)),
    };
    experiment.variants[1].fields = {{"Accept-Encoding", "gzip"}};
    experiment.plan.duration = 1s;
    experiment.rounds = 5;
    return experiment;
}

Experiment pageLesson(const QString &id, const QString &title, const QString &sentence)
{
    Experiment experiment = lesson(id, title);
    experiment.fixture = {page};
    experiment.workloads = {getWorkload(u"page"_s, u"Small page"_s, sentence, u'/' + page.path)};
    experiment.workloads.first().proof.file = page.path;
    return experiment;
}

Experiment staticCache()
{
    Experiment experiment = pageLesson(u"cache"_s, u"Static cache on and off"_s,
        u"Without a cache, each request opens, reads and closes the file again."_s);
    experiment.variants = {patchedVariant(u"on"_s, u"Cache on"_s, techniquePatch(u"staticCache"_s, u"on"_s)),
        patchedVariant(u"off"_s, u"Cache off"_s, techniquePatch(u"staticCache"_s, u"off"_s))};
    return experiment;
}

Experiment workerCount()
{
    Experiment experiment = pageLesson(u"workers"_s, u"One worker and two"_s,
        u"A second worker helps as far as there is a second core for it."_s);
    experiment.variants = {patchedVariant(u"1"_s, u"1 worker"_s, {{u"workers"_s, 1}}),
        patchedVariant(u"2"_s, u"2 workers"_s, {{u"workers"_s, 2}})};
    return experiment;
}

Experiment keepAlive()
{
    Experiment experiment = pageLesson(u"keep-alive"_s, u"Connections kept, or one for each request"_s,
        u"A new connection costs more than the request it carries."_s);
    experiment.variants
        = {patchedVariant(u"kept"_s, u"Kept"_s), patchedVariant(u"each"_s, u"One each request"_s)};
    experiment.variants[1].keepAlive = false;
    return experiment;
}

Experiment notModified()
{
    Experiment experiment = pageLesson(
        u"not-modified"_s, u"200 or 304"_s, u"A client that has the page already needs only to hear so."_s);
    experiment.variants
        = {patchedVariant(u"200"_s, u"200, the page"_s), patchedVariant(u"304"_s, u"304, not modified"_s)};
    experiment.variants[1].fields = {{"If-None-Match", "*"}};
    experiment.variants[1].expectation = load::Expectation{.status = 304, .bodyBytes = 0};
    experiment.base.noCache = false;
    experiment.workloads.first().proof.file.clear(); // a 304 has no body to compare
    experiment.workloads.first().expectation.bodyBytes = page.bytes;
    return experiment;
}

Experiment fileSize()
{
    Experiment experiment = lesson(u"file-size"_s, u"Small and large files, cached or not"_s);
    for (const qint64 bytes : {1'024LL, 100LL * 1'024, 1'024LL * 1'024, 8LL * 1'024 * 1'024}) {
        const FixtureFile file{u"%1.bin"_s.arg(bytes), FixtureContent::Noise, bytes};
        experiment.fixture.append(file);
        Workload workload = getWorkload(u"bytes-%1"_s.arg(bytes), u"A file of %1 KiB"_s.arg(bytes / 1'024),
            u"Small answers cost requests, large ones cost bytes."_s, u'/' + file.path);
        workload.proof.file = file.path;
        experiment.workloads.append(workload);
    }
    experiment.variants = staticCache().variants;
    experiment.plan.connections = 10;
    return experiment;
}

Experiment connectionCount()
{
    Experiment experiment = pageLesson(u"connections"_s, u"From 1 to 10,000 connections"_s,
        u"More connections give more requests up to a knee; behind it they only wait longer."_s);
    for (const int count : {1, 10, 100, 1'000, 10'000}) {
        Variant variant = patchedVariant(QString::number(count), u"Connections: %1"_s.arg(count));
        variant.connections = count;
        experiment.variants.append(variant);
    }
    return experiment;
}

Experiment pipelining()
{
    Experiment experiment = pageLesson(u"pipelining"_s, u"From 1 to 16 requests at a time on a connection"_s,
        u"Requests that travel together share system calls; the answers come in bursts."_s);
    for (const int depth : {1, 2, 4, 8, 16}) {
        Variant variant = patchedVariant(QString::number(depth), u"Requests at a time: %1"_s.arg(depth));
        variant.pipeline = depth;
        experiment.variants.append(variant);
    }
    experiment.plan.connections = 10;
    return experiment;
}

/// A rate that the server keeps up with easily, but for the time it is stopped: what differs is who sets the
/// pace. At the steady rate F / D of the requests are due within the freeze and wait from F down to nothing,
/// so that the 99th percentile is F - D / 100; in a closed loop only one request a connection meets it.
Experiment arrivalKinds()
{
    Experiment experiment = pageLesson(u"arrival"_s,
        u"As fast as it answers, or at a steady rate, while the server stops for 2 s"_s,
        u"In a closed loop nobody asks while the server stands still, so nobody is seen to wait; at a "
        "steady rate latency is what a visitor sees."_s);
    experiment.plan.connections = 10;
    experiment.plan.duration = 8s;
    experiment.plan.freeze = 2s;
    experiment.rounds = 3;
    experiment.workloads.first().metric = u"p99Microseconds"_s;
    experiment.variants = {patchedVariant(u"closed"_s, u"As fast as it answers"_s),
        patchedVariant(u"open"_s, u"1,000 requests a second"_s)};
    experiment.variants[1].arrival = load::ConstantRate{1'000};
    return experiment;
}

/// HTTPS alone, with a certificate made for the run.
Experiment httpOrHttps()
{
    Experiment experiment = pageLesson(u"https"_s,
        u"HTTP or HTTPS, connections kept or one for each request"_s,
        u"On a kept connection encryption costs little; a connection for each request pays for a handshake "
        "every time."_s);
    const QJsonObject secured{{u"https"_s, QJsonObject{{u"enabled"_s, true}, {u"only"_s, true}}}};
    experiment.variants
        = {patchedVariant(u"http"_s, u"HTTP, kept"_s), patchedVariant(u"https"_s, u"HTTPS, kept"_s, secured),
            patchedVariant(u"http-each"_s, u"HTTP, one each request"_s),
            patchedVariant(u"https-each"_s, u"HTTPS, one each request"_s, secured)};
    for (const qsizetype each : {2, 3})
        experiment.variants[each].keepAlive = false;
    experiment.plan.connections = 10;
    return experiment;
}

/// A line of 2 Mbit/s, as of a telephone far from its mast, for each of four clients.
Experiment slowLine()
{
    constexpr qint64 lineBytesPerSecond = 250'000;
    Experiment experiment = compression();
    experiment.id = u"slow-line"_s;
    experiment.title = u"Compression for clients on a line of 2 Mbit/s"_s;
    experiment.fixture.first().bytes = 256 * 1024;
    Workload &workload = experiment.workloads.first();
    workload.title = u"JSON lines of 256 KiB"_s;
    workload.lesson
        = u"On a slow line an answer takes its bytes divided by the rate: what compression takes off "
          "the bytes it takes off the wait."_s;
    workload.metric = u"p50Microseconds"_s;
    experiment.plan.warmUp = 0ms;
    experiment.plan.duration = 4s;
    experiment.plan.requests = 8;
    experiment.plan.readBytesPerSecond = lineBytesPerSecond;
    experiment.rounds = 3;
    return experiment;
}

Experiment directoryListing()
{
    Experiment experiment = lesson(u"directory-listing"_s, u"Lists of folders"_s);
    experiment.base.directoryListing = true;
    experiment.base.index.clear();
    for (const int count : {10, 500}) {
        for (int i = 0; i < count; ++i)
            experiment.fixture.append({u"%1/file-%2.txt"_s.arg(count).arg(i), FixtureContent::Text, 10});
        experiment.workloads.append(
            getWorkload(u"names-%1"_s.arg(count), u"A folder of %1 files"_s.arg(count),
                u"A list is made from what is on disk, name by name."_s, u"/%1/"_s.arg(count)));
        experiment.workloads.last().proof.fields = {{"Content-Type", "text/html; charset=utf-8"}};
    }
    experiment.variants = {patchedVariant(u"as-it-is"_s, u"Configuration as it is"_s)};
    experiment.plan.connections = 10;
    return experiment;
}

Experiment idleConnections()
{
    Experiment experiment = pageLesson(u"idle-connections"_s, u"What 1,000 idle connections hold"_s,
        u"A connection that does nothing should cost next to nothing."_s);
    experiment.workloads.first().metric = u"idleBytesPerThousand"_s;
    experiment.variants = workerCount().variants;
    experiment.base.timeouts.keepAlive = 10min;
    experiment.plan.idleConnections = 1'000;
    return experiment;
}

} // namespace

QJsonObject brotliPatch(int quality, const QString &codedVariants)
{
    return {
        {u"compression"_s, QJsonObject{{u"enabled"_s, true}, {u"brotliQuality"_s, quality}}},
        {u"techniques"_s, QJsonObject{{u"codedVariants"_s, codedVariants}}},
    };
}

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
    experiment.variants = brotliVariants(comparison);
    experiment.plan = codingPlan();
    experiment.rounds = 3;
    return experiment;
}

QList<Experiment> lessonExperiments()
{
    QList<Experiment> lessons{
        brotliQualities(u"brotli-quality"_s, u"Brotli quality 1, 4, 11"_s, {}),
        brotliQualities(u"brotli-qualities"_s, u"Brotli quality 0 to 11"_s,
            {.qualities = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, .eachRequest = true, .cached = true}),
        compression(),
        staticCache(),
        workerCount(),
        keepAlive(),
        notModified(),
        fileSize(),
        connectionCount(),
        pipelining(),
        arrivalKinds(),
        slowLine(),
        directoryListing(),
        idleConnections(),
    };
    if (certificates::areSupported())
        lessons.append(httpOrHttps());
    return lessons;
}

} // namespace servelab::lab
