// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labvariants.h"

#include "ui/models/labdraft.h"
#include "ui/models/labpresets.h"
#include "ui/models/labproblems.h"
#include "ui/models/variantlistmodel.h"
#include "ui/pages/labservers.h"
#include "ui/pages/labsweepbox.h"
#include "ui/pages/labvarianteditor.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostShownRows = 10;
constexpr int labelLetters = 30;
constexpr int markSize = 10;

/// The colour that a variant has on every chart, before its name.
class VariantDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        QPixmap mark(markSize, markSize);
        mark.fill(seriesColour(index.data(VariantListModel::SeriesRole).toInt()));
        option->icon = QIcon(mark);
        option->icon.addPixmap(mark, QIcon::Selected); // or it would be tinted
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = mark.size();
    }
};

} // namespace

LabVariants::LabVariants(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_model(new VariantListModel(draft, this))
    , m_table(createTable())
    , m_sweep(new LabSweepBox(draft))
    , m_servers(new LabServers(draft, catalogue))
    , m_editor(new LabVariantEditor(draft))
    , m_problem(new CaptionLabel)
{
    m_add = addAction(
        tr("Add variant"), u"add"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), &LabVariants::add);
    m_duplicate = addAction(tr("Duplicate variant"), u"copy"_s, {}, &LabVariants::duplicate);
    m_remove = addAction(tr("Remove variant"), u"remove"_s, {}, &LabVariants::remove);
    m_baseline = addAction(tr("Make it the baseline"), u"up"_s, {}, &LabVariants::makeBaseline);
    m_add->setIconText(tr("Add")); // on the buttons above them the list says of what
    m_duplicate->setIconText(tr("Duplicate"));
    m_remove->setIconText(tr("Remove"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(createMakers());
    layout->addWidget(m_sweep);
    layout->addWidget(m_servers);
    layout->addWidget(m_table);
    layout->addWidget(m_problem);
    layout->addWidget(createTools());
    layout->addSpacing(4);
    layout->addWidget(m_editor);
    m_sweep->hide();
    m_servers->hide();
    m_problem->hide();
    fitLabels();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            m_current = current.isValid() ? current.row() : m_current;
            update();
        });
    connect(m_model, &QAbstractItemModel::modelReset, this, &LabVariants::keepCurrent);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &LabVariants::update);
    connect(&draft, &LabDraft::loaded, this, [this] { m_current = 0; });
    connect(m_sweep, &LabSweepBox::finished, m_sweep, &QWidget::hide);
    connect(m_servers, &LabServers::finished, m_servers, &QWidget::hide);
    connect(m_servers, &LabServers::added, this, &LabVariants::select);
    keepCurrent();
}

QAction *LabVariants::addAction(
    const QString &text, const QString &iconName, const QKeySequence &shortcut, void (LabVariants::*act)())
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WindowShortcut);
    connect(action, &QAction::triggered, this, act);
    m_actions.append(action);
    return action;
}

QTableView *LabVariants::createTable()
{
    auto *table = new QTableView;
    table->setObjectName(u"variants"_s);
    table->setModel(m_model);
    table->setItemDelegateForColumn(VariantListModel::Label, new VariantDelegate(table));
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setWordWrap(false);
    table->setAccessibleName(tr("Variants"));
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    return table;
}

QPushButton *LabVariants::addMaker(const QString &text, const QString &iconName, const QString &name)
{
    auto *button = new QPushButton(icon(iconName), text);
    button->setObjectName(name);
    return button;
}

QWidget *LabVariants::createMakers()
{
    auto *presets = addMaker(tr("Easy starts"), u"start"_s, u"presets"_s);
    fillPresets(presets);
    auto *sweep = addMaker(tr("Sweep settings"), u"chart"_s, u"sweep"_s);
    auto *servers = addMaker(tr("Other servers"), u"sites"_s, u"otherServers"_s);
    connect(sweep, &QPushButton::clicked, this, &LabVariants::showSweep);
    connect(servers, &QPushButton::clicked, this, &LabVariants::showServers);
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setSpacing(8);
    for (QPushButton *button : {presets, sweep, servers})
        layout->addWidget(button);
    layout->addStretch();
    return line;
}

