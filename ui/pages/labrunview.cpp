// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labrunview.h"

#include "core/lab/fitness.h"
#include "core/stats/quantiles.h"
#include "ui/models/format.h"
#include "ui/models/runtablemodel.h"
#include "ui/sessions/labsession.h"
#include "ui/widgets/barchart.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/figuretile.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int twoColumnsFrom = 760;
constexpr int mostShownRows = 12;
constexpr int markSize = 10;

/// Its colour before a variant's name; what is being measured in heavier type.
class RunDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(RunTableModel::IsMeasuredRole).toBool())
            option->font.setWeight(QFont::DemiBold);
        if (index.column() != RunTableModel::Variant)
            return;
        QPixmap mark(markSize, markSize);
        mark.fill(seriesColour(index.data(RunTableModel::SeriesRole).toInt()));
        option->icon = QIcon(mark);
        option->icon.addPixmap(mark, QIcon::Selected); // or it would be tinted
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = mark.size();
    }
};

Unit rateUnitFor(double)
{
    return requestRateUnit();
}

QString percentOfACore(double share)
{
    return LabRunView::tr("%1 % of a core").arg(formatNumber(share * 100));
}

QString phaseLine(const lab::ExperimentProgress &progress, int rounds)
{
    return LabRunView::tr("Round %1 of %2 · %3 · %4 · about %5 left")
        .arg(progress.round + 1)
        .arg(rounds)
        .arg(progress.variant, phaseText(progress.phase), formatDuration(progress.remaining));
}

} // namespace

LabRunView::LabRunView(LabSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new RunTableModel(this))
    , m_error(new ErrorBanner)
{
    auto *content = new QWidget;
    auto *parts = new QVBoxLayout(content);
    parts->setContentsMargins(24, 8, 24, 24);
    parts->setSpacing(16);
    parts->addWidget(m_error);
    parts->addWidget(createTiles());
    parts->addWidget(createTable());
    parts->addWidget(createCharts());
    parts->addStretch();
    auto *scroll = new QScrollArea;
    scroll->setObjectName(u"run"_s);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(0);
    layout->addWidget(createHead());
    layout->addWidget(scroll, 1);
    connect(&session, &LabSession::changed, this, &LabRunView::showState);
    connect(&session, &LabSession::progressed, this, [this] { showProgress(*m_session.progress()); });
    connect(&session, &LabSession::sampleTaken, this, &LabRunView::addSample);
    connect(&session, &LabSession::finished, this, &LabRunView::end);
}

QWidget *LabRunView::createHead()
{
    m_bar = new QProgressBar;
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(12);
    m_bar->setAccessibleName(tr("Progress of the experiment"));
    m_phase = new QLabel;
    m_phase->setTextFormat(Qt::PlainText);
    m_phase->setWordWrap(true);
    m_cancel = new QPushButton(icon(u"stop"_s), tr("Cancel"));
    m_cancel->setObjectName(u"cancelExperiment"_s);
    m_cancel->setToolTip(tr("Ends it early. Finished rounds are kept."));
    m_back = new QPushButton(tr("Back to the experiment"));
    m_back->setObjectName(u"backToExperiment"_s);
    connect(m_cancel, &QPushButton::clicked, this, &LabRunView::cancelRequested);
    connect(m_back, &QPushButton::clicked, this, &LabRunView::backRequested);
    auto *head = new QWidget;
    auto *grid = new QGridLayout(head);
    grid->setContentsMargins(24, 8, 24, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_bar, 0, 0);
    grid->addWidget(m_phase, 1, 0);
    grid->addWidget(m_cancel, 0, 1, 2, 1, Qt::AlignVCenter);
    grid->addWidget(m_back, 0, 2, 2, 1, Qt::AlignVCenter);
    grid->setColumnStretch(0, 1);
    return head;
}

QWidget *LabRunView::createTiles()
{
    m_rate = new FigureTile(tr("Now"), Term::RequestRate);
    m_tail = new FigureTile(tr("p99 now"), Term::TailLatency);
    m_errors = new FigureTile(tr("Wrong answers"), std::nullopt);
    m_own = new FigureTile(tr("This window"), Term::ObserverCpu);
    m_tiles = new QWidget;
    auto *layout = new QHBoxLayout(m_tiles);
    layout->setSpacing(32);
    for (FigureTile *tile : {m_rate, m_tail, m_errors, m_own}) {
        tile->setValue(u"–"_s);
        layout->addWidget(tile, 1);
    }
    return m_tiles;
}

