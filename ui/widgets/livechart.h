// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/linechart.h"

namespace servelab::ui {

/// The last sixty seconds of something, now at the right: x is in seconds from -60 to 0. Its lines are
/// replaced ten times a second.
class LiveChart : public LineChart
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

protected:
    QString restingText() const override;
    void showTable() override;
};

} // namespace servelab::ui