void LabVariants::fillPresets(QPushButton *button)
{
    auto *menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    for (const LabPreset &preset : labPresets()) {
        QAction *action = menu->addAction(preset.title);
        action->setObjectName(preset.id);
        action->setToolTip(preset.question);
        action->setStatusTip(preset.question);
        connect(action, &QAction::triggered, this, [this, preset] {
            m_draft.replaceVariants(preset.variants, tr("Compared: %1").arg(preset.title));
        });
    }
    button->setMenu(menu);
}

QWidget *LabVariants::createTools()
{
    auto *line = new QWidget;
    auto *layout = new QHBoxLayout(line);
    layout->setSpacing(8);
    for (QAction *action : m_actions) {
        auto *button = new QPushButton(action->icon(), action->iconText());
        button->setAccessibleName(action->text());
        button->setToolTip(action->text());
        setButtonKind(button, ButtonKind::Quiet);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(
            action, &QAction::changed, button, [button, action] { button->setEnabled(action->isEnabled()); });
        layout->addWidget(button);
        m_table->addAction(action);
    }
    layout->addStretch();
    return line;
}

int LabVariants::currentRow() const
{
    return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

void LabVariants::select(int row)
{
    m_table->setCurrentIndex(m_model->index(row, VariantListModel::Label));
}

void LabVariants::showSweep()
{
    m_servers->hide();
    m_sweep->show();
    m_sweep->begin();
}

void LabVariants::showServers()
{
    m_sweep->hide();
    m_servers->show();
    m_servers->begin();
}

void LabVariants::add()
{
    if (m_draft.isEmpty())
        return;
    select(m_draft.addVariant());
    m_editor->addBox()->setFocus();
}

void LabVariants::duplicate()
{
    if (currentRow() >= 0)
        select(m_draft.duplicateVariant(currentRow()));
}

void LabVariants::remove()
{
    if (currentRow() >= 0 && m_model->rowCount() > 1)
        m_draft.removeVariant(currentRow());
}

void LabVariants::makeBaseline()
{
    if (currentRow() <= 0)
        return;
    m_draft.makeBaseline(currentRow());
    select(0);
}

/// What has come back is what one looks at; else the place stays.
void LabVariants::keepCurrent()
{
    QStringList ids;
    for (int row = 0; row < m_model->rowCount(); ++row)
        ids.append(m_model->index(row, 0).data(VariantListModel::IdRole).toString());
    if (ids.size() == m_ids.size() + 1)
        m_current = static_cast<int>(std::ranges::mismatch(ids, m_ids).in1 - ids.begin());
    m_ids = ids;
    if (!ids.isEmpty())
        select(std::clamp(m_current, 0, m_model->rowCount() - 1));
    update();
}

void LabVariants::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitLabels();
        fitTable();
    }
}

void LabVariants::fitLabels()
{
    m_table->setColumnWidth(
        VariantListModel::Label, markSize + 24 + fontMetrics().averageCharWidth() * labelLetters);
}

void LabVariants::fitTable()
{
    m_table->verticalHeader()->setDefaultSectionSize(std::max(30, fontMetrics().height() + 12));
    const int rows = std::clamp(m_model->rowCount(), 2, mostShownRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth() + 2);
}

void LabVariants::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateActions();
}

void LabVariants::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateActions();
}

void LabVariants::update()
{
    fitTable();
    m_editor->setVariant(currentRow());
    updateActions();
}

/// Nobody changes variants that nobody sees.
void LabVariants::updateActions()
{
    const int row = isVisible() ? currentRow() : -1;
    m_add->setEnabled(isVisible() && !m_draft.isEmpty());
    m_duplicate->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0 && m_model->rowCount() > 1);
    m_baseline->setEnabled(row > 0);
}

void LabVariants::setProblems(const QList<base::Error> &problems)
{
    m_editor->setProblems(problems);
    QPalette colours;
    colours.setColor(QPalette::PlaceholderText, coloursOf(palette()).error);
    m_problem->setPalette(colours);
    QStringList lines;
    for (const base::Error &problem : problems) {
        const int row = variantOf(problem);
        const bool named = row >= 0 && row < m_model->rowCount();
        const QString label = named ? m_model->index(row, 0).data().toString() + u": "_s : QString();
        lines.append(u"⚠ %1%2"_s.arg(label, textOf(problem)));
    }
    m_problem->setText(lines.join(u'\n'));
    m_problem->setVisible(!lines.isEmpty());
}

} // namespace servelab::ui
