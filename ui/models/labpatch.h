// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "ui/models/settings.h"

#include <QStringList>

/// What a variant changes, setting by setting, and in words.
namespace servelab::ui {

struct PatchedSetting
{
    const Setting *setting;
    QJsonValue value;
};

/// What a patch names, in the order of settings().
QList<PatchedSetting> patchedSettings(const QJsonObject &patch);

/// Whether variants may differ in it: it reaches the measured server, and has an editor of its own.
bool canDiffer(const Setting &setting);

QJsonObject withSetting(const QJsonObject &patch, const QString &path, const QJsonValue &value);
/// Groups that become empty go too.
QJsonObject withoutSetting(const QJsonObject &patch, const QString &path);

/// The configuration with the patch, as far as its settings can be.
site::SiteConfig patchedConfig(const site::SiteConfig &config, const QJsonObject &patch);

/// The configuration that a variant is held against: the baseline's, and for the baseline itself the base.
site::SiteConfig referenceConfig(const lab::Experiment &experiment, qsizetype variant);

/// How a variant differs from the baseline, each difference in words: "Brotli quality: 4 → 6". Of the
/// baseline itself: from the base configuration.
QStringList differencesOf(const lab::Experiment &experiment, qsizetype variant);

/// "12 500 a second", "from 100 to 900 a second", "each connection after its last answer".
QString arrivalText(const load::Arrival &arrival);

} // namespace servelab::ui
