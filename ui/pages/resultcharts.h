// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/resultfigures.h"
#include "ui/widgets/linechart.h"

#include <QWidget>

class QComboBox;

namespace servelab::ui {

class BarChart;
class ChartGrid;
class ChartGroup;
class HeatMap;

/// Every chart of one workload of a result. Charts stay from one result to the next, and so what a person
/// hid or zoomed to.
class ResultCharts : public QWidget
{
    Q_OBJECT
public:
    /// Read-outs float over `page`.
    explicit ResultCharts(QWidget *page, QWidget *parent = nullptr);

    void setFigures(const WorkloadFigures &figures);

protected:
    void changeEvent(QEvent *event) override;

private:
    void createLines(QWidget *page);
    void createChoices();
    BarChart *barsFor(const lab::Metric &metric); ///< made when it is needed first, as those below
    LineChart *tradeOffFor(const lab::Metric &metric);
    HeatMap *heatMapFor(const lab::Metric &metric);
    QComboBox *createFigureChoice(const QString &name);
    void offerFigures(QComboBox &choice, const lab::Metric *without);
    void showBars();
    void showLines();
    void showSweep();
    void showTradeOff();
    void showTradeOffOf(LineChart *chart, const ResultFigure &figure);
    void showHeatMap();

    WorkloadFigures m_figures;
    ChartGrid *m_mainGrid;
    ChartGrid *m_latencyGrid;
    ChartGrid *m_timeGrid;
    ChartGrid *m_memoryGrid;
    ChartGrid *m_tradeOffGrid;
    ChartGrid *m_heatGrid;
    ChartGroup *m_tradeOffGroup;
    QList<BarChart *> m_bars; ///< in the order of lab::metrics(); null: not needed yet
    LineChart *m_percentiles = nullptr;
    LineChart *m_rate = nullptr;
    LineChart *m_latency = nullptr;
    QList<LineChart *> m_tradeOff; ///< in the order of lab::metrics()
    QList<HeatMap *> m_heat; ///< as above
    QComboBox *m_tradeOffChoice = nullptr;
    QComboBox *m_heatChoice = nullptr;
};

} // namespace servelab::ui
