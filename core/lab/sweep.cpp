// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sweep.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

constexpr int mostVariants = 100;

QJsonObject patchAt(const QString &path, const QJsonValue &value)
{
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0)
        return {{path, value}};
    return {{path.first(dot), patchAt(path.sliced(dot + 1), value)}};
}

QJsonObject merged(QJsonObject first, const QJsonObject &second)
{
    for (auto entry = second.begin(); entry != second.end(); ++entry) {
        const QJsonValue old = first.value(entry.key());
        first.insert(entry.key(),
            old.isObject() && entry.value().isObject() ? merged(old.toObject(), entry.value().toObject())
                                                       : QJsonValue(entry.value()));
    }
    return first;
}

QString valueName(const QJsonValue &value)
{
    return value.toVariant().toString();
}

/// The variant with one setting more.
Variant with(const Variant &variant, const QString &path, const QJsonValue &value)
{
    const QString part = path.section(u'.', -1);
    const QString label = u"%1 %2"_s.arg(part, valueName(value));
    Variant result = variant;
    result.id += (result.id.isEmpty() ? QString() : u","_s) + part + u'=' + valueName(value);
    result.label += (result.label.isEmpty() ? QString() : u", "_s) + label;
    result.patch = merged(result.patch, patchAt(path, value));
    return result;
}

/// As it would stand in a configuration file; what is no number and no truth value is a text.
QJsonValue valueOf(const QString &text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (isNumber)
        return number;
    if (text == "true"_L1 || text == "false"_L1)
        return text == "true"_L1;
    return text;
}

base::Error unreadable(const QString &text)
{
    return {u"\"%1\" is no setting with values."_s.arg(text),
        u"Write SETTING=VALUES, such as compression.brotliQuality=0..11 or techniques.staticCache=on,off."_s,
        {}};
}

/// Empty where it is no range, or one without an end.
QList<QJsonValue> rangeOf(const QString &text)
{
    static const QRegularExpression range(u"^(-?\\d{1,15})\\.\\.(-?\\d{1,15})(?:\\.\\.(\\d{1,15}))?$"_s);
    const auto match = range.match(text);
    const qint64 step = match.captured(3).isEmpty() ? 1 : match.captured(3).toLongLong();
    QList<QJsonValue> values;
    if (!match.hasMatch() || step == 0)
        return values;
    const qint64 last = match.captured(2).toLongLong();
    for (qint64 value = match.captured(1).toLongLong(); value <= last && values.size() <= mostVariants;
        value += step)
        values.append(value);
    return values;
}

QList<Variant> variantsOf(const QList<SweptSetting> &settings)
{
    QList<Variant> variants{Variant()};
    for (const SweptSetting &setting : settings) {
        QList<Variant> more;
        for (const Variant &variant : variants) {
            for (const QJsonValue &value : setting.values)
                more.append(with(variant, setting.path, value));
        }
        variants = more;
    }
    return variants;
}

QList<base::Error> problemsOf(const QList<SweptSetting> &settings)
{
    if (settings.isEmpty() || settings.size() > 2)
        return {{u"A sweep changes one setting or two, not %1."_s.arg(settings.size()),
            u"Give --set SETTING=VALUES once or twice."_s, u"--set"_s}};
    qsizetype variants = 1;
    for (const SweptSetting &setting : settings)
        variants *= setting.values.size();
    if (variants <= mostVariants)
        return {};
    return {{u"These are more than %1 variants."_s.arg(mostVariants),
        u"Give fewer values, such as 0..1000..100."_s, u"--set"_s}};
}

} // namespace

base::Expected<SweptSetting> readSweptSetting(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 1 || equals + 1 == text.size())
        return std::unexpected(unreadable(text));
    SweptSetting setting{text.first(equals), rangeOf(text.sliced(equals + 1))};
    if (setting.values.isEmpty()) {
        if (text.contains(".."_L1))
            return std::unexpected(unreadable(text));
        for (const QString &value : text.sliced(equals + 1).split(u','))
            setting.values.append(valueOf(value));
    }
    return setting;
}

std::expected<Experiment, QList<base::Error>> sweepOf(
    Experiment experiment, const QList<SweptSetting> &settings)
{
    if (const QList<base::Error> problems = problemsOf(settings); !problems.isEmpty())
        return std::unexpected(problems);
    QStringList paths;
    for (const SweptSetting &setting : settings) {
        paths.append(setting.path);
        if (setting.path.startsWith("compression."_L1))
            experiment.base.compression.enabled = true;
    }
    experiment.id = u"sweep-"_s + experiment.id;
    experiment.title = u"%1 over %2"_s.arg(experiment.title, paths.join(u" and "_s));
    experiment.group = u"own"_s;
    experiment.published.clear();
    experiment.variants = variantsOf(settings);
    if (const QList<base::Error> problems = validate(experiment); !problems.isEmpty())
        return std::unexpected(problems);
    return experiment;
}

} // namespace servelab::lab
