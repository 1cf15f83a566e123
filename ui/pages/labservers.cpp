// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labservers.h"

#include "ui/models/contenderlistmodel.h"
#include "ui/models/coretext.h"
#include "ui/models/labdraft.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int shownRows = 6;

} // namespace

LabServers::LabServers(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent)
    : QFrame(parent)
    , m_draft(draft)
    , m_catalogue(catalogue)
    , m_model(new ContenderListModel(this))
    , m_table(new QTableView)
    , m_message(new CaptionLabel)
    , m_add(new QPushButton(icon(u"add"_s), tr("Add server")))
{
    m_table->setObjectName(u"servers"_s);
    m_table->setModel(m_model);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setAccessibleName(tr("Other servers"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setFixedHeight(m_table->verticalHeader()->defaultSectionSize() * (shownRows + 1));
    m_add->setObjectName(u"addServer"_s);
    auto *again = new QPushButton(tr("Look again"));
    auto *close = new QPushButton(tr("Close"));
    setButtonKind(again, ButtonKind::Quiet);
    setButtonKind(close, ButtonKind::Quiet);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_message, 1);
    buttons->addWidget(again);
    buttons->addWidget(close);
    buttons->addWidget(m_add);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(new SectionLabel(tr("Other servers, asked for the same")));
    layout->addWidget(m_table);
    layout->addLayout(buttons);
    setFrameShape(QFrame::StyledPanel);
    connect(&catalogue, &LabCatalogue::found, this, &LabServers::showServers);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &LabServers::update);
    connect(m_table, &QTableView::activated, this, &LabServers::add);
    connect(m_add, &QPushButton::clicked, this, &LabServers::add);
    connect(again, &QPushButton::clicked, &catalogue, &LabCatalogue::look);
    connect(close, &QPushButton::clicked, this, &LabServers::finished);
    showServers();
}

void LabServers::begin()
{
    m_table->setFocus();
}

void LabServers::showServers()
{
    m_model->setContenders(m_catalogue.contenders());
    m_table->resizeColumnToContents(ContenderListModel::Server);
    if (!m_catalogue.problems().isEmpty())
        m_message->setText(coreText(m_catalogue.problems().first()).toString());
    else
        m_message->setText(m_model->rowCount() ? tr("A server that is not installed cannot be chosen.")
                                               : tr("No file of other servers was found."));
    update();
}

void LabServers::update()
{
    const QModelIndex current = m_table->currentIndex();
    m_add->setEnabled(current.isValid() && m_model->at(current.row()).program.has_value());
}

void LabServers::add()
{
    if (m_add->isEnabled() && !m_draft.isEmpty())
        Q_EMIT added(m_draft.addContender(m_model->at(m_table->currentIndex().row()).contender));
}

} // namespace servelab::ui
