// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/qualitytable.h"

#include "ui/models/format.h"
#include "ui/models/sitefilesmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/sessions/qualitymeasurement.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 26;

QTableView *makeTable(QAbstractItemModel *model)
{
    auto *table = new QTableView;
    table->setModel(model);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setHighlightSections(false);
    table->setAccessibleName(QualityTable::tr("Size and time at each Brotli quality"));
    table->hide();
    return table;
}

} // namespace

QualityTable::QualityTable(QWidget *parent)
    : QWidget(parent)
    , m_measurement(new QualityMeasurement(this))
    , m_fileModel(new SiteFilesModel(this))
    , m_rows(new TextTableModel(this))
    , m_file(new QComboBox)
    , m_measure(new QPushButton(icon(u"chart"_s), tr("Measure each quality")))
    , m_table(makeTable(m_rows))
    , m_note(new CaptionLabel)
{
    m_file->setModel(m_fileModel);
    m_file->setAccessibleName(tr("File to measure with"));
    m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_file->setMinimumContentsLength(16);
    m_measure->setObjectName(u"measureQualities"_s);
    auto *line = new QHBoxLayout;
    line->addWidget(m_file, 1);
    line->addWidget(m_measure);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(line);
    layout->addWidget(m_table);
    layout->addWidget(m_note);
    m_note->hide();
    fit();
    connect(&m_listing, &QFutureWatcherBase::finished, this, &QualityTable::showFiles);
    connect(m_measure, &QPushButton::clicked, this, &QualityTable::measure);
    connect(m_measurement, &QualityMeasurement::changed, this, &QualityTable::showCosts);
    connect(m_measurement, &QualityMeasurement::failed, this, [this](const base::Error &error) {
        m_note->setText(error.toString());
        m_note->show();
    });
    connect(m_table, &QTableView::activated, this,
        [this](const QModelIndex &index) { Q_EMIT qualityChosen(index.row()); });
}

/// Under the editors of the form, and as tall as its rows.
void QualityTable::fit()
{
    layout()->setContentsMargins(12 + fontMetrics().averageCharWidth() * 20 + 8, 0, 40, 8);
    QHeaderView *rows = m_table->verticalHeader();
    rows->setDefaultSectionSize(std::max(rowHeight, m_table->fontMetrics().height() + 8));
    m_table->setFixedHeight(rows->defaultSectionSize() * QualityMeasurement::qualities
        + m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth());
}

void QualityTable::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void QualityTable::setSite(const QString &folder, int quality)
{
    m_quality = quality;
    selectQuality();
    if (folder == m_folder)
        return;
    m_folder = folder;
    m_measurement->cancel();
    m_table->hide();
    m_note->hide();
    listFiles();
}

void QualityTable::listFiles()
{
    m_listing.cancel();
    m_fileModel->setFiles({});
    m_measure->setEnabled(false);
    m_listing.setFuture(listSiteFiles(m_folder));
}

void QualityTable::showFiles()
{
    if (m_listing.future().resultCount() == 0)
        return;
    m_fileModel->setFiles(m_listing.result());
    m_file->setCurrentIndex(m_fileModel->rowCount() ? 0 : -1);
    m_measure->setEnabled(m_fileModel->rowCount() > 0);
}

void QualityTable::measure()
{
    m_note->hide();
    m_measurement->measure(QDir(m_folder).filePath(m_file->currentData(SiteFilesModel::PathRole).toString()));
}

void QualityTable::showCosts()
{
    const auto &costs = m_measurement->costs();
    const double whole = static_cast<double>(m_measurement->fileBytes());
    const Unit size = byteUnitFor(whole);
    const Unit time = timeUnitFor(1000);
    QList<QStringList> rows;
    for (const QualityCost &cost : costs) {
        const auto bytes = static_cast<double>(cost.bytes);
        rows.append({QString::number(cost.quality), formatValue(bytes, size),
            formatNumber(whole > 0 ? bytes / whole * 100 : 0),
            formatValue(static_cast<double>(cost.cpuTime.count()), time)});
    }
    for (int quality = static_cast<int>(costs.size()); quality < QualityMeasurement::qualities; ++quality)
        rows.append({QString::number(quality), u"…"_s, u"…"_s, u"…"_s});
    m_rows->setContent({tr("Quality"), tr("Size (%1)").arg(size.name), tr("Of the file (%)"),
                           tr("Processor time (%1)").arg(time.name)},
        rows);
    m_table->setVisible(m_measurement->isRunning() || !costs.isEmpty());
    m_measure->setText(m_measurement->isRunning() ? tr("Measuring...") : tr("Measure each quality"));
    if (!m_measurement->isRunning() && !costs.isEmpty()) {
        m_note->setText(tr("Double click or press Enter on a row to take its quality."));
        m_note->show();
    }
    selectQuality();
}

void QualityTable::selectQuality()
{
    if (m_quality < m_rows->rowCount())
        m_table->selectRow(m_quality);
}

} // namespace servelab::ui
