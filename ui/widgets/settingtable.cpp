// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settingtable.h"

#include "ui/widgets/icons.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int tableHeight = 128;

QTableView *makeView(QAbstractItemModel *model)
{
    auto *view = new QTableView;
    view->setModel(model);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setShowGrid(false);
    view->setTabKeyNavigation(false);
    view->setFixedHeight(tableHeight);
    view->verticalHeader()->hide();
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setStretchLastSection(true);
    return view;
}

} // namespace

TableEditor::TableEditor(const Setting &setting, const QStringList &headers, QStringList newRow)
    : m_rows(new EditableRowsModel(headers, this))
    , m_view(makeView(m_rows))
    , m_box(new QVBoxLayout(this))
    , m_newRow(std::move(newRow))
{
    m_view->setObjectName(QLatin1StringView(setting.path));
    m_view->setAccessibleName(labelOf(setting));
    setFocusProxy(m_view);
    auto *add = new QPushButton(icon(u"add"_s), tr("Add"));
    auto *remove = new QPushButton(icon(u"remove"_s), tr("Remove"));
    add->setAccessibleName(tr("Add to: %1").arg(labelOf(setting)));
    remove->setAccessibleName(tr("Remove from: %1").arg(labelOf(setting)));
    remove->setEnabled(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    m_box->addWidget(m_view);
    m_box->addLayout(buttons);
    connect(add, &QPushButton::clicked, this, &TableEditor::addRow);
    connect(remove, &QPushButton::clicked, this, &TableEditor::removeCurrent);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this, remove] { remove->setEnabled(m_view->selectionModel()->hasSelection()); });
    connect(m_rows, &EditableRowsModel::edited, this, &TableEditor::finished);
}

void TableEditor::addRow()
{
    const QModelIndex added = m_rows->addRow(m_newRow);
    m_view->setCurrentIndex(added);
    m_view->setFocus();
    m_view->edit(added);
}

void TableEditor::removeCurrent()
{
    if (m_view->currentIndex().isValid())
        m_rows->removeRow(m_view->currentIndex().row());
}

MediaTypesEditor::MediaTypesEditor(const Setting &setting)
    : TableEditor(setting, {tr("Extension"), tr("Media type")}, {QString(), u"text/plain"_s})
    , m_on(new QCheckBox(textOf(setting)))
{
    box()->insertWidget(0, m_on);
    connect(m_on, &QCheckBox::toggled, this, &MediaTypesEditor::finished);
}

void MediaTypesEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_on);
    m_on->setChecked(value.isObject());
    if (value.isObject())
        rows().setRows(mediaTypeRows(value.toObject()));
}

QJsonValue MediaTypesEditor::value() const
{
    return m_on->isChecked() ? QJsonValue(mediaTypesOf(rows().rows())) : QJsonValue(false);
}

ErrorAnswersEditor::ErrorAnswersEditor(const Setting &setting)
    : TableEditor(setting, {tr("Status"), tr("HTML"), tr("Fields (Name: value | Name: value)")},
          {u"404"_s, u"<h1>Not here</h1>"_s, QString()})
{
}

void ErrorAnswersEditor::setValue(const QJsonValue &value)
{
    rows().setRows(errorRows(value.toObject()));
}

QJsonValue ErrorAnswersEditor::value() const
{
    return errorsOf(rows().rows());
}

} // namespace servelab::ui
