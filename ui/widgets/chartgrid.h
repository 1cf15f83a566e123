// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QHBoxLayout;

namespace servelab::ui {

/// Charts under one title, two side by side where there is room; without charts it hides.
class ChartGrid : public QWidget
{
    Q_OBJECT
public:
    explicit ChartGrid(const QString &title, QWidget *parent = nullptr);

    /// Something to choose what the charts show with, beside the title. The grid takes it.
    void setControl(QWidget *control);
    /// The charts to show, in their order; those of before that are not among them hide. The grid takes them.
    void setCharts(const QList<QWidget *> &charts);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange(int columns);
    int fittingColumns() const;

    QHBoxLayout *m_head;
    QGridLayout *m_grid;
    QList<QWidget *> m_charts;
    int m_columns = 0;
};

} // namespace servelab::ui
