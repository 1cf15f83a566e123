// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/siterequests.h"

#include "ui/models/format.h"
#include "ui/models/requesttext.h"
#include "ui/pages/requestdetails.h"
#include "ui/sessions/background.h"
#include "ui/sessions/sitesession.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/followingtable.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/requestdelegate.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QStackedLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QString write(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return SiteRequests::tr("The requests could not be written to %1: %2. Choose another folder.")
        .arg(QDir::toNativeSeparators(path), file.errorString());
}

} // namespace

SiteRequests::SiteRequests(QWidget *parent)
    : QWidget(parent)
    , m_model(new RequestListModel(this))
    , m_details(new RequestDetails)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_views(new QStackedLayout)
{
    createTable();
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_details);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_views->addWidget(createEmptyState());
    m_views->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 16);
    layout->addWidget(createFilters());
    layout->addLayout(m_views, 1);
    layout->addWidget(createActions());
    m_details->hide();
    connect(m_details, &RequestDetails::said, this, &SiteRequests::said);
    connect(m_model, &RequestListModel::hostsChanged, this, &SiteRequests::showHosts);
    connect(m_model, &RequestListModel::countsChanged, this, &SiteRequests::showCounts);
    showCounts();
}

QWidget *SiteRequests::createEmptyState()
{
    auto *empty = new EmptyState({.picture = u"empty-requests"_s,
        .title = tr("No requests yet"),
        .sentence = tr("Each request to this site appears here as it is answered."),
        .button = tr("Open in browser"),
        .buttonIcon = u"open"_s,
        .quietButton = {}});
    connect(empty, &EmptyState::chosen, this, [this] {
        m_site->start();
        Q_EMIT openRequested(m_site->url());
    });
    return empty;
}

void SiteRequests::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    hideColumns();
}

/// What says the same in every row, and where there is little room what the details say too.
void SiteRequests::hideColumns()
{
    const bool narrow = width() < fontMetrics().averageCharWidth() * 130;
    m_table->setColumnHidden(RequestListModel::Host, narrow || m_model->hosts().size() < 2);
    m_table->setColumnHidden(RequestListModel::Coding, narrow);
}

QComboBox *SiteRequests::createChoice(const QString &name, const QString &everything)
{
    auto *choice = new QComboBox;
    choice->setAccessibleName(name);
    choice->addItem(everything, QString());
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setMaximumWidth(180);
    connect(choice, &QComboBox::currentIndexChanged, this, &SiteRequests::applyFilter);
    return choice;
}

QWidget *SiteRequests::createFilters()
{
    m_search = new QLineEdit;
    m_search->setObjectName(u"requestSearch"_s);
    m_search->setPlaceholderText(tr("Search requests"));
    m_search->setAccessibleName(tr("Search requests"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(u"search"_s, QPalette::PlaceholderText), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, this, &SiteRequests::applyFilter);
    m_status = createChoice(tr("Status"), tr("Any status"));
    for (int number = 1; number <= 5; ++number)
        m_status->addItem(u"%1xx"_s.arg(number), number);
    m_host = createChoice(tr("Host"), tr("Any host"));
    m_coding = createChoice(tr("Content coding"), tr("Any coding"));
    m_coding->addItem(tr("Brotli"), u"br"_s);
    m_coding->addItem(tr("gzip"), u"gzip"_s);
    m_coding->addItem(tr("not coded"), u"identity"_s);

    auto *filters = new QWidget;
    auto *layout = new QHBoxLayout(filters);
    layout->addWidget(m_search, 1);
    for (QComboBox *choice : {m_status, m_host, m_coding})
        layout->addWidget(choice);
    return filters;
}

QWidget *SiteRequests::createActions()
{
    m_counts = new ElidedLabel(Qt::ElideRight);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    m_pause = new QPushButton(icon(u"pause"_s), tr("Pause"));
    m_pause->setObjectName(u"pauseRequests"_s);
    m_pause->setCheckable(true);
    connect(m_pause, &QPushButton::toggled, m_model, &RequestListModel::setPaused);
    m_clear = new QPushButton(icon(u"close"_s), tr("Clear"));
    connect(m_clear, &QPushButton::clicked, this, [this] { m_site->requests().clear(); });
    m_export = createExportButton();
    auto *actions = new QWidget;
    auto *layout = new QHBoxLayout(actions);
    layout->addWidget(m_counts, 1);
    for (QPushButton *button : {m_pause, m_clear, m_export})
        layout->addWidget(button);
    return actions;
}

QPushButton *SiteRequests::createExportButton()
{
    auto *menu = new QMenu(this);
    connect(menu->addAction(tr("HTTP Archive (HAR)...")), &QAction::triggered, this,
        [this] { chooseFile(Format::Har); });
    connect(menu->addAction(tr("One JSON object a line (NDJSON)...")), &QAction::triggered, this,
        [this] { chooseFile(Format::Ndjson); });
    auto *button = new QPushButton(icon(u"save"_s), tr("Export"));
    button->setMenu(menu);
    return button;
}

void SiteRequests::createTable()
{
    m_table = new FollowingTable;
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(RequestListModel::Status, new StatusCodeDelegate(m_table));
    m_table->setAccessibleName(tr("Requests"));
    fitColumns();
    m_table->horizontalHeader()->setMinimumSectionSize(56);
    m_table->horizontalHeader()->setSectionResizeMode(RequestListModel::Target, QHeaderView::Stretch);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SiteRequests::showChosen);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { m_details->hide(); });
}

