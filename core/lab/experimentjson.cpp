// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment.h"

#include "core/lab/jsonfile.h"
#include "core/lab/objectreader.h"
#include "core/site/siteconfigjson.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Problems = QList<base::Error>;
using Presence = ObjectReader::Presence;

QJsonArray fieldsToJson(const QList<load::RequestField> &fields)
{
    QJsonArray array;
    for (const load::RequestField &field : fields)
        array.append(QJsonObject{
            {u"name"_s, QString::fromUtf8(field.name)}, {u"value"_s, QString::fromUtf8(field.value)}});
    return array;
}

QJsonObject expectationToJson(const load::Expectation &expectation)
{
    QJsonObject object;
    if (expectation.status)
        object.insert("status"_L1, *expectation.status);
    if (expectation.bodyBytes)
        object.insert("bodyBytes"_L1, *expectation.bodyBytes);
    return object;
}

QJsonObject workloadToJson(const Workload &workload)
{
    return {
        {u"id"_s, workload.id},
        {u"title"_s, workload.title},
        {u"lesson"_s, workload.lesson},
        {u"path"_s, workload.path},
        {u"method"_s, QString::fromUtf8(workload.method)},
        {u"fields"_s, fieldsToJson(workload.fields)},
        {u"expectation"_s, expectationToJson(workload.expectation)},
    };
}

QJsonObject variantToJson(const Variant &variant)
{
    return {
        {u"id"_s, variant.id},
        {u"label"_s, variant.label},
        {u"patch"_s, site::withoutSecrets(variant.patch)},
        {u"fields"_s, fieldsToJson(variant.fields)},
    };
}

QJsonObject planToJson(const SamplePlan &plan)
{
    QJsonObject object{
        {u"connections"_s, plan.connections},
        {u"threads"_s, plan.threads},
        {u"keepAlive"_s, plan.keepAlive},
        {u"warmUpMilliseconds"_s, qint64(plan.warmUp.count())},
        {u"durationMilliseconds"_s, qint64(plan.duration.count())},
        {u"minimumRequests"_s, qint64(plan.minimumRequests)},
        {u"longestMilliseconds"_s, qint64(plan.longest.count())},
        {u"settleMilliseconds"_s, qint64(plan.settle.count())},
    };
    if (plan.requests)
        object.insert("requests"_L1, qint64(*plan.requests));
    return object;
}

template <typename T, typename ToJson>
QJsonArray listToJson(const QList<T> &items, ToJson toJson)
{
    QJsonArray array;
    for (const T &item : items)
        array.append(toJson(item));
    return array;
}

void readFields(ObjectReader &reader, QList<load::RequestField> &fields, Problems &problems)
{
    reader.readEach("fields"_L1, [&](const QJsonObject &object, const QString &path) {
        load::RequestField field;
        ObjectReader one(object, path, problems);
        one.read("name"_L1, field.name, Presence::Required);
        one.read("value"_L1, field.value, Presence::Required);
        one.refuseOtherKeys();
        fields.append(field);
    });
}

load::Expectation readExpectation(const QJsonObject &object, const QString &path, Problems &problems)
{
    load::Expectation expectation;
    ObjectReader reader(object, path, problems);
    reader.read("status"_L1, expectation.status);
    reader.read("bodyBytes"_L1, expectation.bodyBytes);
    reader.refuseOtherKeys();
    return expectation;
}

Workload readWorkload(const QJsonObject &object, const QString &path, Problems &problems)
{
    Workload workload;
    QJsonObject expectation;
    ObjectReader reader(object, path, problems);
    reader.read("id"_L1, workload.id, Presence::Required);
    workload.title = workload.id;
    reader.read("title"_L1, workload.title);
    reader.read("lesson"_L1, workload.lesson);
    reader.read("path"_L1, workload.path);
    reader.read("method"_L1, workload.method);
    readFields(reader, workload.fields, problems);
    reader.read("expectation"_L1, expectation);
    reader.refuseOtherKeys();
    workload.expectation = readExpectation(expectation, reader.pathOf("expectation"_L1), problems);
    return workload;
}

