// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experimentrunner.h"

#include <QElapsedTimer>
#include <QPointF>
#include <QWidget>

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace servelab::ui {

class BarChart;
class ErrorBanner;
class FigureTile;
class LabSession;
class LiveChart;
class RunTableModel;

/// An experiment while it runs: how far it is, the load that goes on, and the figures of each variant as they
/// come. Draws only when there is news, a few times a second: it must not disturb what it shows.
class LabRunView : public QWidget
{
    Q_OBJECT
public:
    /// `session` outlives the view.
    explicit LabRunView(LabSession &session, QWidget *parent = nullptr);

    void begin(); ///< the session has just started
    void takeFocus();
    RunTableModel &model() { return *m_model; }
    void showProgress(const lab::ExperimentProgress &progress);
    void addSample(const lab::Sample &sample);

Q_SIGNALS:
    void cancelRequested();
    void backRequested(); ///< to the experiment, after the end

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createHead();
    QWidget *createTiles();
    QTableView *createTable();
    QWidget *createCharts();
    void arrange(int columns);
    void end();
    void showState();
    void showLoad(const std::optional<load::LoadProgress> &load);
    void showBars();
    QString endText() const;

    LabSession &m_session;
    RunTableModel *m_model;
    ErrorBanner *m_error;
    QProgressBar *m_bar = nullptr;
    QLabel *m_phase = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_back = nullptr;
    QWidget *m_tiles = nullptr;
    FigureTile *m_rate = nullptr;
    FigureTile *m_tail = nullptr;
    FigureTile *m_errors = nullptr;
    FigureTile *m_own = nullptr;
    QTableView *m_table = nullptr;
    QGridLayout *m_chartGrid = nullptr;
    LiveChart *m_live = nullptr;
    BarChart *m_rates = nullptr;
    BarChart *m_tails = nullptr;
    QList<QPointF> m_line; ///< seconds since the start, requests a second
    QElapsedTimer m_clock;
    int m_columns = 0;
};

} // namespace servelab::ui
