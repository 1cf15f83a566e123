// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/siteconfigjson.h"
#include "ui/models/labdraft.h"
#include "ui/sessions/experimentfiles.h"
#include "ui/sessions/labcatalogue.h"
#include "ui/sessions/labcheck.h"
#include "ui/sessions/machinewatch.h"

#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QStackedLayout;

namespace servelab::ui {

class LabEntriesModel;
class LabForm;
class LabRunView;
class LabSession;
class ListSplitter;
class SiteCollection;

/// The lab: what can be loaded at the left, and the experiment at the right, while it is put together and
/// while it runs.
class LabPage : public QWidget
{
    Q_OBJECT
public:
    using SampleSite = std::function<std::expected<site::SiteConfig, site::Problems>()>;

    struct Places
    {
        SampleSite sampleSite;
        ContenderPlaces contenders = {};
    };

    /// `sites` and `session` outlive the page.
    LabPage(Places places, SiteCollection &sites, LabSession &session, QWidget *parent = nullptr);

    QList<QAction *> labActions() const { return m_actions; }
    void takeFocus(); ///< where one begins on this page

    void choose(const LabOrigin &origin); ///< what to load
    LabDraft &draft() { return m_draft; }
    LabForm &form() { return *m_form; }
    LabRunView &runView() { return *m_run; }
    LabCatalogue &catalogue() { return m_catalogue; }
    LabCheck &check() { return m_check; }
    void showExperiment();
    void showRun();

    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);
    QByteArray formState() const; ///< the experiment that is being put together
    void restoreForm(const QByteArray &state);

Q_SIGNALS:
    void said(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void createActions();
    QAction *addAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
        const std::function<void()> &act);
    QWidget *createListPanel();
    QWidget *createSide();
    QWidget *createTitleLine();
    QWidget *createFoot();
    void connectSessions();
    void begin();
    void takeSites();
    void followSite();
    void chooseSite(const LabOrigin &origin, const site::SiteConfig &config);
    void chooseCurrent();
    void showChosen();
    void ask();
    void showProblems();
    void showState();
    void showEstimate();
    void watchMachine();
    void run();
    void openFile();
    void saveFile();

    Places m_places;
    SiteCollection &m_sites;
    LabSession &m_session;
    LabDraft m_draft;
    LabCatalogue m_catalogue;
    LabCheck m_check;
    MachineWatch m_machine;
    ExperimentFiles m_files;
    LabEntriesModel *m_entries;
    QList<QAction *> m_actions;
    QAction *m_runAction = nullptr;
    QAction *m_cancelAction = nullptr;
    QAction *m_saveAction = nullptr;
    QAction *m_openAction = nullptr;
    LabForm *m_form;
    LabRunView *m_run;
    ListSplitter *m_splitter = nullptr;
    QLineEdit *m_search = nullptr;
    QListView *m_list = nullptr;
    QStackedLayout *m_views = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_estimate = nullptr;
    QWidget *m_foot = nullptr;
    QPushButton *m_runButton = nullptr;
    bool m_hasBegun = false;
    bool m_isChecked = false; ///< what is known of problems is of this or of an earlier form
    bool m_runsOnceChecked = false;
};

} // namespace servelab::ui
