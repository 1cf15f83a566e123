// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labsweep.h"

#include "ui/models/format.h"
#include "ui/models/labpatch.h"
#include "ui/models/quantity.h"

#include <QCoreApplication>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostChips = 12;

QString text(const char *source)
{
    return QCoreApplication::translate("LabSweep", source);
}

std::optional<qint64> quantityOf(const Setting &setting, const QString &value)
{
    if (setting.editor == SettingEditor::Bytes)
        return parseBytes(value);
    if (setting.editor == SettingEditor::Milliseconds)
        return parseDuration(value);
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

base::Error unreadable(const Setting &setting, const QString &value)
{
    return {text(QT_TRANSLATE_NOOP("LabSweep", "\"%1\" is no value of %2.")).arg(value, labelOf(setting)),
        text(QT_TRANSLATE_NOOP("LabSweep", "Write values with commas between them, or a range: 0..100..20.")),
        {}};
}

/// "Brotli quality 4, made for each request".
QString labelFor(const QList<lab::SweptSetting> &settings, const QJsonObject &patch)
{
    QStringList parts;
    const QList<PatchedSetting> patched = patchedSettings(patch);
    for (const lab::SweptSetting &swept : settings) {
        for (const PatchedSetting &one : patched) {
            if (swept.path != QLatin1StringView(one.setting->path))
                continue;
            const QString value = valueText(*one.setting, one.value);
            const bool speaksForItself = typeOf(*one.setting) == "enum"_L1;
            parts.append(
                speaksForItself ? uncapitalized(value) : u"%1 %2"_s.arg(labelOf(*one.setting), value));
        }
    }
    return capitalized(parts.join(u", "_s));
}

} // namespace

SweepInput sweepInputOf(const Setting &setting)
{
    const QString type = typeOf(setting);
    if (type == "boolean"_L1 || type == "enum"_L1)
        return SweepInput::Choices;
    const WholeNumbers range = rangeOf(setting);
    if (setting.editor == SettingEditor::Slider && range.most - range.least < mostChips)
        return SweepInput::Chips;
    return SweepInput::Text;
}

bool canSweep(const Setting &setting)
{
    static const QStringList types{u"boolean"_s, u"enum"_s, u"integer"_s};
    return canDiffer(setting) && types.contains(typeOf(setting));
}

QList<NamedValue> sweepChoices(const Setting &setting)
{
    if (typeOf(setting) == "boolean"_L1)
        return {{false, valueText(setting, false)}, {true, valueText(setting, true)}};
    QList<NamedValue> choices;
    for (const QString &choice : choicesOf(setting))
        choices.append({choice, valueText(setting, choice)});
    return choices;
}

base::Expected<lab::SweptSetting> readSweep(const Setting &setting, const QString &written)
{
    const QString path = QLatin1StringView(setting.path);
    if (written.contains(".."_L1))
        return lab::readSweptSetting(path + u'=' + written.simplified().remove(u' '));
    lab::SweptSetting swept{path, {}};
    for (const QString &part : written.split(u',', Qt::SkipEmptyParts)) {
        const auto number = quantityOf(setting, part.trimmed());
        if (!number)
            return std::unexpected(unreadable(setting, part.trimmed()));
        swept.values.append(*number);
    }
    if (swept.values.isEmpty())
        return std::unexpected(base::Error{
            text(QT_TRANSLATE_NOOP("LabSweep", "Choose at least one value of %1.")).arg(labelOf(setting)), {},
            {}});
    return swept;
}

std::expected<QList<lab::Variant>, QList<base::Error>> variantsOfSweep(
    const lab::Experiment &experiment, const QList<lab::SweptSetting> &settings)
{
    auto swept = lab::sweepOf(experiment, settings);
    if (!swept)
        return std::unexpected(swept.error());
    const bool turnsOn = swept->base.compression.enabled && !experiment.base.compression.enabled;
    for (lab::Variant &variant : swept->variants) {
        variant.label = labelFor(settings, variant.patch);
        if (turnsOn)
            variant.patch = withSetting(variant.patch, u"compression.enabled"_s, true);
    }
    return swept->variants;
}

} // namespace servelab::ui
