// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/figures.h"
#include "core/lab/report.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

const auto style = uR"(
:root { color-scheme: light dark; --ink: #1c2733; --quiet: #5a6877; --ground: #ffffff; --line: #d5dce3;
  --bar: #2a6fdb; --range: #1c2733; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --quiet: #a2afbc; --ground: #14191f; --line: #36414c; --bar: #6aa3f5; --range: #e6ebf0; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto;
  max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; overflow-wrap: anywhere; }
.lead, .notes { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; max-width: 45rem; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
svg .bar { fill: var(--bar); } svg .range { stroke: var(--range); stroke-width: 1.5; }
)"_s;

constexpr double labelWidth = 220;
constexpr double barWidth = 380;
constexpr double rowHeight = 28;
constexpr double chartWidth = 720;

QString escaped(const QString &text)
{
    return text.toHtmlEscaped();
}

QString number(double value)
{
    return QString::number(value, 'f', 1);
}

/// Cut to what fits beside the bars; the chart's table has it whole.
QString shortLabel(const QString &label)
{
    constexpr qsizetype most = 30;
    return label.size() <= most ? label : label.first(most - 1) + QChar(0x2026);
}

QString line(double x1, double y1, double x2, double y2)
{
    return u"<line class=\"range\" x1=\"%1\" y1=\"%2\" x2=\"%3\" y2=\"%4\"/>"_s.arg(
        number(x1), number(y1), number(x2), number(y2));
}

/// The bar ends at the median; the line across its end reaches from the lowest sample to the highest.
QString barMarks(const ReportBar &bar, double top, double scale)
{
    const double middle = top + rowHeight / 2;
    const double low = labelWidth + bar.lowest * scale;
    const double high = labelWidth + bar.highest * scale;
    return u"<text x=\"%1\" y=\"%2\" text-anchor=\"end\">%3</text>"_s.arg(
               number(labelWidth - 8), number(middle + 4), escaped(shortLabel(bar.label)))
        + u"<rect class=\"bar\" x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" rx=\"2\"/>"_s.arg(
            number(labelWidth), number(top + 5), number(bar.value * scale), number(rowHeight - 10))
        + line(low, middle, high, middle) + line(low, middle - 4, low, middle + 4)
        + line(high, middle - 4, high, middle + 4)
        + u"<text x=\"%1\" y=\"%2\">%3</text>\n"_s.arg(
            number(std::max(high, labelWidth) + 8), number(middle + 4), threeDigits(bar.value));
}

QString drawing(const ReportChart &chart)
{
    double highest = 0;
    for (const ReportBar &bar : chart.bars)
        highest = std::max(highest, bar.highest);
    const double scale = highest > 0 ? barWidth / highest : 0;
    QString marks;
    for (qsizetype i = 0; i < chart.bars.size(); ++i)
        marks += barMarks(chart.bars[i], static_cast<double>(i) * rowHeight, scale);
    return u"<svg role=\"img\" viewBox=\"0 0 %1 %2\"><title>%3</title><desc>Bars of medians with the range "
           u"of "
           "all samples; the table below has the numbers.</desc>\n%4</svg>\n"_s.arg(number(chartWidth),
               number(static_cast<double>(chart.bars.size()) * rowHeight), escaped(chart.title), marks);
}

QString chartTable(const ReportChart &chart)
{
    QString rows;
    for (const ReportBar &bar : chart.bars)
        rows += u"<tr><th scope=\"row\">%1</th><td class=\"number\">%2</td><td class=\"number\">%3</td>"
                "<td class=\"number\">%4</td></tr>\n"_s.arg(escaped(bar.label), threeDigits(bar.value),
                    threeDigits(bar.lowest), threeDigits(bar.highest));
    return u"<details><summary>Table: %1</summary><div class=\"scroll\"><table>\n<tr><th "
           "scope=\"col\">Variant</th><th scope=\"col\" class=\"number\">median</th><th scope=\"col\" "
           "class=\"number\">lowest</th><th scope=\"col\" class=\"number\">highest</th></tr>\n%2</table></div></details>\n"_s
               .arg(escaped(chart.title), rows);
}

QString figure(const ReportChart &chart)
{
    if (chart.bars.isEmpty())
        return {};
    return u"<figure><figcaption>%1</figcaption>\n%2%3</figure>\n"_s.arg(
        escaped(chart.title), drawing(chart), chartTable(chart));
}

QString cell(
    const QString &tag, const ReportColumn &column, const QString &text, const QString &attributes = {})
{
    const QString kind = column.isNumber ? u" class=\"number\""_s : QString();
    return u"<%1%2%3>%4</%1>"_s.arg(tag, attributes, kind, escaped(text));
}

QString table(const ReportSection &section)
{
    QString text = u"<div class=\"scroll\"><table aria-label=\"%1\">\n<tr>"_s.arg(escaped(section.title));
    for (const ReportColumn &column : section.columns)
        text += cell(u"th"_s, column, column.head, u" scope=\"col\""_s);
    text += "</tr>\n"_L1;
    for (const QStringList &row : section.rows) {
        text += "<tr>"_L1;
        for (qsizetype i = 0; i < row.size(); ++i)
            text += i == 0 ? cell(u"th"_s, section.columns[i], row[i], u" scope=\"row\""_s)
                           : cell(u"td"_s, section.columns[i], row[i]);
        text += "</tr>\n"_L1;
    }
    return text + "</table></div>\n"_L1;
}

QString notes(const QStringList &texts)
{
    QString items;
    for (const QString &text : texts)
        items += u"<li>%1</li>\n"_s.arg(escaped(text));
    return items.isEmpty() ? QString() : u"<ul class=\"notes\">\n%1</ul>\n"_s.arg(items);
}

QString section(const ReportSection &section)
{
    QString text = u"<section>\n<h2>%1</h2>\n"_s.arg(escaped(section.title));
    if (!section.lead.isEmpty())
        text += u"<p class=\"lead\">%1</p>\n"_s.arg(escaped(section.lead));
    text += table(section) + notes(section.notes);
    for (const ReportChart &chart : section.charts)
        text += figure(chart);
    return text + "</section>\n"_L1;
}

} // namespace

QString toHtml(const Report &report)
{
    QString body = u"<h1>%1</h1>\n"_s.arg(escaped(report.title));
    for (const ReportSection &one : report.sections)
        body += section(one);
    return u"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
           "content=\"width=device-width\">\n<title>%1</title>\n<style>%2</style>\n</head>\n<body>\n"_s.arg(
               escaped(report.title), style)
        + body + notes(report.notes) + "</body>\n</html>\n"_L1;
}

} // namespace servelab::lab
