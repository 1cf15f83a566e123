// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compareresult.h"

#include "ui/models/resultreading.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/widgets/barchart.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int twoColumnsFrom = 760;

Unit rateUnitFor(double)
{
    return requestRateUnit();
}

/// What each chart shows of a summary and of a sample.
struct Figure
{
    const char *title;
    Term term;
    const char *howToRead;
    Unit (*unitFor)(double typical);
    lab::Spread lab::Summary::*spread;
    double (*ofSample)(const lab::Sample &sample);
};

constexpr std::array figures{
    Figure{QT_TR_NOOP("Requests per second"), Term::RequestRate,
        QT_TR_NOOP("Longer is better. Bar: median; dots: each sample."), rateUnitFor,
        &lab::Summary::requestsPerSecond,
        [](const lab::Sample &sample) { return sample.load.requestsPerSecond(); }},
    Figure{QT_TR_NOOP("Latency, p99"), Term::TailLatency,
        QT_TR_NOOP("Shorter is better. Bar: median; dots: each sample."), timeUnitFor,
        &lab::Summary::p99Microseconds,
        [](const lab::Sample &sample) {
            return static_cast<double>(sample.load.latencyMicroseconds.percentile(99));
        }},
    Figure{QT_TR_NOOP("Bytes per answer"), Term::BytesPerAnswer,
        QT_TR_NOOP("Shorter is better: what one answer sends."), byteUnitFor,
        &lab::Summary::wireBytesPerResponse,
        [](const lab::Sample &sample) { return sample.wireBytesPerResponse(); }},
    Figure{QT_TR_NOOP("Memory retained"), Term::RetainedMemory,
        QT_TR_NOOP("Shorter is better: what stays after the load."), byteUnitFor,
        &lab::Summary::memoryRetainedBytes,
        [](const lab::Sample &sample) {
            return static_cast<double>(sample.memoryRetained.privateDirtyBytes);
        }},
};

Bar barOf(const lab::ResultDocument &document, const lab::Summary &summary, const Figure &figure)
{
    Bar bar{variantLabel(document.experiment, summary.variant),
        variantNumber(document.experiment, summary.variant), (summary.*figure.spread).median, {}};
    for (const lab::Sample &sample : document.samples) {
        if (sample.workload == summary.workload && sample.variant == summary.variant && !sample.failure)
            bar.samples.append(figure.ofSample(sample));
    }
    return bar;
}

} // namespace

CompareResult::CompareResult(QWidget *parent)
    : QWidget(parent)
    , m_model(new ResultTableModel(this))
    , m_reading(new QLabel)
{
    m_reading->setWordWrap(true);
    m_reading->setTextFormat(Qt::PlainText);
    m_reading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reading->setAccessibleName(tr("What the result says"));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addWidget(m_reading);
    layout->addWidget(createCharts());
    layout->addWidget(createTableHead());
    layout->addWidget(createTable());
    layout->addStretch();
}

QWidget *CompareResult::createCharts()
{
    auto *charts = new QWidget;
    m_chartGrid = new QGridLayout(charts);
    m_chartGrid->setHorizontalSpacing(24);
    m_chartGrid->setVerticalSpacing(16);
    for (const Figure &figure : figures) {
        auto *chart = new BarChart(tr(figure.title), figure.term, tr(figure.howToRead), figure.unitFor);
        m_charts.append(chart);
    }
    arrange(2);
    return charts;
}

QWidget *CompareResult::createTableHead()
{
    auto *title = new QLabel(tr("All figures"));
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy table"));
    auto *save = new QPushButton(icon(u"save"_s), tr("Save result..."));
    connect(copy, &QPushButton::clicked, this, &CompareResult::copyTable);
    connect(save, &QPushButton::clicked, this, &CompareResult::saveRequested);
    auto *head = new QWidget;
    auto *layout = new QHBoxLayout(head);
    layout->addWidget(title);
    layout->addStretch();
    layout->addWidget(copy);
    layout->addWidget(save);
    return head;
}

QTableView *CompareResult::createTable()
{
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("All figures"));
    return m_table;
}

void CompareResult::setDocument(const lab::ResultDocument &document, bool complete)
{
    m_reading->setText(
        complete ? readingOf(document) : tr("Figures so far; they settle as rounds are added."));
    const QList<lab::Summary> summaries = document.summaries();
    for (std::size_t number = 0; number < figures.size(); ++number) {
        QList<Bar> bars;
        for (const lab::Summary &summary : summaries)
            bars.append(barOf(document, summary, figures[number]));
        m_charts[static_cast<qsizetype>(number)]->setBars(bars);
    }
    m_model->setDocument(document);
    const int rows = m_table->verticalHeader()->defaultSectionSize() * m_model->rowCount();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows + 16);
}

void CompareResult::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange(width() >= twoColumnsFrom ? 2 : 1);
}

void CompareResult::arrange(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (qsizetype number = 0; number < m_charts.size(); ++number) {
        const int place = static_cast<int>(number);
        m_chartGrid->addWidget(m_charts[number], place / columns, place % columns);
    }
    m_chartGrid->setColumnStretch(0, 1);
    m_chartGrid->setColumnStretch(1, columns > 1 ? 1 : 0);
}

void CompareResult::copyTable()
{
    QGuiApplication::clipboard()->setText(toTabSeparated(*m_model));
    Q_EMIT said(tr("Copied the table"));
}

} // namespace servelab::ui
