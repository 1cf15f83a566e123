// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chartdata.h"

#include <QWidget>

#include <memory>

namespace servelab::ui {

/// Draws lines over a horizontal axis or bars beside their labels, and tells what the pointer does on a line
/// chart; what comes of that is decided by others, so that several charts do it together. All values are in
/// the units of the axes, whatever their scales. The only file that knows Qt Charts.
class ChartCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit ChartCanvas(QWidget *parent = nullptr);
    ~ChartCanvas() override;

    QSize sizeHint() const override;

    /// Replaces what is shown; a zoom stays.
    void showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal, const ChartAxis &vertical);

    /// As showLines(), with a linear vertical axis that begins at zero and grows to a round number above the
    /// highest point, at least `leastHeight`.
    void showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal, const QString &verticalTitle,
        double leastHeight);

    /// Replaces what is shown; bars run from zero to the right, the first one at the top. `noise` is a pale
    /// stripe behind them.
    void showBars(const QList<ChartBar> &bars, const QString &axisTitle, std::optional<AxisRange> noise = {});

    /// The part of the horizontal axis that is shown; empty: all of it.
    void setZoom(const std::optional<AxisRange> &zoom);
    /// Vertical lines at these places; not a number: none. The pin is the second cursor.
    void setCursors(double pointer, double pin);

Q_SIGNALS:
    /// The pointer is over this place of a line chart's horizontal axis; not a number when it has left.
    void pointedAt(double x);
    void pinRequested(double x); ///< a click
    void zoomRequested(double lowest, double highest); ///< a drag
    void zoomOutRequested(); ///< a double click

protected:
    void changeEvent(QEvent *event) override;

private:
    class View;
    std::unique_ptr<View> m_view;
};

} // namespace servelab::ui
