// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/labexperiments.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "core/lab/report.h"
#include "core/lab/resultset.h"
#include "core/lab/runcomparison.h"
#include "core/subject/workloadhooks.h"

#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using Value = Option::Value;

enum class ReportFormat : std::uint8_t { Text, Markdown, Csv, Html };

struct ReportRequest
{
    ReportFormat format = ReportFormat::Text;
    QString out; ///< empty: standard output
};

base::Expected<ReportFormat> readFormat(const QString &text)
{
    static const std::map<QString, ReportFormat> formats{{u"text"_s, ReportFormat::Text},
        {u"markdown"_s, ReportFormat::Markdown}, {u"csv"_s, ReportFormat::Csv},
        {u"html"_s, ReportFormat::Html}};
    const auto found = formats.find(text);
    if (found == formats.end())
        return base::fail(
            u"\"%1\" is not a format of a report."_s.arg(text), u"Give text, markdown, csv or html."_s);
    return found->second;
}

const QList<Setting<ReportRequest>> &reportSettings()
{
    static const QList<Setting<ReportRequest>> settings{
        {{u"format"_s, {}, Value::Required, u"FORMAT"_s,
             u"text, markdown, csv (every sample) or html (one page with charts) (text)."_s},
            [](ReportRequest &r, const QString &v) { return assign(r.format, readFormat(v)); }},
        {{u"out"_s, u'o', Value::Required, u"FILE"_s, u"Write it there instead of standard output."_s},
            [](ReportRequest &r, const QString &v) { return set(r.out, v); }},
    };
    return settings;
}

QString written(const QList<lab::ResultDocument> &documents, ReportFormat format)
{
    switch (format) {
    case ReportFormat::Markdown:
        return lab::toMarkdown(lab::reportOf(documents));
    case ReportFormat::Csv:
        return lab::toCsv(documents);
    case ReportFormat::Html:
        return lab::toHtml(lab::reportOf(documents));
    default:
        return lab::toText(lab::reportOf(documents));
    }
}

ExitCode writeText(const QString &text, const QString &path)
{
    if (path.isEmpty()) {
        writeOut(text);
        return ExitCode::Success;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0 && file.commit())
        return ExitCode::Success;
    return reportFailure({{u"%1 cannot be written: %2."_s.arg(path, file.errorString()),
        u"Choose a folder you may write to."_s, path}});
}

ExitCode report(const CommandLine &line)
{
    ReportRequest request;
    Problems problems = line.problems + applySettings(reportSettings(), line, request);
    if (line.operands.size() != 1)
        problems += base::Error{
            u"A report is made of one file."_s, u"Name a result that \"lab run --out\" wrote."_s, {}};
    if (!problems.isEmpty())
        return reportMisuse(u"lab report"_s, problems);
    const auto documents = lab::loadResults(line.operands.first());
    if (!documents)
        return reportFailure({documents.error()});
    return writeText(written(*documents, request.format), request.out);
}

struct CompareRequest
{
    std::optional<double> failAbove; ///< a share
};

base::Expected<double> readPercent(QString text)
{
    if (text.endsWith(u'%'))
        text.chop(1);
    bool isNumber = false;
    const double percent = text.trimmed().toDouble(&isNumber);
    if (!isNumber || !(percent >= 0 && percent <= 1000))
        return base::fail(
            u"\"%1\" is not a share."_s.arg(text), u"Give a percentage from 0% to 1000%, such as 5%."_s);
    return percent / 100;
}

const QList<Setting<CompareRequest>> &compareSettings()
{
    static const QList<Setting<CompareRequest>> settings{
        {{u"fail-on-regression"_s, {}, Value::Required, u"PERCENT"_s,
             u"End with 1 when a figure is worse than that, beyond noise."_s},
            [](CompareRequest &r, const QString &v) { return assign(r.failAbove, readPercent(v)); }},
    };
    return settings;
}

