// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include "core/lab/jsonfile.h"
#include "core/lab/labprotocol.h"
#include "core/lab/objectreader.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Problems = QList<base::Error>;
using Presence = ObjectReader::Presence;

constexpr auto formatName = "servelab-result"_L1;

QString timeToText(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

QJsonArray coresToJson(const QList<int> &cores)
{
    QJsonArray array;
    for (const int core : cores)
        array.append(core);
    return array;
}

QJsonObject machineToJson(const base::MachineDescription &machine)
{
    QJsonObject object{
        {u"processor"_s, machine.processor},
        {u"cores"_s, machine.cores},
        {u"governor"_s, machine.governor},
        {u"memoryBytes"_s, machine.memoryBytes},
        {u"operatingSystem"_s, machine.operatingSystem},
        {u"kernel"_s, machine.kernel},
        {u"loadAverage"_s, machine.loadAverage},
    };
    if (machine.onBattery)
        object.insert("onBattery"_L1, *machine.onBattery);
    return object;
}

QJsonObject environmentToJson(const Environment &environment)
{
    return {
        {u"machine"_s, machineToJson(environment.machine)},
        {u"version"_s, environment.version},
        {u"qtVersion"_s, environment.qtVersion},
        {u"compiler"_s, environment.compiler},
        {u"buildType"_s, environment.buildType},
        {u"programHash"_s, environment.programHash},
        {u"serverCores"_s, coresToJson(environment.serverCores)},
        {u"loadCores"_s, coresToJson(environment.loadCores)},
    };
}

QJsonObject errorToJson(const base::Error &error)
{
    return {{u"message"_s, error.message}, {u"remedy"_s, error.remedy}, {u"where"_s, error.where}};
}

QJsonObject sampleToJson(const Sample &sample)
{
    QJsonObject object{
        {u"workload"_s, sample.workload},
        {u"variant"_s, sample.variant},
        {u"round"_s, sample.round},
        {u"position"_s, sample.position},
        {u"load"_s, sample.load.toJson()},
        {u"serverCpuNanoseconds"_s, qint64(sample.serverCpu.count())},
        {u"memoryAtStart"_s, toJson(sample.memoryAtStart)},
        {u"memoryAtPeak"_s, toJson(sample.memoryAtPeak)},
        {u"memoryRetained"_s, toJson(sample.memoryRetained)},
    };
    if (sample.failure)
        object.insert("failure"_L1, errorToJson(*sample.failure));
    return object;
}

base::MachineDescription readMachine(const QJsonObject &object, const QString &path, Problems &problems)
{
    base::MachineDescription machine;
    ObjectReader reader(object, path, problems);
    reader.read("processor"_L1, machine.processor);
    reader.read("cores"_L1, machine.cores);
    reader.read("governor"_L1, machine.governor);
    reader.read("memoryBytes"_L1, machine.memoryBytes);
    reader.read("operatingSystem"_L1, machine.operatingSystem);
    reader.read("kernel"_L1, machine.kernel);
    reader.read("loadAverage"_L1, machine.loadAverage);
    reader.read("onBattery"_L1, machine.onBattery);
    return machine;
}

void readCores(ObjectReader &reader, QLatin1StringView key, QList<int> &cores)
{
    QJsonArray array;
    reader.read(key, array);
    for (const QJsonValue &value : array)
        cores.append(value.toInt());
}

Environment readEnvironment(const QJsonObject &object, Problems &problems)
{
    Environment environment;
    QJsonObject machine;
    ObjectReader reader(object, u"environment"_s, problems);
    reader.read("machine"_L1, machine, Presence::Required);
    reader.read("version"_L1, environment.version);
    reader.read("qtVersion"_L1, environment.qtVersion);
    reader.read("compiler"_L1, environment.compiler);
    reader.read("buildType"_L1, environment.buildType);
    reader.read("programHash"_L1, environment.programHash);
    readCores(reader, "serverCores"_L1, environment.serverCores);
    readCores(reader, "loadCores"_L1, environment.loadCores);
    environment.machine = readMachine(machine, reader.pathOf("machine"_L1), problems);
    return environment;
}

void readMemory(ObjectReader &reader, QLatin1StringView key, base::MemoryUse &memory, Problems &problems)
{
    QJsonObject object;
    reader.read(key, object, Presence::Required);
    if (const auto read = memoryUseFromJson(object))
        memory = *read;
    else
        problems
            += base::Error{u"%1 is not a memory reading."_s.arg(reader.pathOf(key)), {}, reader.pathOf(key)};
}

void readLoad(ObjectReader &reader, load::LoadReport &load, Problems &problems)
{
    QJsonObject object;
    reader.read("load"_L1, object, Presence::Required);
    auto read = load::LoadReport::fromJson(object);
    if (read)
        load = std::move(*read);
    else
        problems += base::Error{read.error().message, {}, reader.pathOf("load"_L1)};
}

void readFailure(const QJsonObject &object, const QString &path, Sample &sample, Problems &problems)
{
    sample.failure.emplace();
    ObjectReader reader(object, path, problems);
    reader.read("message"_L1, sample.failure->message, Presence::Required);
    reader.read("remedy"_L1, sample.failure->remedy);
    reader.read("where"_L1, sample.failure->where);
}

Sample readSample(const QJsonObject &object, const QString &path, Problems &problems)
{
    Sample sample;
    ObjectReader reader(object, path, problems);
    reader.read("workload"_L1, sample.workload, Presence::Required);
    reader.read("variant"_L1, sample.variant, Presence::Required);
    reader.read("round"_L1, sample.round, Presence::Required);
    reader.read("position"_L1, sample.position, Presence::Required);
    reader.read("serverCpuNanoseconds"_L1, sample.serverCpu, Presence::Required);
    readLoad(reader, sample.load, problems);
    readMemory(reader, "memoryAtStart"_L1, sample.memoryAtStart, problems);
    readMemory(reader, "memoryAtPeak"_L1, sample.memoryAtPeak, problems);
    readMemory(reader, "memoryRetained"_L1, sample.memoryRetained, problems);
    std::optional<QJsonObject> failure;
    reader.read("failure"_L1, failure);
    if (failure)
        readFailure(*failure, reader.pathOf("failure"_L1), sample, problems);
    return sample;
}

void readTime(ObjectReader &reader, QLatin1StringView key, QDateTime &time, Problems &problems)
{
    QString text;
    reader.read(key, text, Presence::Required);
    time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!time.isValid())
        problems += base::Error{u"%1 is not a time."_s.arg(reader.pathOf(key)), {}, reader.pathOf(key)};
}

