// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"

#include "core/base/process.h"
#include "core/site/configfields.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

constexpr qint64 smallBytes = 32;
constexpr qint64 largeBytes = 8LL * 1024 * 1024;
constexpr qint64 recordsBytes = 5LL * 512 * 1024; // 2.5 MiB
constexpr int hostCount = 1'000;
constexpr int hostFolders = 4;

Workload headOf(Workload workload, qint64 bytes)
{
    workload.method = "HEAD";
    workload.proof.fields = {{"Content-Length", QByteArray::number(bytes)}};
    return workload;
}

Workload fileWorkload(const QString &id, const QString &title, const QString &lesson, const FixtureFile &file)
{
    Workload workload = getWorkload(id, title, lesson, u'/' + file.path);
    workload.proof.file = file.path;
    workload.expectation.bodyBytes = file.bytes;
    return workload;
}

const FixtureFile smallFile{u"small.txt"_s, FixtureContent::Text, smallBytes};
const FixtureFile largeFile{u"large.bin"_s, FixtureContent::Noise, largeBytes};
const FixtureFile recordsFile{u"records.jsonl"_s, FixtureContent::Records, recordsBytes};

Experiment staticGet(const QString &group, const QString &id, const QString &published)
{
    Experiment experiment = publishedEntry(group, id, u"GET of a small file"_s);
    experiment.published = published;
    experiment.fixture = {smallFile};
    experiment.workloads = {fileWorkload(
        u"get"_s, u"A file of 32 bytes"_s, u"The cost of a request in which nothing is large."_s, smallFile)};
    return experiment;
}

Experiment staticHead(const QString &group, const QString &id, const QString &published)
{
    Experiment experiment = staticGet(group, id, published);
    experiment.title = u"HEAD of a small file"_s;
    Workload &workload = experiment.workloads.first();
    workload.id = u"head"_s;
    workload.expectation.bodyBytes.reset();
    workload = headOf(workload, smallBytes);
    return experiment;
}

QString hostName(int number)
{
    return u"Site-%1.Example.Test"_s.arg(number, 4, 10, QChar(u'0'));
}

QString hostFolder(int number)
{
    return u"hosts/%1"_s.arg(number % hostFolders);
}

Experiment manyHosts(const QString &id, const QString &title, const QString &published)
{
    Experiment experiment = publishedEntry(u"N"_s, id, title);
    experiment.published = published;
    for (int i = 0; i < hostFolders; ++i)
        experiment.fixture.append({hostFolder(i) + "/page.txt"_L1, FixtureContent::Text, smallBytes});
    for (int i = 0; i < hostCount; ++i)
        experiment.base.domains.append({hostName(i), hostFolder(i)});
    experiment.base.domain = u"main.test"_s;
    compareTechnique(experiment, u"hostLookup"_s, u"hash"_s, u"linear"_s);
    return experiment;
}

Experiment hostMiss()
{
    Experiment experiment
        = manyHosts(u"host-miss"_s, u"A Host that none of 1,000 has"_s, u"13,926 to 23,259 req/s"_s);
    Workload workload = getWorkload(u"miss"_s, u"An unknown Host"_s,
        u"Finding nothing must not mean looking at everything."_s, u"/page.txt"_s);
    workload.fields = {{"Host", "nobody.example.test"}};
    workload.expectation.status = 421;
    experiment.workloads = {workload};
    return experiment;
}

Experiment hostHit()
{
    constexpr int chosen = 502;
    Experiment experiment
        = manyHosts(u"host-hit"_s, u"One Host of 1,000, in mixed case"_s, u"4,173 to 4,198 req/s"_s);
    Workload workload = getWorkload(
        u"hit"_s, u"A Host in mixed case"_s, u"A name is found without regard to case."_s, u"/page.txt"_s);
    workload.fields = {{"Host", hostName(chosen).toUpper().replace(u'E', u'e').toLatin1()}};
    workload.proof.file = hostFolder(chosen) + "/page.txt"_L1;
    experiment.workloads = {workload};
    return experiment;
}

