// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/runcomparison.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

using Pairs = std::vector<stats::SameCodePair>;

const ResultDocument *findDocument(const QList<ResultDocument> &documents, const QString &id)
{
    const auto found = std::ranges::find_if(
        documents, [&id](const ResultDocument &document) { return document.experiment.id == id; });
    return found == documents.end() ? nullptr : &*found;
}

void addCaution(QStringList &cautions, const QString &text)
{
    if (!cautions.contains(text))
        cautions.append(text);
}

void compareEnvironments(const Environment &before, const Environment &after, QStringList &cautions)
{
    const auto note = [&](const QString &what, const QString &first, const QString &second) {
        if (first != second)
            addCaution(cautions, u"Note: %1 was %2 before and is %3 after."_s.arg(what, first, second));
    };
    note(u"the processor"_s, before.machine.processor, after.machine.processor);
    note(u"the number of cores"_s, QString::number(before.machine.cores),
        QString::number(after.machine.cores));
    note(u"the kernel"_s, before.machine.kernel, after.machine.kernel);
    note(u"the build type"_s, before.buildType, after.buildType);
    note(u"the compiler"_s, before.compiler, after.compiler);
}

bool hasFigure(const ResultDocument &document, const QString &workload, const QString &variant)
{
    return std::ranges::any_of(document.samples, [&](const Sample &sample) {
        return sample.workload == workload && sample.variant == variant && !sample.failure;
    });
}

class Comparer
{
public:
    Comparer(const ResultDocument &before, const ResultDocument &after, RunComparison &result)
        : m_before(before)
        , m_after(after)
        , m_fitness(worse(fitnessOf(before), fitnessOf(after)))
        , m_result(result)
    {
    }

    void compare()
    {
        compareEnvironments(m_before.environment, m_after.environment, m_result.cautions);
        for (const Workload &workload : m_before.experiment.workloads) {
            for (const Variant &variant : m_before.experiment.variants)
                compare(workload, variant);
        }
    }

private:
    static Fitness worse(const Fitness &one, const Fitness &other)
    {
        return other.level > one.level ? other : one;
    }

    void compare(const Workload &workload, const Variant &variant)
    {
        if (!hasFigure(m_before, workload.id, variant.id) || !hasFigure(m_after, workload.id, variant.id)) {
            addCaution(m_result.cautions,
                u"Note: %1, %2, %3 was not measured in both runs."_s.arg(
                    m_before.experiment.id, workload.id, variant.id));
            return;
        }
        for (const Metric &metric : metrics()) {
            const auto pairs = [&](const ResultDocument &document) {
                return sameCodePairs(document, workload.id, variant.id, metric);
            };
            m_result.differences.append(
                difference(workload, variant, metric, pairs(m_before), pairs(m_after)));
        }
    }

    RunDifference difference(const Workload &workload, const Variant &variant, const Metric &metric,
        const Pairs &before, const Pairs &after) const
    {
        RunDifference result;
        result.experiment = m_before.experiment.id;
        result.verdict.workload = workload.id;
        result.verdict.variant = variant.id;
        result.verdict.metric = &metric;
        result.verdict.comparison = stats::compareRuns(before, after);
        result.before = medianOf(m_before, workload.id, variant.id, metric);
        result.after = medianOf(m_after, workload.id, variant.id, metric);
        if (metric.spread == &Summary::requestsPerSecond && isLimited(workload.id, variant.id))
            result.verdict.words = u"withheld: the load generator was the limit, see CPU per request"_s;
        else
            decide(std::min(m_before.experiment.runsPerRound, m_after.experiment.runsPerRound), m_fitness,
                result.verdict);
        return result;
    }

    bool isLimited(const QString &workload, const QString &variant) const
    {
        return loadWasLimit(m_before, workload, variant) || loadWasLimit(m_after, workload, variant);
    }

    static double medianOf(
        const ResultDocument &document, const QString &workload, const QString &variant, const Metric &metric)
    {
        for (const Summary &summary : document.summaries()) {
            if (summary.workload == workload && summary.variant == variant)
                return (summary.*metric.spread).median;
        }
        return 0;
    }

    const ResultDocument &m_before;
    const ResultDocument &m_after;
    Fitness m_fitness;
    RunComparison &m_result;
};

QStringList rowOf(const RunDifference &difference)
{
    const Verdict &verdict = difference.verdict;
    const bool any = verdict.comparison.rounds > 0;
    return {difference.experiment, verdict.workload, verdict.variant, verdict.metric->title.toString(),
        valueText(*verdict.metric, difference.before), valueText(*verdict.metric, difference.after),
        ratioText(verdict.comparison), any ? bandText(verdict.comparison.band) : u"-"_s, verdict.words};
}

/// Figures that are 0 in both, since nobody looked at them, are no news.
bool isNews(const RunDifference &difference)
{
    return difference.before > 0 || difference.after > 0;
}

} // namespace

double RunDifference::regression() const
{
    if (verdict.kind != Verdict::Kind::Worse || verdict.comparison.ratio <= 0)
        return 0;
    return std::abs(verdict.comparison.ratio - 1);
}

RunComparison compareRuns(const QList<ResultDocument> &before, const QList<ResultDocument> &after)
{
    RunComparison result;
    for (const ResultDocument &one : before) {
        if (const ResultDocument *other = findDocument(after, one.experiment.id))
            Comparer(one, *other, result).compare();
        else
            addCaution(result.cautions, u"Note: %1 was only measured before."_s.arg(one.experiment.id));
    }
    for (const ResultDocument &one : after) {
        if (!findDocument(before, one.experiment.id))
            addCaution(result.cautions, u"Note: %1 was only measured after."_s.arg(one.experiment.id));
    }
    return result;
}

Report reportOf(const RunComparison &comparison)
{
    ReportSection section;
    section.title = u"Before and after"_s;
    section.columns = {{u"Experiment"_s, false}, {u"workload"_s, false}, {u"variant"_s, false},
        {u"figure"_s, false}, {u"before"_s}, {u"after"_s}, {u"ratio"_s}, {u"noise"_s}, {u"verdict"_s, false}};
    int rounds = 1000;
    for (const RunDifference &difference : comparison.differences) {
        if (!isNews(difference))
            continue;
        section.rows.append(rowOf(difference));
        rounds = std::min(rounds, difference.verdict.comparison.rounds);
    }
    section.notes = QStringList{chanceText(static_cast<int>(section.rows.size()), rounds)};
    section.notes.removeAll(QString());
    Report report;
    report.title = u"Two runs"_s;
    report.sections = {section};
    report.notes = comparison.cautions;
    return report;
}

} // namespace servelab::lab
