// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitespage.h"

#include "ui/models/sitelistmodel.h"
#include "ui/pages/sitedetail.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/listsplitter.h"
#include "ui/widgets/sitedelegate.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int listWidth = 280;

/// Sites by name. Moving them makes sense only while all are shown.
class SiteFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    bool moveRows(const QModelIndex &, int row, int count, const QModelIndex &, int destination) override
    {
        return rowCount() == sourceModel()->rowCount()
            && sourceModel()->moveRows({}, row, count, {}, destination);
    }
};

} // namespace

SitesPage::SitesPage(SiteCollection &sites, SiteListModel &model, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_filter(new SiteFilter(this))
    , m_detail(new SiteDetail(sites))
    , m_views(new QStackedLayout(this))
{
    QWidget *listPanel = createListPanel(model);
    m_detail->setBackgroundRole(QPalette::Base);
    m_detail->setAutoFillBackground(true);
    m_splitter = new ListSplitter(listPanel, m_detail, listWidth);
    m_empty = createEmptyState();
    m_views->addWidget(m_empty);
    m_views->addWidget(m_splitter);
    createActions();
    connect(m_detail, &SiteDetail::startRequested, this, [this] { m_start->trigger(); });
    connect(m_detail, &SiteDetail::stopRequested, this, [this] { m_stop->trigger(); });
    connect(m_detail, &SiteDetail::openRequested, this, &SitesPage::open);
    connect(m_detail, &SiteDetail::copyRequested, this, &SitesPage::copy);
    connect(m_detail, &SiteDetail::said, this, &SitesPage::said);
    connect(&sites, &SiteCollection::inserted, this, &SitesPage::showEmptiness);
    connect(&sites, &SiteCollection::removed, this, &SitesPage::showEmptiness);
    connect(&sites, &SiteCollection::siteChanged, this, &SitesPage::updateActions);
    showEmptiness();
}

void SitesPage::takeFocus()
{
    if (m_sites.count())
        m_list->setFocus();
    else
        m_empty->setFocus();
}

QWidget *SitesPage::createListPanel(SiteListModel &model)
{
    createList(model);
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Search sites"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(u"search"_s, QPalette::PlaceholderText), QLineEdit::LeadingPosition);
    m_search->setAccessibleName(tr("Search sites"));
    connect(m_search, &QLineEdit::textChanged, m_filter, &QSortFilterProxyModel::setFilterFixedString);
    auto *add = new QPushButton(icon(u"add-folder"_s), tr("Add folder..."));
    add->setObjectName(u"addFolder"_s);
    connect(add, &QPushButton::clicked, this, &SitesPage::addFolderRequested);

    auto *panel = new QWidget;
    panel->setMinimumWidth(240);
    panel->setMaximumWidth(480);
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 16, 0, 16);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(16, 0, 16, 0);
    head->addWidget(m_search);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(16, 0, 16, 0);
    foot->addWidget(add);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    layout->addLayout(foot);
    return panel;
}

void SitesPage::createList(SiteListModel &model)
{
    m_filter->setSourceModel(&model);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list = new QListView;
    m_list->setObjectName(u"sites"_s);
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new SiteDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->setAccessibleName(tr("Sites"));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &SitesPage::showCurrent);
    connect(m_list, &QListView::doubleClicked, this, [this] { m_openAction->trigger(); });
}

EmptyState *SitesPage::createEmptyState()
{
    auto *empty = new EmptyState({.picture = u"empty-sites"_s,
        .title = tr("Serve your first folder"),
        .sentence
        = tr("Choose a folder, or drop one anywhere on this window. It becomes a site that your browser can "
             "open and that you can measure."),
        .button = tr("Add folder..."),
        .buttonIcon = u"add-folder"_s,
        .quietButton = tr("Open the sample site")});
    empty->setBackgroundRole(QPalette::Base);
    empty->setAutoFillBackground(true);
    connect(empty, &EmptyState::chosen, this, &SitesPage::addFolderRequested);
    connect(empty, &EmptyState::quietlyChosen, this, &SitesPage::sampleRequested);
    return empty;
}

QAction *SitesPage::addSiteAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
    const std::function<void(SiteSession &)> &act)
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, [this, act] {
        if (SiteSession *site = currentSite())
            act(*site);
    });
    m_actions.append(action);
    m_list->addAction(action);
    return action;
}

