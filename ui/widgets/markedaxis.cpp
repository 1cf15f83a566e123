// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/markedaxis.h"

#include <QCategoryAxis>
#include <QChart>

namespace servelab::ui {

void MarkedAxis::create(QChart *chart, Qt::Alignment side)
{
    m_axis = new QCategoryAxis(chart);
    m_axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_axis->setTruncateLabels(false);
    chart->addAxis(m_axis, side);
    m_shown = {};
    m_ticks = 0;
}

void MarkedAxis::show(const ChartAxis &axis, int ticks)
{
    m_axis->setTitleText(axis.title);
    if (axis.hasMarksOf(m_shown) && ticks == m_ticks)
        return;
    m_shown = axis;
    m_ticks = ticks;
    for (const QString &label : m_axis->categoriesLabels())
        m_axis->remove(label);
    const double lowest = toPlace(axis.lowest);
    m_axis->setRange(lowest, toPlace(axis.highest));
    m_axis->setStartValue(lowest);
    for (const AxisMark &mark : axisMarks(axis.scale, axis.lowest, axis.highest, ticks))
        m_axis->append(mark.text, toPlace(mark.value));
}

} // namespace servelab::ui
