// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfigjson.h"
#include "ui/models/glossary.h"

#include <QJsonValue>
#include <QString>

#include <optional>
#include <span>

/// How each setting of a site is shown to people. What it may be, and how it is read and written, is known by
/// core/site/configfields; here is one row for each of those fields, found by its path.
namespace servelab::ui {

enum class SettingGroup { Site, Https, Answers, Types, Compression, Memory, Limits, Records, Techniques };

enum class SettingEditor {
    Automatic, ///< by the field's type: a switch, a number, a choice or a text
    Folder,
    File, ///< to be written
    ExistingFile, ///< to be read
    Slider,
    Bytes,
    Milliseconds,
    Words, ///< a list of words with commas between them
    Fallback, ///< off, the index, or a file
    MediaTypes,
    ErrorAnswers,
    VirtualHosts, ///< has a page of its own
};

struct Setting
{
    const char *path; ///< as site::ConfigField names it
    SettingGroup group;
    SettingEditor editor;
    const char *label; ///< to be translated, as all that follows
    const char *text; ///< beside a switch, in an empty text, for the 0 of a number; the names of a choice's
                      ///< values with '|' between them
    const char *hint = nullptr; ///< under the editor; of a technique: what it costs
    std::optional<Term> term = std::nullopt;
};

/// In the order of the page.
std::span<const Setting> settings();
/// Null where there is no setting of that path.
const Setting *findSetting(const QString &path);
QString groupTitle(SettingGroup group);

QString labelOf(const Setting &setting);
QString textOf(const Setting &setting);
QString hintOf(const Setting &setting);

/// Whether every word of `search` is in the label, the texts or the path.
bool matches(const Setting &setting, const QString &search);

QJsonValue valueOf(const Setting &setting, const site::SiteConfig &config);
bool isChanged(const Setting &setting, const site::SiteConfig &config);
/// A value of it as a person reads it: "on", "4", "64 MiB".
QString valueText(const Setting &setting, const QJsonValue &value);
QString defaultText(const Setting &setting);

/// `config` with another value, and what is wrong with that setting then; nothing else is looked at.
struct ChangedConfig
{
    site::SiteConfig config;
    site::Problems problems;
};
ChangedConfig withValue(const Setting &setting, const QJsonValue &value, const site::SiteConfig &config);
/// The same, but only the form of the value is looked at: no file is touched, and nothing beside it.
ChangedConfig withFormedValue(
    const Setting &setting, const QJsonValue &value, const site::SiteConfig &config);

/// Those of the problems that are about this setting.
site::Problems problemsOf(const Setting &setting, const site::Problems &problems);

/// From the field's schema.
QStringList choicesOf(const Setting &setting);
struct WholeNumbers
{
    qint64 least = 0;
    qint64 most = 0;
};
WholeNumbers rangeOf(const Setting &setting);
/// "boolean", "integer", "string", "enum" or another type of JSON.
QString typeOf(const Setting &setting);
/// Nobody may read it over a shoulder.
bool isSecret(const Setting &setting);

} // namespace servelab::ui
