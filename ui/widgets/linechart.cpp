// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/linechart.h"

#include "ui/models/texttablemodel.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostInOneRow = 2; ///< of a legend; with more names it breaks where there is no room
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Extent
{
    double lowest = std::numeric_limits<double>::max(); ///< above zero
    double highest = 0;
};

Extent extentOf(const QList<LineSeries> &lines)
{
    Extent extent;
    for (const LineSeries &line : lines) {
        for (const QPointF &point : line.points) {
            if (point.y() > 0)
                extent.lowest = std::min(extent.lowest, point.y());
            if (!std::isnan(point.y()))
                extent.highest = std::max(extent.highest, point.y());
        }
    }
    return extent;
}

QList<QPointF> inUnit(QList<QPointF> points, const Unit &unit)
{
    for (QPointF &point : points)
        point.ry() /= unit.size;
    return points;
}

double decadeBelow(double value)
{
    return std::pow(10, std::floor(std::log10(value)));
}

} // namespace

double valueAt(const LineSeries &line, double x)
{
    if (std::isnan(x))
        return line.points.isEmpty() ? none : line.points.last().y();
    const auto after = std::ranges::lower_bound(line.points, x, {}, &QPointF::x);
    return after != line.points.end() ? after->y() : none;
}

LineChart::LineChart(Description description, QWidget *parent)
    : ChartPanel(description.title, description.term, description.howToRead, parent)
    , m_description(std::move(description))
    , m_pointer(none)
{
    legend()->show();
    legend()->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(legend(), &QLabel::linkActivated, this, [this](const QString &link) {
        const QString &name = m_lines[link.toInt()].name;
        setSeriesHidden(name, !isSeriesHidden(name));
    });
}

void LineChart::setHorizontal(const ChartAxis &axis)
{
    m_description.horizontal = axis;
    showChart();
}

void LineChart::setLines(const QList<LineSeries> &lines)
{
    m_lines = lines;
    legend()->setWordWrap(m_lines.size() > mostInOneRow);
    showChart();
    showLegend();
    if (showsTable())
        showTable();
    Q_EMIT changed();
}

void LineChart::setSeriesHidden(const QString &name, bool hidden)
{
    if (hidden)
        m_hidden.insert(name);
    else
        m_hidden.erase(name);
    showChart();
    showLegend();
}

void LineChart::setCursors(double pointer, double pin)
{
    ChartPanel::setCursors(pointer, pin);
    m_pointer = pointer;
    showLegend();
}

QColor LineChart::colourOf(qsizetype number) const
{
    if (m_lines[number].colour.isValid())
        return m_lines[number].colour;
    const int series = m_lines[number].series;
    return seriesColour(series < 0 ? static_cast<int>(number) : series);
}

void LineChart::showChart()
{
    QList<LineSeries> visible;
    QList<ChartLine> shown;
    for (const LineSeries &line : m_lines) {
        if (!isSeriesHidden(line.name))
            visible.append(line);
    }
    const Extent extent = extentOf(visible);
    const double highest = std::max(extent.highest, m_description.leastHeight);
    m_unit = m_description.unitFor(highest);
    for (qsizetype number = 0; number < m_lines.size(); ++number) {
        if (!isSeriesHidden(m_lines[number].name))
            shown.append({m_lines[number].name, colourOf(number), inUnit(m_lines[number].points, m_unit),
                m_lines[number].hasMarks});
    }
    canvas()->showLines(shown, m_description.horizontal, verticalAxis(extent.lowest, highest));
}

ChartAxis LineChart::verticalAxis(double lowest, double highest) const
{
    ChartAxis axis{m_unit.name, 0, roundedUp(highest / m_unit.size), m_description.verticalScale};
    if (axis.scale == AxisScale::Logarithmic) {
        axis.lowest = decadeBelow(std::min(lowest, highest) / m_unit.size);
        if (!(axis.lowest > 0))
            axis.lowest = axis.highest / 10;
        if (axis.lowest >= axis.highest)
            axis.highest = axis.lowest * 10;
    }
    return axis;
}

