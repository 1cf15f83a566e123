// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labpage.h"

#include "ui/models/labentriesmodel.h"
#include "ui/pages/labform.h"
#include "ui/pages/labrunview.h"
#include "ui/pages/labvariants.h"
#include "ui/sessions/labsession.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/labentrydelegate.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

/// What the page of the lab is put together from.
namespace servelab::ui {

using namespace Qt::StringLiterals;

QAction *LabPage::addAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
    const std::function<void()> &act)
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, act);
    m_actions.append(action);
    return action;
}

void LabPage::createActions()
{
    m_runAction = addAction(
        tr("Run experiment"), u"start"_s, QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { run(); });
    m_cancelAction = addAction(tr("Cancel experiment"), u"stop"_s,
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), [this] { m_session.cancel(); });
    m_openAction = addAction(tr("Open experiment..."), u"folder"_s,
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), [this] { openFile(); });
    m_saveAction = addAction(tr("Save experiment..."), u"save"_s,
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { saveFile(); });
    m_openAction->setIconText(tr("Open...")); // on the buttons, which stand beside the experiment
    m_saveAction->setIconText(tr("Save..."));
    m_actions += m_form->variants().variantActions();
}

QWidget *LabPage::createListPanel()
{
    m_search = new QLineEdit;
    m_search->setObjectName(u"labSearch"_s);
    m_search->setPlaceholderText(tr("Search what to load"));
    m_search->setAccessibleName(tr("Search what to load"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(u"search"_s, QPalette::PlaceholderText), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, m_entries, &LabEntriesModel::setSearch);
    m_list = new QListView;
    m_list->setObjectName(u"labEntries"_s);
    m_list->setModel(m_entries);
    m_list->setItemDelegate(new LabEntryDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->setAccessibleName(tr("What to load"));
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &LabPage::chooseCurrent);
    connect(m_entries, &QAbstractItemModel::modelReset, this, &LabPage::showChosen);
    auto *listPanel = new QWidget;
    listPanel->setMinimumWidth(240);
    listPanel->setMaximumWidth(480);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(16, 0, 16, 0);
    head->addWidget(m_search);
    auto *layout = new QVBoxLayout(listPanel);
    layout->setContentsMargins(0, 16, 0, 8);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    return listPanel;
}

QWidget *LabPage::createSide()
{
    auto *empty = new EmptyState({.picture = u"empty-lab"_s,
        .title = tr("What does a setting cost?"),
        .sentence = tr("Choose what to load at the left: one of your sites, or a lesson of the catalogue. "
                       "Each variant is served by a fresh server, loaded, and shown side by side."),
        .button = tr("Load the sample site"),
        .buttonIcon = u"sample"_s,
        .quietButton = tr("Open experiment...")});
    connect(empty, &EmptyState::chosen, this, [this] { choose({LabOrigin::Kind::Sample, {}}); });
    connect(empty, &EmptyState::quietlyChosen, m_openAction, &QAction::trigger);
    auto *side = new QWidget;
    side->setBackgroundRole(QPalette::Base);
    side->setAutoFillBackground(true);
    auto *holder = new QWidget;
    m_views = new QStackedLayout(holder);
    m_views->addWidget(empty);
    m_views->addWidget(m_form);
    m_views->addWidget(m_run);
    auto *layout = new QVBoxLayout(side);
    layout->setSpacing(0);
    layout->addWidget(createTitleLine());
    layout->addWidget(holder, 1);
    layout->addWidget(createFoot());
    return side;
}

QWidget *LabPage::createTitleLine()
{
    auto *title = new ElidedLabel(Qt::ElideRight);
    title->setFont(titleFont(title->font()));
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_title = title;
    m_runButton = new QPushButton(icon(u"start"_s, QPalette::HighlightedText), m_runAction->text());
    m_runButton->setObjectName(u"runExperiment"_s);
    setButtonKind(m_runButton, ButtonKind::Primary);
    connect(m_runButton, &QPushButton::clicked, m_runAction, &QAction::trigger);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->setSpacing(8);
    layout->addWidget(title, 1);
    for (QAction *action : {m_openAction, m_saveAction}) {
        auto *button = new QPushButton(action->icon(), action->iconText());
        button->setAccessibleName(action->text());
        button->setToolTip(action->text());
        setButtonKind(button, ButtonKind::Quiet);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(
            action, &QAction::changed, button, [button, action] { button->setEnabled(action->isEnabled()); });
        layout->addWidget(button);
    }
    layout->addWidget(m_runButton);
    return line;
}

QWidget *LabPage::createFoot()
{
    m_estimate = new QLabel;
    m_estimate->setObjectName(u"estimate"_s);
    m_estimate->setTextFormat(Qt::PlainText);
    m_estimate->setWordWrap(true);
    m_foot = new QWidget;
    m_foot->setBackgroundRole(QPalette::Window);
    m_foot->setAutoFillBackground(true);
    auto *layout = new QHBoxLayout(m_foot);
    layout->setContentsMargins(24, 8, 24, 8);
    layout->addWidget(m_estimate, 1);
    return m_foot;
}

} // namespace servelab::ui
