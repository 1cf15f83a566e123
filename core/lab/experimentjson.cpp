// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experimentfields.h"
#include "core/lab/jsonfile.h"
#include "core/site/siteconfigjson.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace json {

QJsonValue Codec<site::SiteConfig>::write(const site::SiteConfig &value)
{
    return site::withoutSecrets(site::toJson(value));
}

void Codec<site::SiteConfig>::read(
    const QJsonValue &value, const QString &path, site::SiteConfig &out, Problems &problems)
{
    if (!hasType(value, QJsonValue::Object, path, problems))
        return;
    auto config = site::fromJson(value.toObject());
    if (config) {
        out = *config;
        return;
    }
    for (base::Error &problem : config.error())
        problem.where = path + u'.' + problem.where;
    problems += config.error();
}

QJsonObject Codec<site::SiteConfig>::schema(SchemaParts &)
{
    return {{u"$ref"_s, u"site.schema.json"_s}};
}

QJsonValue Codec<Variant>::write(const Variant &value)
{
    Variant shown = value;
    shown.patch = site::withoutSecrets(value.patch);
    return writeObject(shown);
}

} // namespace json

namespace {

/// A name for people where none is given.
template <typename T>
void nameAfterId(QList<T> &items, QString T::*name)
{
    for (T &item : items) {
        if ((item.*name).isEmpty())
            item.*name = item.id;
    }
}

} // namespace

QJsonObject Experiment::toJson() const
{
    return json::writeObject(*this);
}

std::expected<Experiment, QList<base::Error>> Experiment::fromJson(const QJsonObject &object)
{
    json::Problems problems;
    Experiment experiment;
    json::readObject(object, {}, experiment, problems);
    if (!problems.isEmpty())
        return std::unexpected(problems);
    if (experiment.title.isEmpty())
        experiment.title = experiment.id;
    nameAfterId(experiment.workloads, &Workload::title);
    nameAfterId(experiment.variants, &Variant::label);
    return experiment;
}

std::expected<Experiment, QList<base::Error>> readExperimentFile(const QString &path)
{
    const auto object = readJsonFile(path);
    if (!object)
        return std::unexpected(json::Problems{object.error()});
    auto experiment = Experiment::fromJson(*object);
    if (experiment)
        return experiment;
    for (base::Error &problem : experiment.error())
        problem.message = u"%1: %2"_s.arg(QDir::toNativeSeparators(path), problem.message);
    return experiment;
}

} // namespace servelab::lab
