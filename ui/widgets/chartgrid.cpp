// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartgrid.h"

#include "ui/widgets/labels.h"

#include <QGridLayout>

namespace servelab::ui {

namespace {

constexpr int twoColumnsFrom = 720;

} // namespace

ChartGrid::ChartGrid(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_head(new QHBoxLayout)
    , m_grid(new QGridLayout)
{
    m_head->addWidget(new TitleLabel(title));
    m_head->addStretch();
    m_grid->setHorizontalSpacing(24);
    m_grid->setVerticalSpacing(24);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addLayout(m_head);
    layout->addLayout(m_grid);
    setAccessibleName(title);
    hide();
}

void ChartGrid::setControl(QWidget *control)
{
    m_head->addWidget(control);
}

void ChartGrid::setCharts(const QList<QWidget *> &charts)
{
    for (QWidget *chart : m_charts) {
        m_grid->removeWidget(chart);
        if (!charts.contains(chart))
            chart->hide();
    }
    m_charts = charts;
    m_columns = 0;
    arrange(fittingColumns());
    for (QWidget *chart : m_charts)
        chart->show();
    setVisible(!charts.isEmpty());
}

int ChartGrid::fittingColumns() const
{
    return width() >= twoColumnsFrom && m_charts.size() > 1 ? 2 : 1;
}

void ChartGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange(fittingColumns());
}

void ChartGrid::arrange(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int number = 0; number < m_charts.size(); ++number)
        m_grid->addWidget(m_charts[number], number / columns, number % columns);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns > 1 ? 1 : 0);
}

} // namespace servelab::ui