Experiment headLarge()
{
    Experiment experiment = publishedEntry(u"N"_s, u"head-large"_s, u"HEAD of 8 MiB"_s);
    experiment.published = u"5,254 to 5,884 req/s"_s;
    experiment.fixture = {largeFile};
    experiment.workloads = {headOf(getWorkload(u"head"_s, u"The head of a file of 8 MiB"_s,
                                       u"What is not sent need not be read."_s, u"/large.bin"_s),
        largeBytes)};
    experiment.plan.minimumRequests = 8;
    return experiment;
}

Experiment brotli(int quality, const QString &id, const QString &published)
{
    Experiment experiment
        = publishedEntry(u"N"_s, id, u"Brotli %1 of 2.5 MiB, kept or made each time"_s.arg(quality));
    experiment.published = published;
    experiment.fixture = {recordsFile};
    Workload workload = getWorkload(u"records"_s, u"JSON lines of 2.5 MiB"_s,
        u"Coding is paid once for each change of the file, or once for each request."_s, u"/records.jsonl"_s);
    workload.fields = {{"Accept-Encoding", "br"}};
    workload.proof
        = {.fields = {{"Content-Encoding", "br"}}, .file = recordsFile.path, .offset = 0, .bytes = {}};
    experiment.workloads = {workload};
    experiment.variants = {patchedVariant(u"cached"_s, u"Kept"_s, brotliPatch(quality, u"cached"_s)),
        patchedVariant(u"each"_s, u"Each request"_s, brotliPatch(quality, u"eachRequest"_s))};
    experiment.plan.minimumRequests = 2;
    experiment.rounds = 3;
    return experiment;
}

QList<Experiment> nodeHttpServer()
{
    return {
        staticGet(u"N"_s, u"static-get"_s, u"4,055 to 4,254 req/s"_s),
        staticHead(u"N"_s, u"static-head"_s, u"10,981 to 13,739 req/s"_s),
        hostMiss(),
        hostHit(),
        headLarge(),
        brotli(4, u"brotli-default"_s, u"0.580 to 112.267 req/s (from quality 11 to 4, kept)"_s),
        brotli(11, u"brotli-11"_s, u"0.584 to 0.581 req/s"_s),
    };
}

Experiment rangeLarge()
{
    constexpr qint64 whole = 1024 * 1024;
    constexpr qint64 part = 64 * 1024;
    constexpr qint64 first = (whole - part) / 2;
    const FixtureFile file{u"middle.bin"_s, FixtureContent::Noise, whole};
    Experiment experiment = publishedEntry(u"O"_s, u"range-large"_s, u"64 KiB from the middle of 1 MiB"_s);
    experiment.fixture = {file};
    Workload workload = fileWorkload(
        u"range"_s, u"A range of 64 KiB"_s, u"A range costs what it sends, not what it is cut from."_s, file);
    const QByteArray range = QByteArray::number(first) + '-' + QByteArray::number(first + part - 1);
    workload.fields = {{"Range", "bytes=" + range}};
    workload.expectation = {.status = 206, .bodyBytes = part};
    workload.proof.fields = {{"Content-Range", "bytes " + range + '/' + QByteArray::number(whole)}};
    workload.proof.offset = first;
    workload.proof.bytes = part;
    experiment.workloads = {workload};
    return experiment;
}

Experiment spaGzip()
{
    const FixtureFile page{u"index.html"_s, FixtureContent::Page, 16 * 1024};
    Experiment experiment
        = publishedEntry(u"O"_s, u"spa-gzip"_s, u"A page of an application, for an unknown path"_s);
    experiment.fixture = {page};
    experiment.base.spaFallback = QString();
    experiment.base.compression.enabled = true;
    Workload workload = getWorkload(u"page"_s, u"The page, with gzip"_s,
        u"Each path of an application is answered with its one page."_s, u"/customers/42"_s);
    workload.fields = {{"Accept", "text/html"}, {"Accept-Encoding", "gzip"}};
    workload.proof = {.fields = {{"Content-Encoding", "gzip"}}, .file = page.path, .offset = 0, .bytes = {}};
    experiment.workloads = {workload};
    return experiment;
}

