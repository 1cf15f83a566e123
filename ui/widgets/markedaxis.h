// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/chartdata.h"

#include <Qt>

class QCategoryAxis;
class QChart;

namespace servelab::ui {

/// One of Qt's axes with marks of ours: at round values of any scale, written as all numbers are.
class MarkedAxis
{
public:
    /// A new axis of that chart, which owns it.
    void create(QChart *chart, Qt::Alignment side);
    /// About so many marks. Costs nothing where nothing changes.
    void show(const ChartAxis &axis, int ticks);

    double toPlace(double value) const { return ui::toPlace(m_shown.scale, value); }
    double toValue(double place) const { return ui::toValue(m_shown.scale, place); }
    const ChartAxis &shown() const { return m_shown; }
    QCategoryAxis *get() const { return m_axis; }

private:
    QCategoryAxis *m_axis = nullptr;
    ChartAxis m_shown;
    int m_ticks = 0;
};

} // namespace servelab::ui