bool hasRegression(const lab::RunComparison &comparison, double share)
{
    return std::ranges::any_of(comparison.differences,
        [share](const lab::RunDifference &difference) { return difference.regression() > share; });
}

/// In a script silence would be taken for success.
void warnWhereNothingIsJudged(const lab::RunComparison &comparison)
{
    const bool none = std::ranges::all_of(comparison.differences, [](const lab::RunDifference &difference) {
        return difference.verdict.kind == lab::Verdict::Kind::Withheld;
    });
    if (none)
        writeError(u"No figure could be judged: see the last column for the reasons."_s);
}

ExitCode compare(const CommandLine &line)
{
    CompareRequest request;
    Problems problems = line.problems + applySettings(compareSettings(), line, request);
    if (line.operands.size() != 2)
        problems += base::Error{
            u"Two results are compared."_s, u"Name the earlier one, then the later one."_s, {}};
    if (!problems.isEmpty())
        return reportMisuse(u"lab compare"_s, problems);
    const auto before = lab::loadResults(line.operands[0]);
    const auto after = lab::loadResults(line.operands[1]);
    if (!before || !after)
        return reportFailure({before ? after.error() : before.error()});
    const lab::RunComparison comparison = lab::compareRuns(*before, *after);
    writeOut(lab::toText(lab::reportOf(comparison)));
    warnWhereNothingIsJudged(comparison);
    return request.failAbove && hasRegression(comparison, *request.failAbove) ? ExitCode::Failure
                                                                              : ExitCode::Success;
}

QString listEntry(const lab::Experiment &experiment)
{
    QStringList variants;
    for (const lab::Variant &variant : experiment.variants)
        variants += variant.id;
    return u"%1\n    %2\n    %3 rounds of %4, about %5\n"_s.arg(experiment.id, experiment.title)
        .arg(experiment.rounds)
        .arg(variants.join(u", "_s), toText(lab::estimatedDuration(experiment)));
}

ExitCode list(const CommandLine &line)
{
    if (const Problems problems = line.problems + refuseOperands(line); !problems.isEmpty())
        return reportMisuse(u"lab list"_s, problems);
    const QList<lab::Experiment> all = lab::catalogue({{}, subject::workloadHookNames()});
    for (const QString &group : lab::catalogueGroups()) {
        writeOut(u"Group %1"_s.arg(group));
        for (const lab::Experiment &experiment : all) {
            if (experiment.group == group)
                writeOut(listEntry(experiment));
        }
    }
    return ExitCode::Success;
}

ExitCode show(const CommandLine &line)
{
    QStringList notes;
    const auto experiments = findExperiments(line.operands, {}, notes);
    const Problems problems = line.problems + (experiments ? Problems() : experiments.error());
    if (!problems.isEmpty())
        return reportMisuse(u"lab show"_s, problems);
    for (const lab::Experiment &experiment : *experiments)
        writeOut(QString::fromUtf8(QJsonDocument(experiment.toJson()).toJson()));
    return ExitCode::Success;
}

} // namespace

Command labReportCommand()
{
    return {u"lab report"_s, u"FILE"_s,
        u"Make a report of a result, in a form to read, to keep or to send."_s, {},
        optionsOf(reportSettings()), report};
}

Command labCompareCommand()
{
    return {u"lab compare"_s, u"BEFORE AFTER"_s,
        u"Compare two results of the same experiments, such as before and after a change."_s,
        u"A figure is only called better or worse where the difference lies outside the noise of both runs."_s,
        optionsOf(compareSettings()), compare};
}

Command labListCommand()
{
    return {u"lab list"_s, {}, u"List the built-in experiments with their variants."_s, {}, {}, list};
}

Command labShowCommand()
{
    return {u"lab show"_s, u"ID..."_s,
        u"Show everything about an experiment, as a file that \"lab run\" takes."_s, {}, {}, show};
}

} // namespace servelab::cli
