// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QTableView;

namespace servelab::ui {

class BarChart;
class ResultTableModel;

/// A result: a sentence that reads it, four bar charts, and every figure in a table.
class CompareResult : public QWidget
{
    Q_OBJECT
public:
    explicit CompareResult(QWidget *parent = nullptr);

    void setDocument(const lab::ResultDocument &document, bool complete);

Q_SIGNALS:
    void saveRequested();
    void said(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createCharts();
    QWidget *createTableHead();
    QTableView *createTable();
    void copyTable();
    void arrange(int columns);

    ResultTableModel *m_model;
    QLabel *m_reading;
    QList<BarChart *> m_charts;
    QGridLayout *m_chartGrid = nullptr;
    QTableView *m_table = nullptr;
    int m_columns = 0;
};

} // namespace servelab::ui
