// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sweptvariants.h"

#include "ui/models/settings.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QSet>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Leaves = QMap<QString, QJsonValue>; ///< by path

void collect(const QJsonObject &patch, const QString &prefix, Leaves &leaves)
{
    for (auto entry = patch.begin(); entry != patch.end(); ++entry) {
        const QString path = prefix.isEmpty() ? entry.key() : prefix + u'.' + entry.key();
        if (entry.value().isObject())
            collect(entry.value().toObject(), path, leaves);
        else
            leaves.insert(path, entry.value());
    }
}

/// The paths whose values differ; nothing where a variant lacks one, or differs in more than its patch.
QStringList differingPaths(const lab::Experiment &experiment, const QList<Leaves> &all)
{
    QStringList paths;
    for (const QString &path : all.first().keys()) {
        if (std::ranges::any_of(all, [&](const Leaves &leaves) { return leaves[path] != all.first()[path]; }))
            paths.append(path);
    }
    const bool same
        = std::ranges::all_of(all, [&](const Leaves &leaves) { return leaves.keys() == all.first().keys(); });
    const bool onlyPatches = std::ranges::none_of(
        experiment.variants, [](const lab::Variant &v) { return v.contender.has_value(); });
    return same && onlyPatches ? paths : QStringList();
}

QString textOf(const QString &path, const QJsonValue &value)
{
    if (const Setting *setting = findSetting(path))
        return valueText(*setting, value);
    return value.isBool() ? (value.toBool() ? u"true"_s : u"false"_s) : value.toVariant().toString();
}

SweptAxis axisOf(const QString &path, const QList<Leaves> &all)
{
    SweptAxis axis{path, {}, {}, true};
    for (const Leaves &leaves : all) {
        const QJsonValue value = leaves[path];
        axis.isNumber = axis.isNumber && value.isDouble();
        if (!axis.values.contains(value))
            axis.values.append(value);
    }
    if (axis.isNumber)
        std::ranges::sort(axis.values, {}, [](const QJsonValue &value) { return value.toDouble(); });
    for (const QJsonValue &value : axis.values)
        axis.texts.append(textOf(path, value));
    return axis;
}

/// Two variants in one place would hide each other.
bool haveOwnPlaces(const QList<SweptPlace> &places)
{
    QSet<QList<int>> taken;
    for (const SweptPlace &place : places)
        taken.insert(place.at);
    return taken.size() == places.size();
}

} // namespace

QString SweptAxis::name() const
{
    const Setting *setting = findSetting(path);
    return setting ? labelOf(*setting) : path.section(u'.', -1);
}

SweptVariants sweptVariants(const lab::Experiment &experiment)
{
    if (experiment.variants.size() < 2)
        return {};
    QList<Leaves> all;
    for (const lab::Variant &variant : experiment.variants) {
        all.append(Leaves());
        collect(variant.patch, {}, all.last());
    }
    const QStringList paths = differingPaths(experiment, all);
    if (paths.isEmpty() || paths.size() > 2)
        return {};
    SweptVariants swept;
    for (const QString &path : paths)
        swept.axes.append(axisOf(path, all));
    for (qsizetype number = 0; number < all.size(); ++number) {
        SweptPlace place{experiment.variants[number].id, {}};
        for (const SweptAxis &axis : swept.axes)
            place.at.append(static_cast<int>(axis.values.indexOf(all[number][axis.path])));
        swept.places.append(place);
    }
    return haveOwnPlaces(swept.places) ? swept : SweptVariants();
}

} // namespace servelab::ui
