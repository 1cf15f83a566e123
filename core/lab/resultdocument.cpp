// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/resultdocument.h"

#include "core/lab/experimentfields.h"
#include "core/lab/jsonfile.h"
#include "core/lab/labprotocol.h"

#include <QDir>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace json {

template <>
struct Codec<base::MemoryUse>
{
    static QJsonValue write(const base::MemoryUse &value) { return toJson(value); }
    static void read(const QJsonValue &value, const QString &path, base::MemoryUse &out, Problems &problems)
    {
        if (const auto read = memoryUseFromJson(value.toObject()))
            out = *read;
        else
            problems += base::Error{u"%1 is not a memory reading."_s.arg(path), {}, path};
    }
    static QJsonObject schema(SchemaParts &parts)
    {
        return parts.refer(u"memory"_s, [](SchemaParts &) {
            QJsonObject properties = toJson(base::MemoryUse());
            for (auto property = properties.begin(); property != properties.end(); ++property)
                property.value() = QJsonObject{{u"type"_s, u"integer"_s}};
            return QJsonObject{{u"type"_s, u"object"_s}, {u"properties"_s, properties},
                {u"required"_s, QJsonArray::fromStringList(properties.keys())}};
        });
    }
};

/// What a load report is made of is its own business.
template <>
struct Codec<load::LoadReport>
{
    static QJsonValue write(const load::LoadReport &value) { return value.toJson(); }
    static void read(const QJsonValue &value, const QString &path, load::LoadReport &out, Problems &problems)
    {
        if (!hasType(value, QJsonValue::Object, path, problems))
            return;
        auto read = load::LoadReport::fromJson(value.toObject());
        if (read)
            out = std::move(*read);
        else
            problems += base::Error{read.error().message, {}, path};
    }
    static QJsonObject schema(SchemaParts &) { return {{u"type"_s, u"object"_s}}; }
};