/// Values at the pointer, else those of the resting place. With several lines each name is a link that hides
/// its line or brings it back.
void LineChart::showLegend()
{
    if (std::ranges::all_of(m_lines, [](const LineSeries &line) { return line.points.isEmpty(); })) {
        legend()->setText(tr("Nothing yet"));
        setSummary(tr("Nothing yet"));
        return;
    }
    const double at = std::isnan(m_pointer) ? restingPlace() : m_pointer;
    QStringList parts;
    QStringList spoken;
    for (qsizetype number = 0; number < m_lines.size(); ++number) {
        parts.append(legendPart(number, at));
        if (!isSeriesHidden(m_lines[number].name))
            spoken.append(
                m_lines[number].name + u' ' + formatValueWithUnit(valueAt(m_lines[number], at), m_unit));
    }
    const QString when = std::isnan(m_pointer) ? restingText() : placeText(m_pointer);
    const QString shownWhen = m_description.hasValuesInLegend ? when.toHtmlEscaped() : QString();
    legend()->setText(parts.join(u" &nbsp;&nbsp; "_s) + u" &nbsp;&nbsp; "_s + shownWhen);
    setSummary(when.isEmpty() ? spoken.join(u", "_s) : tr("%1: %2").arg(when, spoken.join(u", "_s)));
}

/// Does not break within itself.
QString LineChart::legendPart(qsizetype number, double at) const
{
    const LineSeries &line = m_lines[number];
    const bool hidden = isSeriesHidden(line.name);
    const QString shownName = line.name.toHtmlEscaped().replace(u' ', u"&nbsp;"_s);
    const QString name = u"<a href='%1' style='color:%2;text-decoration:%3'>%4</a>"_s.arg(number).arg(
        palette().color(QPalette::WindowText).name(), hidden ? u"line-through"_s : u"none"_s, shownName);
    const QString swatch = u"<span style='color:%1'>%2</span>&nbsp;%3&nbsp;"_s.arg(
        colourOf(number).name(), hidden ? u"&#9633;"_s : u"&#9632;"_s, name);
    const QString value = u"<b>%1</b>"_s.arg(formatValueWithUnit(valueAt(line, at), m_unit).toHtmlEscaped());
    return (m_lines.size() > 1 ? swatch : QString())
        + (hidden || !m_description.hasValuesInLegend ? QString() : value);
}

QList<ReadOutRow> LineChart::valuesAt(double x) const
{
    QList<ReadOutRow> rows;
    for (qsizetype number = 0; number < m_lines.size(); ++number) {
        if (!isSeriesHidden(m_lines[number].name))
            rows.append({m_lines[number].name, colourOf(number), valueAt(m_lines[number], x), m_unit});
    }
    return rows;
}

QString LineChart::placeText(double x) const
{
    return m_description.placeText ? m_description.placeText(x) : formatNumber(x);
}

QString LineChart::restingText() const
{
    return m_description.restingPlace ? placeText(*m_description.restingPlace) : QString();
}

double LineChart::restingPlace() const
{
    return m_description.restingPlace.value_or(none);
}

/// One row for each place that any line has a point at.
void LineChart::showTable()
{
    QStringList headers{m_description.horizontal.title};
    std::set<double> places;
    for (const LineSeries &line : m_lines) {
        headers.append(u"%1 (%2)"_s.arg(line.name, m_unit.name));
        for (const QPointF &point : line.points)
            places.insert(point.x());
    }
    QList<QStringList> rows;
    for (const double place : places) {
        QStringList row{formatTick(place)};
        for (const LineSeries &line : m_lines)
            row.append(formatValue(valueAt(line, place), m_unit));
        rows.append(row);
    }
    table()->setContent(headers, rows);
}

} // namespace servelab::ui
