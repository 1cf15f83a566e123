// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/chartpanel.h"

#include <functional>
#include <set>

namespace servelab::ui {

/// One line of a chart: in the units of the horizontal axis and the base units of the values. The x values
/// ascend; a y that is not a number leaves a gap.
struct LineSeries
{
    QString name;
    QList<QPointF> points;
    int series = -1; ///< its place in a result, and so its colour; -1: its place in this chart
    bool hasMarks = false; ///< a dot at each point: there is nothing known between them
    QColor colour = {}; ///< of a line that is no series of a result; invalid: that of its place
};

/// Lines over one horizontal axis, with a legend that hides them, the values at the pointer, and a table. For
/// time series, latency by percentile (AxisScale::Percentile under AxisScale::Logarithmic) and trade-offs.
class LineChart : public ChartPanel
{
    Q_OBJECT
public:
    struct Description
    {
        QString title;
        Term term;
        QString howToRead;
        ChartAxis horizontal;
        std::function<Unit(double highest)> unitFor;
        AxisScale verticalScale = AxisScale::Linear;
        double leastHeight = 0; ///< of the vertical axis, in base units
        std::function<QString(double x)> placeText; ///< a place in words: "at p99"
        bool hasValuesInLegend = true; ///< false: the read-out at the pointer is enough
        std::optional<double> restingPlace = {}; ///< whose values the legend shows while nothing points
    };

    explicit LineChart(Description description, QWidget *parent = nullptr);

    void setLines(const QList<LineSeries> &lines);
    /// Where the horizontal axis depends on the data.
    void setHorizontal(const ChartAxis &axis);

    void setSeriesHidden(const QString &name, bool hidden);
    bool isSeriesHidden(const QString &name) const { return m_hidden.contains(name); }

    void setCursors(double pointer, double pin) override;
    QList<ReadOutRow> valuesAt(double x) const override;
    QString placeText(double x) const override;

protected:
    const QList<LineSeries> &lines() const { return m_lines; }
    const Unit &unit() const { return m_unit; }
    virtual QString restingText() const; ///< what the legend says of the place while nothing points
    virtual double restingPlace() const; ///< whose values it shows; not a number: the last ones
    virtual void showTable();
    void fillTable() override { showTable(); }

private:
    void showChart();
    void showLegend();
    QString legendPart(qsizetype number, double at) const;
    ChartAxis verticalAxis(double lowest, double highest) const;
    QColor colourOf(qsizetype number) const;

    Description m_description;
    QList<LineSeries> m_lines;
    Unit m_unit;
    double m_pointer;
    std::set<QString> m_hidden; ///< by name, so that it stays hidden over updates
};

/// The value of a line at `x`: of the first point not before it. Not a number for x: the last value.
double valueAt(const LineSeries &line, double x);

} // namespace servelab::ui
