// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labpatch.h"

#include "core/site/siteconfigjson.h"
#include "ui/models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString text(const char *source)
{
    return QCoreApplication::translate("LabPatch", source);
}

QJsonValue valueAt(const QJsonObject &patch, const QString &path)
{
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0)
        return patch.value(path);
    return valueAt(patch.value(path.first(dot)).toObject(), path.sliced(dot + 1));
}

/// A choice is told by its name, which says more than the way from one name to another.
QString differenceText(const Setting &setting, const QJsonValue &from, const QJsonValue &to)
{
    if (typeOf(setting) == "enum"_L1)
        return u"%1: %2"_s.arg(labelOf(setting), uncapitalized(valueText(setting, to)));
    return text(QT_TRANSLATE_NOOP("LabPatch", "%1: %2 → %3"))
        .arg(labelOf(setting), valueText(setting, from), valueText(setting, to));
}

QStringList settingDifferences(const site::SiteConfig &from, const site::SiteConfig &to)
{
    QStringList texts;
    for (const Setting &setting : settings()) {
        const QJsonValue before = valueOf(setting, from);
        const QJsonValue after = valueOf(setting, to);
        if (before != after)
            texts.append(differenceText(setting, before, after));
    }
    return texts;
}

/// What a variant does to the load instead of the plan.
QStringList loadDifferences(const lab::Variant &variant)
{
    QStringList texts;
    if (variant.connections)
        texts.append(text(QT_TRANSLATE_NOOP("LabPatch", "Connections: %1")).arg(*variant.connections));
    if (variant.keepAlive)
        texts.append(*variant.keepAlive ? text(QT_TRANSLATE_NOOP("LabPatch", "Connections kept"))
                                        : text(QT_TRANSLATE_NOOP("LabPatch", "A connection each request")));
    if (variant.pipeline)
        texts.append(text(QT_TRANSLATE_NOOP("LabPatch", "Requests at a time on a connection: %1"))
                .arg(*variant.pipeline));
    if (variant.arrival)
        texts.append(text(QT_TRANSLATE_NOOP("LabPatch", "Requests: %1")).arg(arrivalText(*variant.arrival)));
    for (const load::RequestField &field : variant.fields)
        texts.append(u"%1: %2"_s.arg(QString::fromUtf8(field.name), QString::fromUtf8(field.value)));
    return texts;
}

} // namespace

QList<PatchedSetting> patchedSettings(const QJsonObject &patch)
{
    QList<PatchedSetting> patched;
    for (const Setting &setting : settings()) {
        const QJsonValue value = valueAt(patch, QLatin1StringView(setting.path));
        if (!value.isUndefined())
            patched.append({&setting, value});
    }
    return patched;
}

bool canDiffer(const Setting &setting)
{
    // Ports are chosen anew for each server, names are for people, and hosts have a page of their own.
    static const QStringList never{u"name"_s, u"port"_s, u"https.port"_s, u"domains"_s};
    return !never.contains(QLatin1StringView(setting.path));
}

QJsonObject withSetting(const QJsonObject &patch, const QString &path, const QJsonValue &value)
{
    QJsonObject changed = patch;
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0)
        changed.insert(path, value);
    else
        changed.insert(path.first(dot),
            withSetting(patch.value(path.first(dot)).toObject(), path.sliced(dot + 1), value));
    return changed;
}

QJsonObject withoutSetting(const QJsonObject &patch, const QString &path)
{
    QJsonObject changed = patch;
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0) {
        changed.remove(path);
        return changed;
    }
    const QString group = path.first(dot);
    const QJsonObject rest = withoutSetting(patch.value(group).toObject(), path.sliced(dot + 1));
    if (rest.isEmpty())
        changed.remove(group);
    else
        changed.insert(group, rest);
    return changed;
}

site::SiteConfig patchedConfig(const site::SiteConfig &config, const QJsonObject &patch)
{
    if (const auto patched = site::fromJson(patch, config))
        return *patched;
    site::SiteConfig fitting = config;
    for (const PatchedSetting &one : patchedSettings(patch)) {
        const ChangedConfig changed = withValue(*one.setting, one.value, fitting);
        if (changed.problems.isEmpty())
            fitting = changed.config;
    }
    return fitting;
}

site::SiteConfig referenceConfig(const lab::Experiment &experiment, qsizetype variant)
{
    const lab::Variant &baseline = experiment.variants.first();
    return variant == 0 || baseline.contender ? experiment.base
                                              : patchedConfig(experiment.base, baseline.patch);
}

QStringList differencesOf(const lab::Experiment &experiment, qsizetype number)
{
    const lab::Variant &variant = experiment.variants[number];
    if (variant.contender)
        return {text(QT_TRANSLATE_NOOP("LabPatch", "Another server: %1")).arg(variant.contender->title)};
    const auto config = patchedConfig(experiment.base, variant.patch);
    return settingDifferences(referenceConfig(experiment, number), config) + loadDifferences(variant);
}

QString arrivalText(const load::Arrival &arrival)
{
    if (const auto *rate = std::get_if<load::ConstantRate>(&arrival))
        return text(QT_TRANSLATE_NOOP("LabPatch", "%1 a second")).arg(formatNumber(rate->perSecond));
    if (const auto *ramp = std::get_if<load::RateRamp>(&arrival))
        return text(QT_TRANSLATE_NOOP("LabPatch", "from %1 to %2 a second"))
            .arg(formatNumber(ramp->fromPerSecond), formatNumber(ramp->toPerSecond));
    return text(QT_TRANSLATE_NOOP("LabPatch", "each connection after its last answer"));
}

} // namespace servelab::ui
