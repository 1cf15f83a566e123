// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/barchart.h"

#include "ui/models/texttablemodel.h"
#include "ui/widgets/theme.h"

#include <QEvent>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastBarHeight = 30;

double typicalMedian(const QList<Bar> &bars)
{
    QList<double> medians;
    for (const Bar &bar : bars)
        medians.append(bar.median);
    return typicalOf(medians);
}

ChartBar inUnit(const Bar &bar, const Unit &unit, const QString &valueText)
{
    ChartBar shown{bar.label, seriesColour(bar.series), bar.median / unit.size, valueText, bar.samples,
        bar.isWithinNoise};
    for (double &sample : shown.samples)
        sample /= unit.size;
    return shown;
}

} // namespace

BarChart::BarChart(
    const QString &title, Term term, const QString &howToRead, UnitFor unitFor, QWidget *parent)
    : ChartPanel(title, term, howToRead, parent)
    , m_unitFor(std::move(unitFor))
{
}

void BarChart::setBars(const QList<Bar> &bars, std::optional<AxisRange> noise)
{
    const Unit unit = m_unitFor(typicalMedian(bars));
    QList<ChartBar> shown;
    QStringList spoken;
    for (const Bar &bar : bars) {
        // At its own bar a value reads best in its own unit.
        shown.append(inUnit(bar, unit, formatValueWithUnit(bar.median, m_unitFor(bar.median))));
        spoken.append(bar.label + u' ' + shown.last().valueText);
    }
    m_count = static_cast<int>(bars.size());
    fitHeight();
    if (noise)
        noise = AxisRange{noise->lowest / unit.size, noise->highest / unit.size};
    canvas()->showBars(shown, unit.name, noise);
    setSummary(spoken.join(u", "_s));
    showTable(bars, unit);
}

/// Each bar has room for its label, and the axis for its marks and its title.
void BarChart::fitHeight()
{
    const int line = canvas()->fontMetrics().height();
    canvas()->setMinimumHeight(2 * line + 26 + std::max(leastBarHeight, line + 12) * m_count);
}

void BarChart::changeEvent(QEvent *event)
{
    ChartPanel::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_count > 0)
        fitHeight();
}

void BarChart::showTable(const QList<Bar> &bars, const Unit &unit)
{
    const auto head = [&unit](const QString &name) {
        return unit.name.isEmpty() ? name : u"%1 (%2)"_s.arg(name, unit.name);
    };
    QList<QStringList> rows;
    for (const Bar &bar : bars) {
        const auto [lowest, highest]
            = std::ranges::minmax(bar.samples.isEmpty() ? QList{bar.median} : bar.samples);
        rows.append({bar.label, formatValue(bar.median, unit), formatValue(lowest, unit),
            formatValue(highest, unit)});
    }
    table()->setContent(
        {tr("Configuration"), head(tr("Median")), head(tr("Lowest")), head(tr("Highest"))}, rows);
}

} // namespace servelab::ui
