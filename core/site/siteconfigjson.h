// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/site/siteconfig.h"

#include <QJsonObject>

namespace servelab::site {

/// Several problems at once, never empty; `Error::where` holds the field's path
/// ("compression.brotliQuality").
using Problems = QList<base::Error>;

/// Every field, in a stable order; durations in milliseconds, sizes in bytes.
QJsonObject toJson(const SiteConfig &config);

/// Only the fields that differ from the default: what a person would write.
QJsonObject toJsonDifference(const SiteConfig &config, const SiteConfig &defaults = {});

/// A configuration, or a part of one, as it may be shown, printed and passed on: settings that nobody else
/// may know (https.passphrase) are left out.
QJsonObject withoutSecrets(QJsonObject config);

/// Fields that are absent keep the value of `base`; so a JSON document is also a patch. Unknown keys, wrong
/// types and values out of range are problems; an unknown key's problem names the nearest known key.
std::expected<SiteConfig, Problems> fromJson(const QJsonObject &object, const SiteConfig &base = {});

/// Reads a configuration file. Problems name the file, and the line where the JSON itself is broken.
std::expected<SiteConfig, Problems> readConfigFile(const QString &path, const SiteConfig &base = {});

/// Everything that is wrong with a configuration: ranges, names, addresses, folders that are not there.
/// Empty: it can be served. `Error::where` names the field.
Problems validate(const SiteConfig &config);

/// JSON schema (2020-12) of a configuration; the published file is this text.
QByteArray siteConfigSchema();

} // namespace servelab::site
