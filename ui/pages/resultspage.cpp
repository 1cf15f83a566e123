// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultspage.h"

#include "ui/models/resultlistmodel.h"
#include "ui/pages/resultcomparison.h"
#include "ui/pages/resultdetail.h"
#include "ui/sessions/resultlibrary.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/listsplitter.h"
#include "ui/widgets/resultdelegate.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int listWidth = 300;

enum View { Nothing, Empty, Library };
enum Detail { Hint, One, Several };

QWidget *createHint()
{
    auto *hint = new QLabel(ResultsPage::tr("Choose a result, or several to compare them."));
    hint->setAlignment(Qt::AlignCenter);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setBackgroundRole(QPalette::Base);
    hint->setAutoFillBackground(true);
    return hint;
}

} // namespace

ResultsPage::ResultsPage(ResultLibrary &library, QWidget *parent)
    : QWidget(parent)
    , m_library(library)
    , m_model(new ResultListModel(library, this))
    , m_filter(new ResultFilter(this))
    , m_views(new QStackedLayout(this))
    , m_detail(new ResultDetail(library))
    , m_comparison(new ResultComparison(library))
{
    m_filter->setSourceModel(m_model);
    QWidget *listPanel = createListPanel();
    auto *details = new QWidget;
    m_details = new QStackedLayout(details);
    for (QWidget *detail :
        {createHint(), static_cast<QWidget *>(m_detail), static_cast<QWidget *>(m_comparison)})
        m_details->addWidget(detail);
    m_splitter = new ListSplitter(listPanel, details, listWidth);
    m_empty = createEmptyState();
    for (QWidget *view : {new QWidget, static_cast<QWidget *>(m_empty), static_cast<QWidget *>(m_splitter)})
        m_views->addWidget(view);
    createActions();
    connect(m_detail, &ResultDetail::said, this, &ResultsPage::said);
    connect(m_detail, &ResultDetail::removeRequested, this, &ResultsPage::removeChosen);
    connect(m_detail, &ResultDetail::renameRequested, this, &ResultsPage::renameCurrent);
    connect(m_comparison, &ResultComparison::said, this, &ResultsPage::said);
    connect(m_comparison, &ResultComparison::baselineChosen, m_model, &ResultListModel::setPinned);
    connect(&library, &ResultLibrary::opened, this, &ResultsPage::awaitOpened);
    for (const auto happened : {&ResultLibrary::restored, &ResultLibrary::reset})
        connect(&library, happened, this, &ResultsPage::showEmptiness);
    for (const auto happened : {&ResultLibrary::inserted, &ResultLibrary::removed})
        connect(&library, happened, this, &ResultsPage::showEmptiness);
    showEmptiness();
}

QWidget *ResultsPage::createListPanel()
{
    createList();
    m_search = new QLineEdit;
    m_search->setObjectName(u"searchResults"_s);
    m_search->setPlaceholderText(tr("Search results"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(u"search"_s, QPalette::PlaceholderText), QLineEdit::LeadingPosition);
    m_search->setAccessibleName(tr("Search results"));
    connect(m_search, &QLineEdit::textChanged, m_filter, &ResultFilter::setWords);
    auto *open = new QPushButton(icon(u"folder"_s), tr("Open a file..."));
    open->setObjectName(u"openResult"_s);
    connect(open, &QPushButton::clicked, this, &ResultsPage::chooseFile);

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
    foot->addWidget(open);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    layout->addLayout(foot);
    return panel;
}

void ResultsPage::createList()
{
    m_list = new QListView;
    m_list->setObjectName(u"results"_s);
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new ResultDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->setAccessibleName(tr("Results"));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultsPage::showChosen);
}

EmptyState *ResultsPage::createEmptyState()
{
    auto *empty = new EmptyState({.picture = u"empty-results"_s,
        .title = tr("No results yet"),
        .sentence
        = tr("Every experiment that you run in the Lab is kept here, to be read, compared and shown to "
             "others."),
        .button = tr("Go to the Lab"),
        .buttonIcon = u"lab"_s,
        .quietButton = tr("Open a file...")});
    empty->setBackgroundRole(QPalette::Base);
    empty->setAutoFillBackground(true);
    connect(empty, &EmptyState::chosen, this, &ResultsPage::labRequested);
    connect(empty, &EmptyState::quietlyChosen, this, &ResultsPage::chooseFile);
    return empty;
}

