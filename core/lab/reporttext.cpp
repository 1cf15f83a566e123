// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/metric.h"
#include "core/lab/report.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

QList<qsizetype> widthsOf(const ReportSection &section)
{
    QList<qsizetype> widths;
    for (const ReportColumn &column : section.columns)
        widths.append(column.head.size());
    for (const QStringList &row : section.rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    return widths;
}

QString trimmedRight(QString line)
{
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

QString textLine(const ReportSection &section, const QList<qsizetype> &widths, const QStringList &cells)
{
    QStringList texts;
    for (qsizetype i = 0; i < cells.size(); ++i)
        texts.append(section.columns[i].isNumber ? cells[i].rightJustified(widths[i])
                                                 : cells[i].leftJustified(widths[i]));
    return trimmedRight(texts.join("  "_L1)) + u'\n';
}

QStringList headsOf(const ReportSection &section)
{
    QStringList heads;
    for (const ReportColumn &column : section.columns)
        heads.append(column.head);
    return heads;
}

QString textSection(const ReportSection &section)
{
    const QList<qsizetype> widths = widthsOf(section);
    QString text = u'\n' + section.title + u'\n' + textLine(section, widths, headsOf(section));
    for (const QStringList &row : section.rows)
        text += textLine(section, widths, row);
    for (const QString &note : section.notes)
        text += note + u'\n';
    return text;
}

/// What would be taken for a mark of the table or of the text.
QString markdownCell(QString text)
{
    text.replace(u'\\', "\\\\"_L1).replace(u'|', "\\|"_L1).replace(u'\n', u' ');
    return text.replace(u'<', "&lt;"_L1);
}

QString markdownLine(const QStringList &cells)
{
    QStringList escaped;
    for (const QString &cell : cells)
        escaped.append(markdownCell(cell));
    return u"| "_s + escaped.join(" | "_L1) + " |\n"_L1;
}

QString markdownSection(const ReportSection &section)
{
    QString text = u"\n## %1\n\n"_s.arg(markdownCell(section.title));
    if (!section.lead.isEmpty())
        text += markdownCell(section.lead) + "\n\n"_L1;
    QStringList rules;
    for (const ReportColumn &column : section.columns)
        rules.append(column.isNumber ? u"---:"_s : u"---"_s);
    text += markdownLine(headsOf(section)) + u"| "_s + rules.join(" | "_L1) + " |\n"_L1;
    for (const QStringList &row : section.rows)
        text += markdownLine(row);
    for (const QString &note : section.notes)
        text += u"\n"_s + markdownCell(note) + u'\n';
    return text;
}

QString csvCell(const QString &text)
{
    const bool plain = std::ranges::none_of(text, [](QChar c) { return u",\"\r\n"_s.contains(c); });
    QString quoted = text;
    return plain ? text : u"\"%1\""_s.arg(quoted.replace(u'"', "\"\""_L1));
}

QString csvLine(const QStringList &cells)
{
    QStringList quoted;
    for (const QString &cell : cells)
        quoted.append(csvCell(cell));
    return quoted.join(u',') + "\r\n"_L1;
}

QStringList csvCells(const Experiment &experiment, const Sample &sample)
{
    QStringList cells{experiment.id, sample.workload, sample.variant, QString::number(sample.round),
        QString::number(sample.copy), QString::number(sample.position)};
    for (const Metric &metric : metrics())
        cells.append(sample.failure ? QString() : QString::number(metric.valueOf(sample), 'g', 10));
    cells.append(QString::number(sample.load.requests));
    cells.append(QString::number(sample.load.errorCount()));
    cells.append(sample.failure ? sample.failure->toString() : QString());
    return cells;
}

} // namespace

QString toText(const Report &report)
{
    QString text = report.title + u'\n';
    for (const ReportSection &section : report.sections)
        text += textSection(section);
    text += u'\n';
    for (const QString &note : report.notes)
        text += note + u'\n';
    return text;
}

QString toMarkdown(const Report &report)
{
    QString text = u"# %1\n"_s.arg(markdownCell(report.title));
    for (const ReportSection &section : report.sections)
        text += markdownSection(section);
    for (const QString &note : report.notes)
        text += u"\n"_s + markdownCell(note) + u'\n';
    return text;
}

QString toCsv(const QList<ResultDocument> &documents)
{
    QStringList heads{u"experiment"_s, u"workload"_s, u"variant"_s, u"round"_s, u"copy"_s, u"position"_s};
    for (const Metric &metric : metrics())
        heads.append(metric.key);
    QString text = csvLine(heads + QStringList{u"requests"_s, u"errors"_s, u"failure"_s});
    for (const ResultDocument &document : documents) {
        for (const Sample &sample : document.samples)
            text += csvLine(csvCells(document.experiment, sample));
    }
    return text;
}

} // namespace servelab::lab
