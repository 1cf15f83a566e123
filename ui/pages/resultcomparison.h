// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/runcomparisonmodel.h"
#include "ui/sessions/resultexport.h"

#include <QFuture>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QTableView;

namespace servelab::ui {

class ErrorBanner;
class ExportButton;
class ResultLibrary;

/// Several results against one of them: what differs, how sure that is, and what makes them hard to compare.
class ResultComparison : public QWidget
{
    Q_OBJECT
public:
    /// `library` outlives it.
    explicit ResultComparison(ResultLibrary &library, QWidget *parent = nullptr);

    /// Reads and compares on other threads; shown() follows. `baseline` is one of `ids`.
    void showResults(const QStringList &ids, const QString &baseline);
    QString baseline() const;
    const ComparedRuns &compared() const { return m_compared; }

    void openExportMenu();
    void exportTo(ExportFormat format, const QString &path);

Q_SIGNALS:
    void said(const QString &text);
    void shown();
    void baselineChosen(const QString &id);

private:
    QWidget *createTitleLine();
    QWidget *createBaselineLine();
    QTableView *createTable();
    void offerBaselines(const QString &baseline);
    void read();
    void compare(const QList<ComparedRun> &runs);
    void show(const ComparedRuns &compared);
    void copyTable();

    ResultLibrary &m_library;
    QStringList m_ids;
    QList<ComparedRun> m_runs; ///< the baseline first
    ComparedRuns m_compared;
    int m_request = 0; ///< the latest one; what others work out is stale
    RunComparisonModel *m_model;
    ErrorBanner *m_error;
    ExportButton *m_export;
    QLabel *m_title;
    QComboBox *m_baseline = nullptr;
    QCheckBox *m_onlyDifferences = nullptr;
    QLabel *m_reading;
    QLabel *m_cautions;
    QTableView *m_table;
    QLabel *m_chance;
};

} // namespace servelab::ui
