// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labproblems.h"

#include "ui/models/coretext.h"
#include "ui/models/labpatch.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(LabProblems)
};

QRegularExpressionMatch variantMatch(const base::Error &problem)
{
    static const QRegularExpression pattern(u"^variants\\[(\\d+)\\](?:\\.patch\\.(.+))?"_s);
    return pattern.match(problem.where);
}

} // namespace

LabPart partOf(const base::Error &problem)
{
    const QString &where = problem.where;
    if (where.startsWith("variants"_L1))
        return LabPart::Variants;
    if (where.startsWith("workloads"_L1))
        return LabPart::Workloads;
    if (where.startsWith("plan."_L1) || where == "rounds"_L1 || where == "runsPerRound"_L1)
        return LabPart::Plan;
    return LabPart::Load;
}

QList<base::Error> problemsOf(LabPart part, const QList<base::Error> &problems)
{
    QList<base::Error> own = problems;
    own.removeIf([part](const base::Error &problem) { return partOf(problem) != part; });
    return own;
}

int variantOf(const base::Error &problem)
{
    const auto match = variantMatch(problem);
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

QString settingOf(const base::Error &problem)
{
    return variantMatch(problem).captured(2);
}

QString textOf(const base::Error &problem)
{
    QString text = coreText(problem).toString();
    if (const Setting *setting = findSetting(settingOf(problem)))
        text.replace(QLatin1StringView(setting->path), labelOf(*setting));
    return text;
}

QString planFieldOf(const base::Error &problem)
{
    if (partOf(problem) != LabPart::Plan)
        return {};
    const QString field = problem.where.section(u'.', -1);
    // "durationMilliseconds" is the field "duration"
    return field.endsWith("Milliseconds"_L1) ? field.chopped(QLatin1StringView("Milliseconds").size())
                                             : field;
}

QList<base::Error> withoutRepetitions(const QList<base::Error> &problems)
{
    QList<base::Error> different;
    for (const base::Error &problem : problems) {
        const bool known = std::ranges::any_of(different, [&problem](const base::Error &other) {
            return other.message == problem.message && settingOf(other) == settingOf(problem);
        });
        if (!known)
            different.append(problem);
    }
    return different;
}

QString reasonText(const QList<base::Error> &problems)
{
    if (problems.isEmpty())
        return {};
    const QString first = textOf(problems.first());
    if (problems.size() == 1)
        return first;
    return Texts::tr("%1 (and %n more)", nullptr, static_cast<int>(problems.size()) - 1).arg(first);
}

} // namespace servelab::ui
