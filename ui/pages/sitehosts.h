// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfigjson.h"
#include "ui/sessions/hostchecker.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace servelab::ui {

class RequestSender;
class SiteCollection;
class SiteSession;
class VirtualHostModel;

/// The virtual hosts of a site: edited in place, added by dropping a folder, each with its state and a way to
/// try it. What is right is applied at once; what is wrong stays in its row and says so.
class SiteHosts : public QWidget
{
    Q_OBJECT
public:
    /// `sites` outlives the page.
    explicit SiteHosts(SiteCollection &sites, QWidget *parent = nullptr);

    void setSite(SiteSession *site); ///< null: none; not owned
    void focusTable();

    VirtualHostModel &model() { return *m_hosts; }
    void addFolder(const QString &folder); ///< and begins to edit its name
    void test(); ///< asks the running site for the chosen host's first page

protected:
    void showEvent(QShowEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *createTable();
    QWidget *createButtons();
    void apply();
    void check();
    void showSite();
    void showChosen();
    void chooseFolder();
    void removeChosen();
    site::Problems newProblems(const site::SiteConfig &config) const;
    void refuse(const site::Problems &problems);

    SiteCollection &m_sites;
    QPointer<SiteSession> m_site;
    std::optional<site::SiteConfig> m_shown;
    VirtualHostModel *m_hosts;
    HostChecker *m_checker;
    RequestSender *m_sender;
    QTableView *m_table = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_test = nullptr;
    QLabel *m_detail;
    QLabel *m_result;
};

} // namespace servelab::ui
