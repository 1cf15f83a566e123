// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/livechart.h"

#include "ui/models/texttablemodel.h"
#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

double highestOf(const QList<LiveLine> &lines)
{
    double highest = 0;
    for (const LiveLine &line : lines) {
        for (const QPointF &point : line.points)
            highest = std::isnan(point.y()) ? highest : std::max(highest, point.y());
    }
    return highest;
}

/// The newest value where `x` is not a number.
double valueAt(const LiveLine &line, double x)
{
    if (std::isnan(x))
        return line.points.isEmpty() ? x : line.points.last().y();
    const auto after = std::ranges::lower_bound(line.points, x, {}, &QPointF::x);
    if (after != line.points.end())
        return after->y();
    return std::numeric_limits<double>::quiet_NaN();
}

QList<QPointF> inUnit(QList<QPointF> points, const Unit &unit)
{
    for (QPointF &point : points)
        point.ry() /= unit.size;
    return points;
}

} // namespace

LiveChart::LiveChart(Description description, QWidget *parent)
    : ChartPanel(description.title, description.term, description.howToRead, parent)
    , m_description(std::move(description))
    , m_pointedAt(std::numeric_limits<double>::quiet_NaN())
{
    legend()->show();
    connect(canvas(), &ChartCanvas::pointedAt, this, [this](double x) {
        m_pointedAt = x;
        showLegend(x);
    });
}

void LiveChart::setLines(const QList<LiveLine> &lines)
{
    m_lines = lines;
    const double highest = std::max(highestOf(lines), m_description.leastHeight);
    m_unit = m_description.unitFor(highest);
    QList<ChartLine> shown;
    for (const LiveLine &line : lines)
        shown.append({line.name, seriesColour(static_cast<int>(shown.size())), inUnit(line.points, m_unit)});
    canvas()->showLines(shown, {tr("seconds before now"), -seconds, 0}, m_unit.name, highest / m_unit.size);
    showLegend(m_pointedAt);
    if (showsTable())
        showTable();
}

/// Values at the pointer, else the newest ones.
void LiveChart::showLegend(double at)
{
    if (std::ranges::all_of(m_lines, [](const LiveLine &line) { return line.points.isEmpty(); })) {
        legend()->setText(tr("Nothing yet"));
        setSummary(tr("Nothing yet"));
        return;
    }
    QStringList parts;
    QStringList spoken;
    for (qsizetype number = 0; number < m_lines.size(); ++number) {
        const LiveLine &line = m_lines[number];
        const QString text = formatValueWithUnit(valueAt(line, at), m_unit);
        const QString swatch = u"<span style='color:%1'>&#9632;</span>&nbsp;%2&nbsp;"_s.arg(
            seriesColour(static_cast<int>(number)).name(), line.name.toHtmlEscaped());
        parts.append(u"%1<b>%2</b>"_s.arg(m_lines.size() > 1 ? swatch : QString(), text.toHtmlEscaped()));
        spoken.append(line.name + u' ' + text);
    }
    const QString when = std::isnan(at) ? tr("now") : tr("%1 s ago").arg(std::lround(-at));
    legend()->setText(parts.join(u"&nbsp;&nbsp;&nbsp;&nbsp;"_s) + u"&nbsp;&nbsp;&nbsp;&nbsp;"_s + when);
    setSummary(tr("%1: %2").arg(when, spoken.join(u", "_s)));
}

/// One row for every second, the newest first.
void LiveChart::showTable()
{
    QStringList headers{tr("Seconds before now")};
    for (const LiveLine &line : m_lines)
        headers.append(u"%1 (%2)"_s.arg(line.name, m_unit.name));
    QList<QStringList> rows;
    for (int second = 0; second <= static_cast<int>(seconds); ++second) {
        QStringList row{QString::number(second)};
        for (const LiveLine &line : m_lines)
            row.append(formatValue(valueAt(line, -second), m_unit));
        rows.append(row);
    }
    table()->setContent(headers, rows);
}

} // namespace servelab::ui