QTableView *LabRunView::createTable()
{
    m_table = new QTableView;
    m_table->setObjectName(u"runTable"_s);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RunDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("Figures so far"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(RunTableModel::Variant, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(RunTableModel::Now, QHeaderView::Fixed);
    return m_table;
}

QWidget *LabRunView::createCharts()
{
    m_live = new LiveChart({.title = tr("The load that runs"),
        .term = Term::RequestRate,
        .howToRead = tr("The last minute. A gap is a pause between two samples."),
        .unitFor = rateUnitFor});
    m_rates = new BarChart(tr("Requests per second"), Term::RequestRate,
        tr("Longer is better. Bar: median so far; dots: each sample."), rateUnitFor);
    m_tails = new BarChart(tr("Latency, p99"), Term::TailLatency,
        tr("Shorter is better. Bar: median so far; dots: each sample."), timeUnitFor);
    auto *charts = new QWidget;
    m_chartGrid = new QGridLayout(charts);
    m_chartGrid->setHorizontalSpacing(24);
    m_chartGrid->setVerticalSpacing(16);
    arrange(2);
    return charts;
}

void LabRunView::arrange(int columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    m_chartGrid->addWidget(m_live, 0, 0, 1, columns);
    m_chartGrid->addWidget(m_rates, 1, 0);
    m_chartGrid->addWidget(m_tails, columns > 1 ? 1 : 2, columns > 1 ? 1 : 0);
    m_chartGrid->setColumnStretch(0, 1);
    m_chartGrid->setColumnStretch(1, columns > 1 ? 1 : 0);
}

void LabRunView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange(width() >= twoColumnsFrom ? 2 : 1);
    // Where there is little room, the line above and the figures under it say the same.
    m_table->setColumnHidden(RunTableModel::Now, width() < twoColumnsFrom);
    m_table->setColumnWidth(RunTableModel::Now, std::min(width() / 3, fontMetrics().averageCharWidth() * 52));
}

void LabRunView::begin()
{
    m_model->begin(m_session.document()->experiment);
    m_line.clear();
    m_clock.start();
    m_error->hide();
    for (FigureTile *tile : {m_rate, m_tail, m_errors, m_own})
        tile->setValue(u"–"_s);
    m_live->setLines({});
    m_live->show();
    m_tiles->show();
    m_table->verticalHeader()->setDefaultSectionSize(std::max(30, fontMetrics().height() + 12));
    const int rows = std::min(m_model->rowCount(), mostShownRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + 4);
    for (const int column : {RunTableModel::Samples, RunTableModel::RequestRate, RunTableModel::P99})
        m_table->setColumnWidth(column,
            std::max(m_table->horizontalHeader()->sectionSizeHint(column) + 8,
                fontMetrics().averageCharWidth() * 14));
    m_bar->setRange(0, 1);
    m_bar->setValue(0);
    m_phase->setText(tr("Starting"));
    showBars();
    showState();
}

void LabRunView::takeFocus()
{
    if (m_cancel->isVisible())
        m_cancel->setFocus();
    else
        m_back->setFocus();
}

void LabRunView::showState()
{
    const bool running = m_session.isRunning();
    m_cancel->setVisible(running);
    m_cancel->setEnabled(!m_session.isCancelling());
    m_back->setVisible(!running);
    m_bar->setVisible(running);
    if (m_session.isCancelling())
        m_phase->setText(tr("Cancelling; finished rounds are kept."));
}

void LabRunView::showProgress(const lab::ExperimentProgress &progress)
{
    m_model->setProgress(progress);
    m_bar->setRange(0, progress.samplesTotal);
    m_bar->setValue(progress.samplesDone);
    if (!m_session.isCancelling())
        m_phase->setText(phaseLine(progress, m_session.document()->experiment.rounds));
    showLoad(progress.load);
    if (const auto own = m_session.ownShare())
        m_own->setValue(percentOfACore(*own));
}

void LabRunView::showLoad(const std::optional<load::LoadProgress> &load)
{
    const double now = static_cast<double>(m_clock.elapsed()) / 1000;
    m_line.append({now, load ? load->requestsPerSecond : qQNaN()});
    while (!m_line.isEmpty() && m_line.first().x() < now - LiveChart::seconds)
        m_line.removeFirst();
    if (load) {
        m_rate->setValue(formatRequestRate(load->requestsPerSecond));
        m_tail->setValue(formatMicroseconds(static_cast<double>(load->p99Microseconds)));
        m_errors->setValue(formatCount(load->errors));
    }
    if (!isVisible())
        return; // nobody sees it, so nothing is drawn
    QList<QPointF> line = m_line;
    for (QPointF &point : line)
        point.rx() -= now;
    m_live->setLines({{tr("req/s"), line}});
}

void LabRunView::addSample(const lab::Sample &sample)
{
    m_model->addSample(sample);
    if (sample.failure && m_error->isHidden())
        m_error->showError(*sample.failure);
    showBars();
}

void LabRunView::showBars()
{
    QList<Bar> rates;
    QList<Bar> tails;
    const auto barOf = [this](int row, const std::vector<double> &samples) {
        return Bar{m_model->labelOf(row), m_model->seriesOf(row), stats::median(samples),
            QList<double>(samples.begin(), samples.end())};
    };
    for (int row = 0; row < std::min(m_model->rowCount(), mostShownRows); ++row) {
        rates.append(barOf(row, m_model->ratesOf(row)));
        tails.append(barOf(row, m_model->tailsOf(row)));
    }
    m_rates->setBars(rates);
    m_tails->setBars(tails);
}

QString LabRunView::endText() const
{
    const lab::ResultDocument &document = *m_session.document();
    const int samples = static_cast<int>(document.samples.size());
    if (samples == 0)
        return tr("Cancelled before its first round was finished: nothing is kept.");
    const auto took = std::chrono::milliseconds(document.startedAt.msecsTo(document.finishedAt));
    const QString text = document.cancelled
        ? tr("Cancelled. %n samples of finished rounds are kept.", nullptr, samples)
        : tr("Finished: %n samples in %1.", nullptr, samples).arg(formatDuration(took));
    const auto share = lab::observerShare(document);
    return share
        ? tr("%1 This program used %2 % of the processor meanwhile.").arg(text, formatNumber(*share * 100))
        : text;
}

void LabRunView::end()
{
    const lab::ResultDocument &document = *m_session.document();
    m_model->begin(document.experiment); // of a round that was not finished nothing is kept
    for (const lab::Sample &sample : document.samples)
        m_model->addSample(sample);
    showBars();
    m_tiles->hide();
    m_live->hide();
    m_phase->setText(endText());
    showState();
}

} // namespace servelab::ui