void SitesPage::createActions()
{
    m_start = addSiteAction(
        tr("Start serving"), u"start"_s, QKeySequence(Qt::Key_F5), [](SiteSession &site) { site.start(); });
    m_stop = addSiteAction(tr("Stop serving"), u"stop"_s, QKeySequence(Qt::SHIFT | Qt::Key_F5),
        [](SiteSession &site) { site.stop(); });
    m_openAction = addSiteAction(tr("Open in browser"), u"open"_s, QKeySequence(Qt::CTRL | Qt::Key_B),
        [this](SiteSession &site) { open(site.url()); });
    addSiteAction(tr("Copy address"), u"copy"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [this](SiteSession &site) { copy(site.url()); });
    addSiteAction(tr("Site settings"), u"settings"_s, QKeySequence(Qt::CTRL | Qt::Key_Comma),
        [this](SiteSession &) { m_detail->showSettings(); });
    addSiteAction(tr("Requests of the site"), u"table"_s, QKeySequence(Qt::CTRL | Qt::Key_R),
        [this](SiteSession &) { m_detail->showRequests(); });
    addSiteAction(tr("HTTPS of the site"), u"https"_s, {}, [this](SiteSession &) { m_detail->showHttps(); });
    addSiteAction(tr("Virtual hosts of the site"), u"sites"_s, QKeySequence(Qt::CTRL | Qt::Key_H),
        [this](SiteSession &) { m_detail->showHosts(); });
    addSiteAction(tr("Duplicate site"), u"copy"_s, QKeySequence(Qt::CTRL | Qt::Key_D),
        [this](SiteSession &site) { select(m_sites.duplicate(site.id())); });
    addSiteAction(tr("Move site up"), u"up"_s, QKeySequence(Qt::ALT | Qt::Key_Up),
        [this](SiteSession &site) { moveBy(site, -1); });
    addSiteAction(tr("Move site down"), u"down"_s, QKeySequence(Qt::ALT | Qt::Key_Down),
        [this](SiteSession &site) { moveBy(site, +1); });
    m_remove = addSiteAction(tr("Remove site"), u"remove"_s, QKeySequence(Qt::CTRL | Qt::Key_Delete),
        [this](SiteSession &site) { m_sites.remove(site.id()); });
    updateActions();
}

void SitesPage::moveBy(const SiteSession &site, int rows)
{
    const int from = m_sites.rowOf(site.id());
    m_sites.move(from, std::clamp(from + rows, 0, m_sites.count() - 1));
}

SiteSession *SitesPage::currentSite() const
{
    return m_sites.find(m_list->currentIndex().data(SiteListModel::IdRole).toString());
}

void SitesPage::select(const QString &id)
{
    m_search->clear();
    m_list->setCurrentIndex(m_filter->index(m_sites.rowOf(id), 0));
    m_list->setFocus();
}

void SitesPage::showOverview()
{
    m_detail->showOverview();
}

QByteArray SitesPage::splitterState() const
{
    return m_splitter->saveState();
}

void SitesPage::restoreSplitter(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

void SitesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateActions();
}

void SitesPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateActions();
}

void SitesPage::showCurrent()
{
    m_detail->setSite(currentSite());
    m_detail->setVisible(currentSite());
    updateActions();
}

void SitesPage::updateActions()
{
    const SiteSession *site = currentSite();
    for (QAction *action : m_actions)
        action->setEnabled(site);
    m_remove->setEnabled(site && isVisible()); // elsewhere the same keys remove something else
    const bool running = site && site->state() == SiteSession::State::Running;
    m_start->setEnabled(site && site->state() == SiteSession::State::Stopped);
    m_stop->setEnabled(running);
    m_openAction->setEnabled(running);
}

void SitesPage::showEmptiness()
{
    m_views->setCurrentIndex(m_sites.count() ? 1 : 0);
    if (!m_list->currentIndex().isValid() && m_filter->rowCount())
        m_list->setCurrentIndex(m_filter->index(0, 0));
    showCurrent();
}

void SitesPage::open(const QUrl &url)
{
    if (QDesktopServices::openUrl(url))
        Q_EMIT said(tr("Opened %1").arg(url.toString()));
    else
        Q_EMIT said(tr("No browser could be opened. Copy the address instead: %1").arg(url.toString()));
}

void SitesPage::copy(const QUrl &url)
{
    QGuiApplication::clipboard()->setText(url.toString());
    Q_EMIT said(tr("Copied %1").arg(url.toString()));
}

} // namespace servelab::ui
