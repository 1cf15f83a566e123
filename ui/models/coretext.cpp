// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/coretext.h"

#include "ui/models/format.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// A text with places in it.
struct Pattern
{
    const char *source;
    qsizetype letters; ///< that stand in it itself
    QList<int> places; ///< "%2" stands as 2, in the order of the text
    QRegularExpression expression;
};

Pattern patternOf(const char *source)
{
    static const QRegularExpression place(u"%(\\d)"_s);
    const QString text = QString::fromUtf8(source);
    Pattern pattern{source, 0, {}, {}};
    QString expression = u"^"_s;
    qsizetype from = 0;
    for (const auto &match : place.globalMatch(text)) {
        expression
            += QRegularExpression::escape(text.sliced(from, match.capturedStart() - from)) + u"(.+?)"_s;
        pattern.places.append(match.captured(1).toInt());
        from = match.capturedEnd();
    }
    expression += QRegularExpression::escape(text.sliced(from)) + u'$';
    pattern.letters = text.size() - 2 * pattern.places.size();
    pattern.expression = QRegularExpression(expression, QRegularExpression::DotMatchesEverythingOption);
    return pattern;
}

bool hasPlaces(const char *source)
{
    return QLatin1StringView(source).contains("%1"_L1);
}

/// Those that say most come first.
QList<Pattern> makePatterns()
{
    QList<Pattern> patterns;
    for (const char *source : coreTexts()) {
        if (hasPlaces(source))
            patterns.append(patternOf(source));
    }
    std::ranges::stable_sort(patterns, std::greater(), &Pattern::letters);
    return patterns;
}

QHash<QString, const char *> makeWholeTexts()
{
    QHash<QString, const char *> texts;
    for (const char *source : coreTexts()) {
        if (!hasPlaces(source))
            texts.insert(QString::fromUtf8(source), source);
    }
    return texts;
}

QString translated(const char *source)
{
    return QCoreApplication::translate("Core", source);
}

/// 1.3, ±1.3 % and 1,000 as the window writes numbers; anything else stays.
QString localized(const QString &text)
{
    static const QRegularExpression decimal(u"^([-+±]?\\d+)\\.(\\d+)( %)?$"_s);
    static const QRegularExpression thousands(u"^(\\d{1,3}(?:,\\d{3})+)(\\.\\d+)?$"_s);
    if (const auto match = decimal.match(text); match.hasMatch())
        return match.captured(1) + QLocale().decimalPoint() + match.captured(2) + match.captured(3);
    const auto match = thousands.match(text);
    if (!match.hasMatch())
        return text;
    return formatCount(match.captured(1).remove(u',').toULongLong())
        + match.captured(2).replace(u'.', QLocale().decimalPoint());
}

QString filledIn(const Pattern &pattern, const QRegularExpressionMatch &match)
{
    QString text = translated(pattern.source);
    QStringList values(pattern.places.size());
    for (qsizetype number = 0; number < pattern.places.size(); ++number)
        values[pattern.places[number] - 1] = coreText(match.captured(static_cast<int>(number) + 1));
    static const QRegularExpression place(u"%(\\d)"_s);
    QString filled;
    qsizetype from = 0;
    for (const auto &found : place.globalMatch(text)) {
        filled
            += text.sliced(from, found.capturedStart() - from) + values.value(found.captured(1).toInt() - 1);
        from = found.capturedEnd();
    }
    return filled + text.sliced(from);
}

/// "port is 99999.": so general that only the place it is about tells it from other texts.
QString wrongValueText(const base::Error &error)
{
    static const QRegularExpression general(u"^(\\S+) is (.+)\\.$"_s);
    const auto match = general.match(error.message);
    if (!match.hasMatch() || !error.where.endsWith(match.captured(1)))
        return {};
    return QCoreApplication::translate("Core", "%1 is %2.").arg(match.captured(1), match.captured(2));
}

} // namespace

QString coreText(const QString &english)
{
    static const QHash<QString, const char *> wholeTexts = makeWholeTexts();
    static const QList<Pattern> patterns = makePatterns();
    if (const char *source = wholeTexts.value(english))
        return translated(source);
    for (const Pattern &pattern : patterns) {
        if (const auto match = pattern.expression.match(english); match.hasMatch())
            return filledIn(pattern, match);
    }
    return localized(english);
}

base::Error coreText(const base::Error &english)
{
    const QString wrong = wrongValueText(english);
    return {wrong.isEmpty() ? coreText(english.message) : wrong, coreText(english.remedy), english.where};
}

lab::Experiment coreText(lab::Experiment english)
{
    english.title = coreText(english.title);
    english.published = coreText(english.published);
    for (lab::Workload &workload : english.workloads) {
        workload.title = coreText(workload.title);
        workload.lesson = coreText(workload.lesson);
    }
    for (lab::Variant &variant : english.variants) {
        if (!variant.contender)
            variant.label = coreText(variant.label);
    }
    return english;
}

} // namespace servelab::ui
