// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/requestlistmodel.h"

#include <QPointer>
#include <QUrl>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedLayout;

namespace servelab::ui {

class ElidedLabel;
class FollowingTable;
class RequestDetails;
class SiteSession;

/// The requests of a site as they come: a list to filter, pause and export, and both heads of the chosen one.
class SiteRequests : public QWidget
{
    Q_OBJECT
public:
    explicit SiteRequests(QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned
    void focusSearch();

    RequestListModel &model() { return *m_model; }

    enum class Format { Har, Ndjson };
    /// Writes what is shown, off the window's thread.
    void exportTo(const QString &path, Format format);

Q_SIGNALS:
    void said(const QString &text);
    void openRequested(const QUrl &url);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createFilters();
    QWidget *createActions();
    QPushButton *createExportButton();
    void createTable();
    QComboBox *createChoice(const QString &name, const QString &everything);
    QWidget *createEmptyState();
    void hideColumns();
    void fitColumns();
    void applyFilter();
    void showHosts();
    void showCounts();
    void showChosen();
    void chooseFile(Format format);

    QPointer<SiteSession> m_site;
    RequestListModel *m_model;
    QLineEdit *m_search = nullptr;
    QComboBox *m_status = nullptr;
    QComboBox *m_host = nullptr;
    QComboBox *m_coding = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_clear = nullptr;
    QPushButton *m_export = nullptr;
    ElidedLabel *m_counts = nullptr;
    FollowingTable *m_table = nullptr;
    RequestDetails *m_details;
    QSplitter *m_splitter;
    QStackedLayout *m_views;
};

} // namespace servelab::ui
