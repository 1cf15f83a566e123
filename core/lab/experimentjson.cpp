// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experimentfields.h"
#include "core/lab/jsonfile.h"
#include "core/load/requestfile.h"
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

QJsonValue Codec<load::Expectation>::write(const load::Expectation &value)
{
    WrittenExpectation written{value.status, value.bodyBytes};
    if (!value.bodySha256.isEmpty())
        written.bodySha256 = HashText{QString::fromLatin1(value.bodySha256.toHex())};
    return writeObject(written);
}

void Codec<load::Expectation>::read(
    const QJsonValue &value, const QString &path, load::Expectation &out, Problems &problems)
{
    WrittenExpectation written{out.status, out.bodyBytes};
    Codec<WrittenExpectation>::read(value, path, written, problems);
    out.status = written.status;
    out.bodyBytes = written.bodyBytes;
    if (!written.bodySha256)
        return;
    if (const auto hash = load::sha256FromHex(written.bodySha256->digits)) {
        out.bodySha256 = *hash;
    } else {
        problems += base::Error{hash.error().message, hash.error().remedy, path + ".bodySha256"_L1};
    }
}

QJsonValue Codec<load::Arrival>::write(const load::Arrival &value)
{
    WrittenArrival written;
    if (const auto *constant = std::get_if<load::ConstantRate>(&value))
        written.perSecond = constant->perSecond;
    if (const auto *ramp = std::get_if<load::RateRamp>(&value))
        written = {{}, ramp->fromPerSecond, ramp->toPerSecond, ramp->over};
    return writeObject(written);
}

void Codec<load::Arrival>::read(
    const QJsonValue &value, const QString &path, load::Arrival &out, Problems &problems)
{
    WrittenArrival written;
    Codec<WrittenArrival>::read(value, path, written, problems);
    const int partsOfRamp
        = (written.fromPerSecond ? 1 : 0) + (written.toPerSecond ? 1 : 0) + (written.over ? 1 : 0);
    const bool isRamp = partsOfRamp == 3;
    if ((partsOfRamp > 0 && !isRamp) || (isRamp && written.perSecond))
        problems += base::Error{u"%1 is neither a rate nor a whole ramp."_s.arg(path),
            u"Give perSecond, or fromPerSecond, toPerSecond and overMilliseconds, or none of them."_s, path};
    else if (isRamp)
        out = load::RateRamp{*written.fromPerSecond, *written.toPerSecond, *written.over};
    else if (written.perSecond)
        out = load::ConstantRate{*written.perSecond};
    else
        out = load::ClosedLoop();
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