QList<Experiment> operational()
{
    return {staticGet(u"O"_s, u"get-small"_s, {}), staticHead(u"O"_s, u"head-small"_s, {}), rangeLarge(),
        spaGzip()};
}

Experiment cachedAnswer()
{
    Experiment experiment = staticGet(u"U"_s, u"cached"_s, u"127,653 req/s, 7.83 µs CPU a request"_s);
    experiment.title = u"A cached answer, 100 connections"_s;
    experiment.variants = {patchedVariant(u"on"_s, u"Cache on"_s, techniquePatch(u"staticCache"_s, u"on"_s)),
        patchedVariant(u"off"_s, u"Cache off"_s, techniquePatch(u"staticCache"_s, u"off"_s))};
    experiment.plan.connections = 100;
    experiment.plan.duration = 3s;
    return experiment;
}

void addSizes(Experiment &experiment, const QList<qint64> &sizes, const QString &lesson)
{
    for (const qint64 bytes : sizes) {
        const FixtureFile file{u"%1.txt"_s.arg(bytes), FixtureContent::Text, bytes};
        experiment.fixture.append(file);
        experiment.workloads.append(
            fileWorkload(u"body-%1"_s.arg(bytes), u"A body of %1 bytes"_s.arg(bytes), lesson, file));
    }
}

Experiment endString()
{
    Experiment experiment = publishedEntry(u"H"_s, u"end-string"_s, u"How an answer is written"_s);
    experiment.published = u"one write gains 9.9, 8.4, 10.5, 5.6 and 2.5 % over two"_s;
    addSizes(experiment, {4, 64, 1024, 16'384, 102'400},
        u"One write for head and body saves a call and a packet."_s);
    experiment.plan.connections = 50;
    compareTechnique(experiment, u"answerWrite"_s, u"oneWrite"_s, u"headAndBodyApart"_s);
    experiment.variants.append(patchedVariant(u"emptyTrailingWrite"_s, u"answerWrite: emptyTrailingWrite"_s,
        techniquePatch(u"answerWrite"_s, u"emptyTrailingWrite"_s)));
    return experiment;
}

/// From one to as many as there are cores, and two at least.
QList<int> workerCounts()
{
    const int cores = std::max(2, static_cast<int>(base::availableCores().size()));
    QList<int> counts;
    for (int workers = 1; workers < cores; workers *= 2)
        counts.append(workers);
    return counts + QList{cores};
}