Variant readVariant(const QJsonObject &object, const QString &path, Problems &problems)
{
    Variant variant;
    ObjectReader reader(object, path, problems);
    reader.read("id"_L1, variant.id, Presence::Required);
    variant.label = variant.id;
    reader.read("label"_L1, variant.label);
    reader.read("patch"_L1, variant.patch);
    readFields(reader, variant.fields, problems);
    reader.refuseOtherKeys();
    return variant;
}

SamplePlan readPlan(const QJsonObject &object, Problems &problems)
{
    SamplePlan plan;
    ObjectReader reader(object, u"plan"_s, problems);
    reader.read("connections"_L1, plan.connections);
    reader.read("threads"_L1, plan.threads);
    reader.read("keepAlive"_L1, plan.keepAlive);
    reader.read("warmUpMilliseconds"_L1, plan.warmUp);
    reader.read("durationMilliseconds"_L1, plan.duration);
    reader.read("requests"_L1, plan.requests);
    reader.read("minimumRequests"_L1, plan.minimumRequests);
    reader.read("longestMilliseconds"_L1, plan.longest);
    reader.read("settleMilliseconds"_L1, plan.settle);
    reader.refuseOtherKeys();
    return plan;
}

site::SiteConfig readBase(const QJsonObject &object, Problems &problems)
{
    auto config = site::fromJson(object);
    if (config)
        return *config;
    for (base::Error &problem : config.error())
        problem.where = u"base."_s + problem.where;
    problems += config.error();
    return {};
}

} // namespace

QJsonObject Experiment::toJson() const
{
    return {
        {u"id"_s, id},
        {u"title"_s, title},
        {u"base"_s, site::withoutSecrets(site::toJson(base))},
        {u"workloads"_s, listToJson(workloads, workloadToJson)},
        {u"variants"_s, listToJson(variants, variantToJson)},
        {u"plan"_s, planToJson(plan)},
        {u"rounds"_s, rounds},
        {u"seed"_s, qint64(seed)},
    };
}

std::expected<Experiment, QList<base::Error>> Experiment::fromJson(const QJsonObject &object)
{
    Problems problems;
    Experiment experiment;
    QJsonObject base;
    QJsonObject plan;
    ObjectReader reader(object, {}, problems);
    reader.read("id"_L1, experiment.id, Presence::Required);
    experiment.title = experiment.id;
    reader.read("title"_L1, experiment.title);
    reader.read("base"_L1, base, Presence::Required);
    reader.readEach(
        "workloads"_L1,
        [&](const QJsonObject &one, const QString &path) {
            experiment.workloads.append(readWorkload(one, path, problems));
        },
        Presence::Required);
    reader.readEach(
        "variants"_L1,
        [&](const QJsonObject &one, const QString &path) {
            experiment.variants.append(readVariant(one, path, problems));
        },
        Presence::Required);
    reader.read("plan"_L1, plan);
    reader.read("rounds"_L1, experiment.rounds);
    reader.read("seed"_L1, experiment.seed);
    reader.refuseOtherKeys();
    experiment.base = readBase(base, problems);
    experiment.plan = readPlan(plan, problems);
    if (!problems.isEmpty())
        return std::unexpected(problems);
    return experiment;
}

std::expected<Experiment, QList<base::Error>> readExperimentFile(const QString &path)
{
    const auto object = readJsonFile(path);
    if (!object)
        return std::unexpected(Problems{object.error()});
    auto experiment = Experiment::fromJson(*object);
    if (experiment)
        return experiment;
    for (base::Error &problem : experiment.error())
        problem.message = u"%1: %2"_s.arg(QDir::toNativeSeparators(path), problem.message);
    return experiment;
}

} // namespace servelab::lab
