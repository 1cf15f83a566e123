// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sessions/resultexport.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QScrollArea;

namespace servelab::ui {

class ElidedLabel;
class ErrorBanner;
class ExportButton;
class ResultLibrary;
class ResultView;

/// The chosen result: its title, note and export, below them all that it says; of one that cannot be read,
/// why.
class ResultDetail : public QWidget
{
    Q_OBJECT
public:
    /// `library` outlives it.
    explicit ResultDetail(ResultLibrary &library, QWidget *parent = nullptr);

    void showResult(const QString &id); ///< reads it on another thread; empty: nothing
    const QString &shownResult() const { return m_id; }
    ResultView &view() { return *m_view; }

    void openExportMenu();
    void editNote();
    /// On another thread; said() or the banner tells how it ended.
    void exportTo(ExportFormat format, const QString &path);

Q_SIGNALS:
    void said(const QString &text);
    void removeRequested();
    void renameRequested();

private:
    QWidget *createTitleLine();
    QWidget *createNoteLine();
    QScrollArea *createScrollArea();
    void showEntry();
    void read();
    void showTrouble(const base::Error &error);
    void commitNote();
    QImage picture();

    ResultLibrary &m_library;
    ResultView *m_view;
    ErrorBanner *m_error;
    ExportButton *m_export;
    ElidedLabel *m_title;
    QLabel *m_when;
    QLineEdit *m_note;
    QScrollArea *m_scroll;
    QString m_id;
    bool m_isDamaged = false;
};

} // namespace servelab::ui