template <>
struct Fields<base::Error>
{
    static constexpr auto name = "error"_L1;
    static constexpr auto list = std::tuple{
        field("message", &base::Error::message, required, u"What went wrong."),
        field("remedy", &base::Error::remedy, optional, u"What to do about it."),
        field("where", &base::Error::where, optional, u"The field or file it is about."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<base::MachineDescription>
{
    using Machine = base::MachineDescription;
    static constexpr auto name = "machine"_L1;
    static constexpr auto list = std::tuple{
        field("processor", &Machine::processor, optional, u"Its name."),
        field("cores", &Machine::cores, optional, u"That the program may use."),
        field("governor", &Machine::governor, optional, u"Of the processor's frequency."),
        field("frequencyDriver", &Machine::frequencyDriver, optional, u"Of the processor's frequency."),
        field("memoryBytes", &Machine::memoryBytes, optional, u"Physical memory."),
        field("operatingSystem", &Machine::operatingSystem, optional, u"Its name and version."),
        field("kernel", &Machine::kernel, optional, u"Its name and version."),
        field("loadAverage", &Machine::loadAverage, optional, u"Of the minute before the start."),
        field("onBattery", &Machine::onBattery, optional, u"Absent: not known."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<ContenderProgram>
{
    static constexpr auto name = "contenderProgram"_L1;
    static constexpr auto list = std::tuple{
        field("name", &ContenderProgram::name, required, u"Of the contender."),
        field("program", &ContenderProgram::program, optional, u"Its file."),
        field("hash", &ContenderProgram::hash, optional, u"SHA-256 of that file."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<Environment>
{
    static constexpr auto name = "environment"_L1;
    static constexpr auto list = std::tuple{
        field("machine", &Environment::machine, required, u"Where it ran."),
        field("version", &Environment::version, optional, u"Of Servelab."),
        field("revision", &Environment::revision, optional, u"Of its source."),
        field("qtVersion", &Environment::qtVersion, optional, u"Of Qt."),
        field("compiler", &Environment::compiler, optional, u"That built it."),
        field("buildType", &Environment::buildType, optional, u"Of the build."),
        field("programHash", &Environment::programHash, optional, u"SHA-256 of the measured program."),
        field("contenders", &Environment::contenders, optional, u"Other measured programs."),
        field("serverCores", &Environment::serverCores, optional, u"Empty: not assigned."),
        field("loadCores", &Environment::loadCores, optional, u"Empty: not assigned."),
        field("busyShare", &Environment::busyShare, optional, u"Of all cores, by others, before the start."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<Sample>
{
    static constexpr auto name = "sample"_L1;
    static constexpr auto list = std::tuple{
        field("workload", &Sample::workload, required, u"Its id."),
        field("variant", &Sample::variant, required, u"Its id."),
        field("round", &Sample::round, required, u"From 0."),
        field("position", &Sample::position, required, u"In the order of its round."),
        field("copy", &Sample::copy, optional, u"Which run of the variant in this round: 0 or 1."),
        field("load", &Sample::load, required, u"What the load generator saw, latency histogram included."),
        field("serverCpuNanoseconds", &Sample::serverCpu, required, u"Of the measured part."),
        field("otherCpuNanoseconds", &Sample::otherCpu, optional, u"Of the rest of the machine meanwhile."),
        field("observerCpuNanoseconds", &Sample::observerCpu, optional,
            u"Of the program that ran the experiment meanwhile."),
        field("memoryAtStart", &Sample::memoryAtStart, required, u"Listening, before any request."),
        field("memoryAtPeak", &Sample::memoryAtPeak, required, u"The highest seen during load."),
        field("memoryRetained", &Sample::memoryRetained, required, u"After load, settling and a trim."),
        field("memoryIdle", &Sample::memoryIdle, optional, u"With idle connections open."),
        field("idleConnections", &Sample::idleConnections, optional, u"How many were open then."),
        field("kept", &Sample::kept, optional, u"Objects that a task held when retained memory was read."),
        field("failure", &Sample::failure, optional, u"Why the sample does not count."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

template <>
struct Fields<ResultDocument>
{
    static constexpr auto name = "result"_L1;
    static constexpr auto list = std::tuple{
        field("experiment", &ResultDocument::experiment, required, u"What was measured."),
        field("environment", &ResultDocument::environment, required, u"What produced the numbers."),
        field("startedAt", &ResultDocument::startedAt, required, u"UTC."),
        field("finishedAt", &ResultDocument::finishedAt, required, u"UTC."),
        field("cancelled", &ResultDocument::cancelled, optional, u"Ended early: finished rounds only."),
        field("samples", &ResultDocument::samples, required, u"Every one, in the order they were taken."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

} // namespace json

namespace {

using Problems = QList<base::Error>;

constexpr auto formatName = "servelab-result"_L1;

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

/// What a document of version 1 left out because it could not be otherwise.
QJsonObject upgraded(QJsonObject object)
{
    if (object.value("version"_L1).toInteger() != 1 || !object.value("experiment"_L1).isObject())
        return object;
    QJsonObject experiment = object.value("experiment"_L1).toObject();
    experiment.insert("runsPerRound"_L1, 1);
    object.insert("experiment"_L1, experiment);
    return object;
}

base::Error damaged(const base::Error &first)
{
    return {u"This result is damaged: %1"_s.arg(first.message),
        u"Take a copy that is whole, or measure again."_s, first.where};
}

} // namespace

QJsonObject ResultDocument::toJson() const
{
    QJsonObject object = json::writeObject(*this);
    object.insert("format"_L1, QString(formatName));
    object.insert("version"_L1, currentVersion);
    return object;
}

base::Expected<ResultDocument> ResultDocument::fromJson(const QJsonObject &object)
{
    if (const auto problem = versionProblem(object))
        return std::unexpected(*problem);
    Problems problems;
    ResultDocument document;
    json::readObject(upgraded(object), {}, document, problems);
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

QByteArray resultSchema()
{
    json::SchemaParts parts;
    QJsonObject schema = json::schemaOfObject<ResultDocument>(parts);
    QJsonObject properties = schema.value("properties"_L1).toObject();
    properties.insert("format"_L1, QJsonObject{{u"const"_s, QString(formatName)}});
    properties.insert("version"_L1, QJsonObject{{u"const"_s, ResultDocument::currentVersion}});
    schema.insert("properties"_L1, properties);
    QJsonArray presence = schema.value("required"_L1).toArray();
    presence.append(u"format"_s);
    presence.append(u"version"_s);
    schema.insert("required"_L1, presence);
    schema.insert("$schema"_L1, u"https://json-schema.org/draft/2020-12/schema"_s);
    schema.insert(
        "title"_L1, u"Result of an experiment of Servelab, version %1"_s.arg(ResultDocument::currentVersion));
    schema.insert("$defs"_L1, parts.parts());
    return QJsonDocument(schema).toJson();
}

} // namespace servelab::lab