QAction *ResultsPage::addResultAction(const QString &text, const QString &iconName,
    const QKeySequence &shortcut, const std::function<void()> &act)
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, act);
    m_actions.append(action);
    m_list->addAction(action);
    return action;
}

void ResultsPage::createActions()
{
    m_export = addResultAction(tr("Export result..."), u"save"_s, QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
        if (chosen().size() > 1)
            m_comparison->openExportMenu();
        else
            m_detail->openExportMenu();
    });
    m_rename = addResultAction(
        tr("Rename result"), u"note"_s, QKeySequence(Qt::CTRL | Qt::Key_F2), [this] { renameCurrent(); });
    m_note = addResultAction(tr("Note of the result"), u"note"_s, QKeySequence(Qt::CTRL | Qt::Key_M),
        [this] { m_detail->editNote(); });
    m_pin = addResultAction(
        tr("Use as baseline"), u"pin"_s, QKeySequence(Qt::CTRL | Qt::Key_P), [this] { pinCurrent(); });
    m_remove = addResultAction(tr("Remove result"), u"remove"_s, QKeySequence(Qt::CTRL | Qt::Key_Delete),
        [this] { removeChosen(); });
    updateActions();
}

void ResultsPage::takeFocus()
{
    if (m_library.count())
        m_list->setFocus();
    else
        m_empty->setFocus();
}

void ResultsPage::showResult(const QString &id)
{
    const int row = m_library.rowOf(id);
    m_awaited = row < 0 ? id : QString();
    if (row < 0)
        return;
    m_search->clear();
    select(m_filter->mapFromSource(m_model->index(row)));
    m_list->setFocus();
}

/// Whatever keys are down: those that led here would add to what is chosen.
void ResultsPage::select(const QModelIndex &index)
{
    m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_list->scrollTo(index);
}

QStringList ResultsPage::chosen() const
{
    QModelIndexList indexes = m_list->selectionModel()->selectedIndexes();
    std::sort(indexes.begin(), indexes.end());
    QStringList ids;
    for (const QModelIndex &index : indexes)
        ids.append(index.data(ResultListModel::IdRole).toString());
    return ids;
}

QString ResultsPage::currentId() const
{
    return m_list->currentIndex().data(ResultListModel::IdRole).toString();
}

/// What is pinned, where it is among the chosen ones; else the oldest of them.
QString ResultsPage::baseline() const
{
    const QStringList ids = chosen();
    return ids.contains(m_model->pinned()) ? m_model->pinned() : ids.last();
}

void ResultsPage::showChosen()
{
    const QStringList ids = chosen();
    if (ids.size() == 1)
        m_detail->showResult(ids.first());
    else if (ids.size() > 1)
        m_comparison->showResults(ids, baseline());
    m_details->setCurrentIndex(ids.isEmpty() ? Hint : ids.size() == 1 ? One : Several);
    updateActions();
}

void ResultsPage::updateActions()
{
    const qsizetype count = chosen().size();
    for (QAction *action : m_actions)
        action->setEnabled(isVisible() && count > 0);
    m_rename->setEnabled(isVisible() && count == 1);
    m_note->setEnabled(isVisible() && count == 1);
}

void ResultsPage::showEmptiness()
{
    m_views->setCurrentIndex(m_library.count() ? Library : m_library.isRestored() ? Empty : Nothing);
    if (!m_awaited.isEmpty() && m_library.rowOf(m_awaited) >= 0)
        showResult(m_awaited);
    else if (!m_list->selectionModel()->hasSelection() && m_filter->rowCount())
        select(m_list->currentIndex().isValid() ? m_list->currentIndex() : m_filter->index(0, 0));
    showChosen();
}

void ResultsPage::awaitOpened(const QStringList &ids)
{
    showResult(ids.last());
    Q_EMIT said(tr("Opened %n results", nullptr, static_cast<int>(ids.size())));
}

void ResultsPage::removeChosen()
{
    m_library.remove(chosen());
}

void ResultsPage::renameCurrent()
{
    m_list->setFocus();
    m_list->edit(m_list->currentIndex());
}

void ResultsPage::pinCurrent()
{
    m_model->setPinned(m_model->pinned() == currentId() ? QString() : currentId());
    showChosen();
}

void ResultsPage::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Open results"), {}, tr("Results (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, &m_library, &ResultLibrary::openFiles);
    dialog->open();
}

QByteArray ResultsPage::splitterState() const
{
    return m_splitter->saveState();
}

void ResultsPage::restoreSplitter(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

void ResultsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateActions();
}

void ResultsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateActions();
}

} // namespace servelab::ui
