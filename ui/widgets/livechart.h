// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/format.h"
#include "ui/widgets/chartpanel.h"

#include <functional>

namespace servelab::ui {

/// One line of a live chart, in base units (req/s, µs, bytes) over seconds before now.
struct LiveLine
{
    QString name;
    QList<QPointF> points; ///< x from -60 to 0
};

/// The last sixty seconds of something, now at the right. Its lines are replaced ten times a second.
class LiveChart : public ChartPanel
{
    Q_OBJECT
public:
    static constexpr double seconds = 60;

    struct Description
    {
        QString title;
        Term term;
        QString howToRead;
        std::function<Unit(double highest)> unitFor;
        double leastHeight = 1; ///< of the vertical axis, in base units
    };

    explicit LiveChart(Description description, QWidget *parent = nullptr);

    void setLines(const QList<LiveLine> &lines);

private:
    void showLegend(double at);
    void showTable();

    Description m_description;
    QList<LiveLine> m_lines;
    Unit m_unit;
    double m_pointedAt;
};

} // namespace servelab::ui