Experiment cluster()
{
    Experiment experiment
        = publishedEntry(u"H"_s, u"cluster"_s, u"Workers, and bodies of 4 bytes to 100 KiB"_s);
    addSizes(
        experiment, {4, 1024, 102'400}, u"Another worker helps as far as there is another core for it."_s);
    experiment.variants.clear();
    for (const int workers : workerCounts())
        experiment.variants.append(patchedVariant(
            QString::number(workers), u"Workers: %1"_s.arg(workers), {{u"workers"_s, workers}}));
    compareConnections(experiment, {50, 500});
    return experiment;
}

Variant variantOf(const Contender &contender)
{
    Variant variant = patchedVariant(contender.name, contender.title);
    variant.contender = contender;
    return variant;
}

Experiment contenderExperiment(const QList<Contender> &contenders)
{
    Experiment experiment = staticGet(u"D"_s, u"contenders"_s,
        u"Node 2,642 req/s (11.36 ms), Deno 1,853 req/s (16.20 ms), with 30 connections"_s);
    experiment.title = u"This server and others"_s;
    experiment.workloads.first().lesson = u"The same file, the same load, one server after the other."_s;
    experiment.variants = {patchedVariant(u"servelab"_s, u"Servelab"_s)};
    for (const Contender &contender : contenders)
        experiment.variants.append(variantOf(contender));
    experiment.plan.connections = 30;
    experiment.plan.minimumRequests = 10'000;
    return experiment;
}

} // namespace

Experiment publishedEntry(const QString &group, const QString &id, const QString &title)
{
    Experiment experiment;
    experiment.group = group;
    experiment.id = id;
    experiment.title = title;
    experiment.base.noCache = false;
    experiment.variants = {patchedVariant(u"as-it-is"_s, u"Configuration as it is"_s)};
    experiment.plan.connections = 10;
    experiment.plan.warmUp = 300ms;
    experiment.plan.duration = 1s;
    experiment.plan.settle = 2s;
    experiment.plan.minimumRequests = 400;
    experiment.rounds = 5;
    return experiment;
}

void compareTechnique(
    Experiment &experiment, const QString &technique, const QString &good, const QString &naive)
{
    const QString path = u"techniques."_s + technique;
    const auto &fields = site::configFields();
    if (std::ranges::find(fields, path, &site::ConfigField::path) == fields.end())
        return;
    experiment.variants
        = {patchedVariant(good, u"%1: %2"_s.arg(technique, good), techniquePatch(technique, good)),
            patchedVariant(naive, u"%1: %2"_s.arg(technique, naive), techniquePatch(technique, naive))};
}

void compareConnections(Experiment &experiment, const QList<int> &counts)
{
    const QList<Variant> patterns = std::exchange(experiment.variants, {});
    for (const int count : counts) {
        for (const Variant &pattern : patterns) {
            Variant variant = pattern;
            variant.id += u"-%1"_s.arg(count);
            variant.label += u", connections: %1"_s.arg(count);
            variant.connections = count;
            experiment.variants.append(variant);
        }
    }
    experiment.plan.settle = 300ms; // there are many samples to take
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

Variant patchedVariant(const QString &id, const QString &label, const QJsonObject &patch)
{
    return {.id = id, .label = label, .patch = patch};
}

QJsonObject techniquePatch(const QString &technique, const QString &choice)
{
    return {{u"techniques"_s, QJsonObject{{technique, choice}}}};
}

QList<Experiment> publishedExperiments(const QList<Contender> &contenders)
{
    return nodeHttpServer() + operational() + QList{cachedAnswer()} + QList{endString(), cluster()}
    + QList{contenderExperiment(contenders)};
}

QList<Experiment> catalogue(const CatalogueParts &parts)
{
    QList<Experiment> hooked = hookExperiments();
    hooked.removeIf([&parts](const Experiment &experiment) {
        return !parts.hooks.contains(experiment.workloads.first().hook);
    });
    return publishedExperiments(parts.contenders) + hooked + taskExperiments() + lessonExperiments();
}

QStringList catalogueGroups()
{
    return seedGroups() + QStringList{u"own"_s};
}

QStringList seedGroups()
{
    return {u"N"_s, u"O"_s, u"U"_s, u"H"_s, u"D"_s};
}

Experiment smokeOf(Experiment experiment)
{
    constexpr qint64 fewRecords = 64 * 1024;
    constexpr std::uint64_t fewOperations = 1'000;
    for (FixtureFile &file : experiment.fixture) {
        if (file.content == FixtureContent::Records)
            file.bytes = std::min(file.bytes, fewRecords);
    }
    experiment.rounds = 1;
    experiment.runsPerRound = 1;
    experiment.plan.warmUp = 0ms;
    experiment.plan.duration = experiment.plan.freeze > 0ms ? 400ms : 50ms;
    experiment.plan.freeze = std::min<std::chrono::milliseconds>(experiment.plan.freeze, 100ms);
    experiment.plan.minimumRequests = 1;
    if (experiment.plan.requests)
        experiment.plan.requests = std::min(*experiment.plan.requests, fewOperations);
    experiment.plan.settle = 0ms;
    experiment.plan.connections = std::min(experiment.plan.connections, 10);
    experiment.plan.idleConnections = std::min(experiment.plan.idleConnections, 20);
    return experiment;
}

} // namespace servelab::lab