Experiment readExperiment(ObjectReader &reader, Problems &problems)
{
    QJsonObject object;
    reader.read("experiment"_L1, object, Presence::Required);
    auto experiment = Experiment::fromJson(object);
    if (experiment)
        return *experiment;
    for (base::Error &problem : experiment.error())
        problem.where = u"experiment."_s + problem.where;
    problems += experiment.error();
    return {};
}

/// Samples name what they measured; a name that the experiment does not have would vanish from every table.
void checkNames(const ResultDocument &document, Problems &problems)
{
    const auto has = [](const auto &items, const QString &id) {
        return std::ranges::any_of(items, [&id](const auto &item) { return item.id == id; });
    };
    for (qsizetype i = 0; i < document.samples.size(); ++i) {
        const Sample &sample = document.samples[i];
        const QString where = u"samples[%1]"_s.arg(i);
        if (!has(document.experiment.workloads, sample.workload)
            || !has(document.experiment.variants, sample.variant))
            problems += base::Error{u"%1 belongs to no variant of the experiment."_s.arg(where), {}, where};
    }
}

/// Empty when this program can read it.
std::optional<base::Error> versionProblem(const QJsonObject &object)
{
    if (object.value("format"_L1).toString() != formatName)
        return base::Error{
            u"This is not a result of an experiment."_s, u"Choose a file that was saved as one."_s, {}};
    const qint64 version = object.value("version"_L1).toInteger();
    if (version > ResultDocument::currentVersion)
        return base::Error{
            u"This result is of version %1, and this program reads versions up to %2."_s.arg(version).arg(
                ResultDocument::currentVersion),
            u"Open it with a newer Servelab."_s, u"version"_s};
    if (version < 1)
        return base::Error{u"This result is damaged: it has no version."_s, {}, u"version"_s};
    return std::nullopt;
}

base::Error damaged(const base::Error &first)
{
    return {u"This result is damaged: %1"_s.arg(first.message),
        u"Take a copy that is whole, or measure again."_s, first.where};
}

} // namespace

QJsonObject ResultDocument::toJson() const
{
    QJsonArray sampleArray;
    for (const Sample &sample : samples)
        sampleArray.append(sampleToJson(sample));
    return {
        {u"format"_s, QString(formatName)},
        {u"version"_s, currentVersion},
        {u"experiment"_s, experiment.toJson()},
        {u"environment"_s, environmentToJson(environment)},
        {u"startedAt"_s, timeToText(startedAt)},
        {u"finishedAt"_s, timeToText(finishedAt)},
        {u"cancelled"_s, cancelled},
        {u"samples"_s, sampleArray},
    };
}

base::Expected<ResultDocument> ResultDocument::fromJson(const QJsonObject &object)
{
    if (const auto problem = versionProblem(object))
        return std::unexpected(*problem);
    Problems problems;
    ResultDocument document;
    QJsonObject environment;
    ObjectReader reader(object, {}, problems);
    document.experiment = readExperiment(reader, problems);
    reader.read("environment"_L1, environment, Presence::Required);
    document.environment = readEnvironment(environment, problems);
    readTime(reader, "startedAt"_L1, document.startedAt, problems);
    readTime(reader, "finishedAt"_L1, document.finishedAt, problems);
    reader.read("cancelled"_L1, document.cancelled);
    reader.readEach(
        "samples"_L1,
        [&](const QJsonObject &one, const QString &path) {
            document.samples.append(readSample(one, path, problems));
        },
        Presence::Required);
    checkNames(document, problems);
    if (!problems.isEmpty())
        return std::unexpected(damaged(problems.first()));
    return document;
}

base::Expected<void> ResultDocument::save(const QString &path) const
{
    return writeJsonFile(path, toJson());
}

base::Expected<ResultDocument> ResultDocument::load(const QString &path)
{
    const auto object = readJsonFile(path);
    if (!object)
        return std::unexpected(object.error());
    auto document = fromJson(*object);
    if (!document) {
        base::Error &error = document.error();
        error.message = u"%1: %2"_s.arg(QDir::toNativeSeparators(path), error.message);
    }
    return document;
}

} // namespace servelab::lab
