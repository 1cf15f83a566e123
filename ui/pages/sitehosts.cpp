// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitehosts.h"

#include "ui/models/coretext.h"
#include "ui/models/droppedfolders.h"
#include "ui/models/format.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/sessions/requestsender.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QMimeData>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

/// The state of a host in its colour; the word and the sign say it too.
class HostStateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colours &colours = coloursOf(option->palette);
        const auto state = index.data(VirtualHostModel::StateRole).value<HostState>();
        option->palette.setColor(QPalette::Text,
            state == HostState::Ready          ? colours.running
                : state == HostState::Checking ? colours.quietText
                                               : colours.warning);
    }
};

} // namespace

SiteHosts::SiteHosts(SiteCollection &sites, QWidget *parent)
    : QWidget(parent)
    , m_sites(sites)
    , m_hosts(new VirtualHostModel(this))
    , m_checker(new HostChecker(this))
    , m_sender(new RequestSender(this))
    , m_detail(new TextLabel)
    , m_result(new TextLabel)
{
    setAcceptDrops(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->addWidget(new CaptionLabel(
        tr("Further host names on the same port, each with a folder of its own. Drop a folder here to add "
           "one. Names that end in .localhost need no set-up. Double click to edit.")));
    layout->addSpacing(8);
    layout->addWidget(createTable(), 1);
    layout->addWidget(createButtons());
    for (QLabel *text : {m_detail, m_result}) {
        layout->addWidget(text);
        text->hide();
    }
    connect(m_hosts, &VirtualHostModel::edited, this, &SiteHosts::apply);
    connect(m_hosts, &QAbstractItemModel::dataChanged, this, &SiteHosts::showChosen);
    connect(m_hosts, &QAbstractItemModel::modelReset, this, &SiteHosts::showChosen);
    connect(m_checker, &HostChecker::checked, m_hosts, &VirtualHostModel::setReports);
    connect(m_sender, &RequestSender::answered, this, [this](const SentAnswer &answer) {
        const auto time = answer.connecting + answer.waiting + answer.receiving;
        m_result->setText(tr("It answers: %1 %2, %3 in %4.")
                .arg(answer.status)
                .arg(QString::fromUtf8(answer.reason), formatBytes(static_cast<double>(answer.bodyBytes)),
                    formatMicroseconds(static_cast<double>(time.count()))));
    });
    connect(m_sender, &RequestSender::failed, this,
        [this](const base::Error &error) { m_result->setText(coreText(error).toString()); });
}

QWidget *SiteHosts::createTable()
{
    m_table = new QTableView;
    m_table->setObjectName(u"hosts"_s);
    m_table->setModel(m_hosts);
    m_table->setItemDelegateForColumn(VirtualHostModel::State, new HostStateDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(VirtualHostModel::Host, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(VirtualHostModel::Folder, QHeaderView::Stretch);
    m_table->setColumnWidth(VirtualHostModel::State,
        m_table->fontMetrics().horizontalAdvance(stateText(HostState::NameElsewhere)) + 40);
    m_table->setAccessibleName(tr("Virtual hosts"));
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_result->hide();
        showChosen();
    });
    return m_table;
}

QWidget *SiteHosts::createButtons()
{
    auto *add = new QPushButton(icon(u"add-folder"_s), tr("Add host..."));
    m_remove = new QPushButton(icon(u"remove"_s), tr("Remove host"));
    m_test = new QPushButton(icon(u"redo"_s), tr("Test host"));
    m_test->setObjectName(u"testHost"_s);
    auto *again = new QPushButton(tr("Check again"));
    connect(add, &QPushButton::clicked, this, &SiteHosts::chooseFolder);
    connect(m_remove, &QPushButton::clicked, this, &SiteHosts::removeChosen);
    connect(m_test, &QPushButton::clicked, this, &SiteHosts::test);
    connect(again, &QPushButton::clicked, this, &SiteHosts::check);
    auto *removing = new QAction(m_table);
    removing->setShortcut(QKeySequence::Delete);
    removing->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(removing);
    connect(removing, &QAction::triggered, this, &SiteHosts::removeChosen);
    auto *buttons = new QWidget;
    auto *layout = new QHBoxLayout(buttons);
    for (QPushButton *button : {add, m_remove, m_test})
        layout->addWidget(button);
    layout->addStretch();
    layout->addWidget(again);
    return buttons;
}

void SiteHosts::setSite(SiteSession *site)
{
    if (m_site)
        m_site->disconnect(this);
    m_site = site;
    m_shown.reset();
    m_result->hide();
    if (!site)
        return;
    connect(site, &SiteSession::changed, this, &SiteHosts::showSite);
    showSite();
}

void SiteHosts::focusTable()
{
    m_table->setFocus();
}

void SiteHosts::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_site)
        check();
}