void SiteRequests::fitColumns()
{
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto setWidth = [this, &metrics](int column, const QString &widest) {
        m_table->setColumnWidth(column, metrics.horizontalAdvance(widest) + 28);
    };
    setWidth(RequestListModel::Time, u"00:00:00.000"_s);
    setWidth(RequestListModel::Status, tr("Status") + u"0"_s);
    setWidth(RequestListModel::Method, u"OPTIONS"_s);
    setWidth(RequestListModel::Host, u"docs.localhost"_s);
    setWidth(RequestListModel::Coding, tr("Coding"));
    setWidth(RequestListModel::Size, tr("Sent (KiB)"));
    setWidth(RequestListModel::Duration, tr("Duration (ms)"));
}

void SiteRequests::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitColumns();
    hideColumns();
}

void SiteRequests::setSite(SiteSession *site)
{
    if (site == m_site)
        return;
    m_site = site;
    m_pause->setChecked(false);
    m_details->setSite(site);
    m_model->setLog(site ? &site->requests() : nullptr);
    if (site && isVisible())
        site->setRecording(true);
}

void SiteRequests::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_site)
        m_site->setRecording(true);
}

void SiteRequests::focusSearch()
{
    m_search->setFocus();
}

void SiteRequests::applyFilter()
{
    m_model->setFilter({.text = m_search->text().trimmed(),
        .statusClass = m_status->currentData().toInt(),
        .host = m_host->currentData().toString(),
        .coding = m_coding->currentData().toString()});
}

/// The chosen one stays chosen.
void SiteRequests::showHosts()
{
    const QString chosen = m_host->currentData().toString();
    const QSignalBlocker quiet(m_host);
    while (m_host->count() > 1)
        m_host->removeItem(1);
    for (const QString &host : m_model->hosts())
        m_host->addItem(host, host);
    m_host->setCurrentIndex(std::max(0, m_host->findData(chosen)));
    hideColumns();
    applyFilter();
}

void SiteRequests::showCounts()
{
    const bool any = m_site && !m_site->requests().entries().empty();
    m_views->setCurrentIndex(any ? 1 : 0);
    m_clear->setEnabled(any);
    m_export->setEnabled(m_model->rowCount() > 0);
    QStringList parts;
    if (any) {
        parts.append(tr("%1 of %n requests", nullptr, static_cast<int>(m_site->requests().entries().size()))
                .arg(formatCount(static_cast<quint64>(m_model->rowCount()))));
        if (const quint64 waiting = m_model->waitingCount())
            parts.append(tr("%1 new").arg(formatCount(waiting)));
        if (const quint64 dropped = m_site->requests().dropped())
            parts.append(tr("%1 came too fast to be kept").arg(formatCount(dropped)));
    }
    m_counts->setWholeText(parts.join(u" · "_s));
}

void SiteRequests::showChosen()
{
    const QModelIndex chosen = m_table->currentIndex();
    m_details->setVisible(chosen.isValid());
    if (chosen.isValid())
        m_details->show(m_model->entryAt(chosen.row()));
}

void SiteRequests::chooseFile(Format format)
{
    const bool har = format == Format::Har;
    const QString name = m_site->name() + (har ? u".har"_s : u".ndjson"_s);
    auto *dialog = new QFileDialog(this, tr("Export requests"), QDir::home().filePath(name),
        har ? tr("HTTP Archive (*.har)") : tr("JSON lines (*.ndjson)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(har ? u"har"_s : u"ndjson"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, format](const QString &path) { exportTo(path, format); });
    dialog->open();
}

void SiteRequests::exportTo(const QString &path, Format format)
{
    const auto entries = m_model->shownEntries();
    const QString origin = m_site->url().toString(QUrl::RemovePath);
    auto written = inBackground<QString>([entries, origin, path, format] {
        return write(path, format == Format::Har ? toHar(entries, origin) : toNdjson(entries));
    });
    const int count = static_cast<int>(entries.size());
    written.then(this, [this, path, count](const QString &problem) {
        Q_EMIT said(problem.isEmpty()
                ? tr("Wrote %n requests to %1", nullptr, count).arg(QDir::toNativeSeparators(path))
                : problem);
    });
}

} // namespace servelab::ui
