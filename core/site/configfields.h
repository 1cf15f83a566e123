// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfigjson.h"

#include <QJsonObject>
#include <QJsonValue>

#include <functional>
#include <vector>

namespace servelab::site {

/// One setting: where it stands in JSON, what it may be and what it means. Reading, writing, differences,
/// range checks and the schema all come from the table of these, so a setting is described in one place.
struct ConfigField
{
    QString path; ///< "compression.brotliQuality"; a dot leads into a group
    QString meaning; ///< one sentence for the schema, with the unit
    QJsonObject schema; ///< type and range; default and description are added from here
    std::function<QJsonValue(const SiteConfig &)> write;
    std::function<void(const QJsonValue &, SiteConfig &, Problems &)> read;
};

/// Every setting, in the order of SiteConfig. Made once; thread-safe.
const std::vector<ConfigField> &configFields();

/// The settings whose JSON value is a list or an object.
ConfigField domainsField();
ConfigField spaFallbackField();
ConfigField contentTypesField();
ConfigField restrictedTypesField();
ConfigField errorsField();

/// Adds "<path> is <found>. Give <expected>."
void addWrongValue(Problems &problems, const QString &path, const QJsonValue &found, const QString &expected);

/// Adds that `path` names no setting, and the nearest of `known`.
void addUnknownKey(Problems &problems, const QString &path, const QStringList &known);

} // namespace servelab::site