void SiteHosts::showSite()
{
    if (m_shown != m_site->config()) {
        m_shown = m_site->config();
        m_hosts->setHosts(m_shown->domains);
        if (isVisible())
            check();
    }
    showChosen();
}

void SiteHosts::check()
{
    site::SiteConfig config = m_site->config();
    config.domains = m_hosts->hosts();
    if (const site::Problems problems = newProblems(config); !problems.isEmpty())
        return refuse(problems);
    m_checker->check(config);
}

void SiteHosts::apply()
{
    site::SiteConfig config = m_site->config();
    config.domains = m_hosts->hosts();
    const site::Problems problems = newProblems(config);
    if (!problems.isEmpty())
        return refuse(problems);
    m_sites.change(m_site->id(), config, u"domains"_s);
    m_checker->check(config);
}

/// What an old row has wrong, such as a folder that was lost, does not keep a new one from being applied.
site::Problems SiteHosts::newProblems(const site::SiteConfig &config) const
{
    const site::Problems known = site::validate(m_site->config());
    site::Problems problems = site::validate(config);
    problems.removeIf([&known](const base::Error &problem) {
        return !problem.where.startsWith("domains["_L1)
            || std::ranges::any_of(
                known, [&problem](const base::Error &old) { return old.message == problem.message; });
    });
    return problems;
}

void SiteHosts::refuse(const site::Problems &problems)
{
    QList<HostReport> reports;
    for (qsizetype row = 0; row < m_hosts->hosts().size(); ++row) {
        for (const base::Error &problem : problems) {
            if (problem.where.startsWith(u"domains[%1]"_s.arg(row)))
                reports.append({m_hosts->hosts().at(row), HostState::Refused, coreText(problem).toString()});
        }
    }
    m_hosts->setReports(reports);
}

void SiteHosts::showChosen()
{
    const QModelIndex chosen
        = m_table->selectionModel()->hasSelection() ? m_table->currentIndex() : QModelIndex();
    m_remove->setEnabled(chosen.isValid());
    m_test->setEnabled(chosen.isValid() && m_site && m_site->state() == SiteSession::State::Running);
    const QString detail
        = chosen.isValid() ? chosen.data(VirtualHostModel::DetailRole).toString() : QString();
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
}

void SiteHosts::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Choose the folder of the host"), m_site->config().root);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &SiteHosts::addFolder);
    dialog->open();
}

void SiteHosts::addFolder(const QString &folder)
{
    const QModelIndex added = m_hosts->addFolder(folder);
    m_table->selectRow(added.row());
    m_table->setCurrentIndex(added);
    m_table->setFocus();
}

void SiteHosts::removeChosen()
{
    if (m_table->selectionModel()->hasSelection())
        m_hosts->remove(m_table->currentIndex().row());
}

void SiteHosts::test()
{
    QString name = m_hosts->hosts().at(m_table->currentIndex().row()).host;
    if (name.startsWith("*."_L1))
        name.replace(0, 1, u"any"_s);
    QUrl url = m_site->url();
    const QByteArray host = u"%1:%2"_s.arg(name).arg(m_site->port()).toUtf8();
    m_result->setText(tr("Asking..."));
    m_result->show();
    m_sender->send({"GET", url, {{"Host", host}}});
}

void SiteHosts::dragEnterEvent(QDragEnterEvent *event)
{
    if (m_site && !foldersOf(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void SiteHosts::dropEvent(QDropEvent *event)
{
    for (const QString &folder : foldersOf(*event->mimeData()))
        addFolder(folder);
    event->acceptProposedAction();
}

} // namespace servelab::ui
