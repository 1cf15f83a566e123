// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedLayout;

namespace servelab::ui {

class CompareResult;
class CompareSession;
class CompareSetup;
class ErrorBanner;
class SiteCollection;
class SiteListModel;

/// The lab: what to compare at the left, the run and its result at the right.
class ComparePage : public QWidget
{
    Q_OBJECT
public:
    /// All three outlive the page.
    ComparePage(
        SiteCollection &sites, SiteListModel &model, CompareSession &session, QWidget *parent = nullptr);

    QList<QAction *> labActions() const { return {m_run, m_cancel}; }
    CompareSetup &setup() { return *m_setup; }

    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

Q_SIGNALS:
    void said(const QString &text);

private:
    void createActions();
    QWidget *createResultSide();
    QWidget *createTitleLine();
    QWidget *createProgress();
    void run();
    void showState();
    void showProgress();
    void showDocument();
    void save();

    CompareSession &m_session;
    CompareSetup *m_setup;
    CompareResult *m_result;
    ErrorBanner *m_error;
    QSplitter *m_splitter;
    QStackedLayout *m_views = nullptr;
    QWidget *m_progressLine = nullptr;
    QProgressBar *m_bar = nullptr;
    QLabel *m_phase = nullptr;
    QPushButton *m_runButton = nullptr;
    QAction *m_run = nullptr;
    QAction *m_cancel = nullptr;
};

} // namespace servelab::ui
