// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/format.h"
#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/chartpanel.h"

#include <functional>

namespace servelab::ui {

/// A configuration in a bar chart, in base units.
struct Bar
{
    QString label;
    int series = 0; ///< its place in the result, and so its colour
    double median = 0;
    QList<double> samples;
    bool isWithinNoise = false; ///< its difference from the baseline may be chance; drawn hatched
};

/// One figure of several configurations beside each other, from zero.
class BarChart : public ChartPanel
{
    Q_OBJECT
public:
    using UnitFor = std::function<Unit(double typical)>;

    BarChart(const QString &title, Term term, const QString &howToRead, UnitFor unitFor,
        QWidget *parent = nullptr);

    /// `noise`, in base units, is where the baseline would come out by chance: a pale stripe behind the bars.
    void setBars(const QList<Bar> &bars, std::optional<AxisRange> noise = {});

protected:
    void changeEvent(QEvent *event) override;

private:
    void fitHeight();
    void showTable(const QList<Bar> &bars, const Unit &unit);

    UnitFor m_unitFor;
    int m_count = 0; ///< of bars
};

} // namespace servelab::ui
