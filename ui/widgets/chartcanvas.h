// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QWidget>

#include <memory>

namespace servelab::ui {

/// A line of a chart. A point whose y is not a number leaves a gap.
struct ChartLine
{
    QString name;
    QColor colour;
    QList<QPointF> points;
};

/// A bar: the median, and what it is the median of.
struct ChartBar
{
    QString label;
    QColor colour;
    double value = 0;
    QString valueText;
    QList<double> samples;
};

struct ChartAxis
{
    QString title; ///< with the unit
    double lowest = 0;
    double highest = 1;
};

/// Draws lines over a horizontal axis or bars beside their labels. The only file that knows Qt Charts.
class ChartCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit ChartCanvas(QWidget *parent = nullptr);
    ~ChartCanvas() override;

    QSize sizeHint() const override;

    /// Replaces what is shown. The vertical axis begins at zero and grows to a round number above the highest
    /// point, at least `leastHeight`.
    void showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal, const QString &verticalTitle,
        double leastHeight);

    /// Replaces what is shown; bars run from zero to the right, the first one at the top.
    void showBars(const QList<ChartBar> &bars, const QString &axisTitle);

Q_SIGNALS:
    /// The pointer is over this place of a line chart's horizontal axis; not a number when it has left.
    void pointedAt(double x);

protected:
    void changeEvent(QEvent *event) override;

private:
    class View;
    std::unique_ptr<View> m_view;
};

/// The next number of the series 1, 2, 2.5, 5, 10 ... times a power of ten that is not below `value`.
double roundedUp(double value);

} // namespace servelab::ui
