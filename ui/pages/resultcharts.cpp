// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultcharts.h"

#include "ui/models/coretext.h"
#include "ui/models/costcards.h"
#include "ui/models/metrictext.h"
#include "ui/widgets/barchart.h"
#include "ui/widgets/chartgrid.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/heatmap.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lineHeight = 220;
constexpr int mostBars = 16; ///< with more, bars of one figure only: the table has the others
constexpr double logarithmicFrom = 100; ///< of the highest value of a setting over the lowest

bool isMemory(const lab::Metric &metric)
{
    return metric.spread == &lab::Summary::memoryStartBytes || metric.spread == &lab::Summary::memoryPeakBytes
        || metric.spread == &lab::Summary::memoryRetainedBytes
        || metric.spread == &lab::Summary::idleBytesPerThousand
        || metric.spread == &lab::Summary::bytesOfEachKept;
}

const lab::Metric &bytesMetric()
{
    return *lab::findMetric(u"wireBytesPerResponse"_s);
}

QList<Bar> barsOf(const WorkloadFigures &figures, const ResultFigure &figure)
{
    QList<Bar> bars;
    for (int variant = 0; variant < figures.labels.size(); ++variant) {
        const VariantFigure &own = figure.variants[variant];
        if (own.isMeasured())
            bars.append({figures.labels[variant], variant, own.spread.median, own.samples,
                variant > 0 && own.verdict.kind == lab::Verdict::Kind::NoDifference
                    && own.verdict.metric == figure.metric});
    }
    return bars;
}

std::optional<AxisRange> noiseOf(const ResultFigure &figure)
{
    const VariantFigure &baseline = figure.variants.first();
    if (!baseline.isMeasured() || figure.band <= 0)
        return std::nullopt;
    const double median = baseline.spread.median;
    return AxisRange{median / (1 + figure.band), median * (1 + figure.band)};
}

QList<LineSeries> seriesOf(const QList<ResultLine> &lines)
{
    QList<LineSeries> series;
    for (const ResultLine &line : lines)
        series.append({line.name, line.points, line.series});
    return series;
}

double lastPlaceOf(const QList<ResultLine> &lines)
{
    double last = 0;
    for (const ResultLine &line : lines) {
        if (!line.points.isEmpty())
            last = std::max(last, line.points.last().x());
    }
    return last;
}

ChartAxis settingAxis(const SweptAxis &axis)
{
    const double lowest = axis.values.first().toDouble();
    const double highest = axis.values.last().toDouble();
    const bool wide = lowest > 0 && highest / lowest >= logarithmicFrom;
    return {axis.path, lowest, highest, wide ? AxisScale::Logarithmic : AxisScale::Linear};
}

/// The value in the middle of a verdict's ratios and what is said of it.
QString detailOf(const VariantFigure &figure)
{
    const lab::Verdict &verdict = figure.verdict;
    if (verdict.words.isEmpty())
        return {};
    return u"%1 · %2: %3"_s.arg(
        changeText(verdict.comparison.ratio), verdictWord(verdict.kind), coreText(verdict.words));
}

/// Rows and columns of a sweep of two settings; the one with more values goes across.
HeatMapData heatMapOf(const WorkloadFigures &figures, const ResultFigure &figure)
{
    const SweptVariants &swept = figures.swept;
    const bool firstDown = swept.axes[0].values.size() <= swept.axes[1].values.size();
    const int down = firstDown ? 0 : 1;
    const SweptAxis &rows = swept.axes[down];
    const SweptAxis &columns = swept.axes[1 - down];
    HeatMapData data{rows.name(), columns.name(), rows.texts, columns.texts, {}, {}, {}, {}};
    data.values.fill(QList<std::optional<double>>(columns.texts.size()), rows.texts.size());
    data.details.fill(QStringList(columns.texts.size()), rows.texts.size());
    QList<double> medians;
    for (int variant = 0; variant < swept.places.size(); ++variant) {
        const VariantFigure &own = figure.variants[variant];
        const QPoint cell(swept.places[variant].at[1 - down], swept.places[variant].at[down]);
        if (variant == 0)
            data.baseline = cell;
        if (!own.isMeasured())
            continue;
        data.values[cell.y()][cell.x()] = own.spread.median;
        data.details[cell.y()][cell.x()] = detailOf(own);
        medians.append(own.spread.median);
    }
    data.unit = unitFor(*figure.metric, typicalOf(medians));
    return data;
}

} // namespace

ResultCharts::ResultCharts(QWidget *page, QWidget *parent)
    : QWidget(parent)
    , m_mainGrid(new ChartGrid(tr("Figures")))
    , m_latencyGrid(new ChartGrid(tr("Latency")))
    , m_timeGrid(new ChartGrid(tr("Over time")))
    , m_memoryGrid(new ChartGrid(tr("Memory")))
    , m_tradeOffGrid(new ChartGrid(tr("Trade-off")))
    , m_heatGrid(new ChartGrid(tr("Heat map")))
    , m_tradeOffGroup(new ChartGroup(page))
{
    const auto metrics = static_cast<qsizetype>(lab::metrics().size());
    m_bars.fill(nullptr, metrics);
    m_tradeOff.fill(nullptr, metrics);
    m_heat.fill(nullptr, metrics);
    createLines(page);
    createChoices();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(32);
    for (ChartGrid *grid : {m_heatGrid, m_tradeOffGrid, m_mainGrid, m_latencyGrid, m_timeGrid, m_memoryGrid})
        layout->addWidget(grid);
}

BarChart *ResultCharts::barsFor(const lab::Metric &metric)
{
    BarChart *&chart = m_bars[&metric - lab::metrics().data()];
    if (!chart)
        chart = new BarChart(
            titleOf(metric), termOf(metric), howToReadBars(metric),
            [&metric](double typical) { return unitFor(metric, typical); }, this);
    return chart;
}

LineChart *ResultCharts::tradeOffFor(const lab::Metric &metric)
{
    LineChart *&chart = m_tradeOff[&metric - lab::metrics().data()];
    if (chart)
        return chart;
    chart = new LineChart(
        {.title = titleOf(metric),
            .term = Term::TradeOff,
            .howToRead = tr("Dots: what was measured; pale lines: the lowest and the highest sample."),
            .horizontal = {QString(), 0, 1},
            .unitFor = [&metric](double typical) { return unitFor(metric, typical); },
            .placeText
            = [this](double x) { return m_figures.swept.axes.value(0).name() + u' ' + formatTick(x); },
            .hasValuesInLegend = false},
        this);
    chart->canvas()->setMinimumHeight(lineHeight);
    m_tradeOffGroup->add(chart);
    return chart;
}

HeatMap *ResultCharts::heatMapFor(const lab::Metric &metric)
{
    HeatMap *&map = m_heat[&metric - lab::metrics().data()];
    if (!map)
        map = new HeatMap(titleOf(metric), termOf(metric),
            tr("The stronger the colour, the higher the figure. The dashed cell is the baseline."), this);
    return map;
}

void ResultCharts::createLines(QWidget *page)
{
    m_percentiles = new LineChart({.title = tr("Latency by percentile"),
        .term = Term::LatencyByPercentile,
        .howToRead
        = tr("Lower is better. Each step to the right is ten times rarer; the height is logarithmic."),
        .horizontal = {tr("percent of all requests"), 0, 99.9, AxisScale::Percentile},
        .unitFor = timeUnitFor,
        .verticalScale = AxisScale::Logarithmic,
        .placeText = [](double percent) { return u"p%1"_s.arg(QLocale().toString(percent, 'g', 5)); },
        .restingPlace = 99});
    const auto seconds = [](double x) { return u"%1 s"_s.arg(formatNumber(x)); };
    m_rate = new LineChart({.title = tr("Requests per second over time"),
        .term = Term::RateOverTime,
        .howToRead = tr("Higher is better. A flat line is a server that has warmed up."),
        .horizontal = {tr("seconds from the start of the load"), 0, 1},
        .unitFor = [](double) { return requestRateUnit(); },
        .placeText = seconds,
        .hasValuesInLegend = false});
    m_latency = new LineChart({.title = tr("Latency over time"),
        .term = Term::LatencyOverTime,
        .howToRead = tr("Lower is better. Peaks are moments in which requests had to wait."),
        .horizontal = {tr("seconds from the start of the load"), 0, 1},
        .unitFor = timeUnitFor,
        .placeText = seconds,
        .hasValuesInLegend = false});
    (new ChartGroup(page))->add(m_percentiles); // the page owns it
    auto *overTime = new ChartGroup(page);
    for (LineChart *chart : {m_rate, m_latency})
        overTime->add(chart);
    for (LineChart *chart : {m_percentiles, m_rate, m_latency}) {
        chart->setParent(this);
        chart->canvas()->setMinimumHeight(lineHeight);
    }
}

void ResultCharts::createChoices()
{
    m_tradeOffChoice = createFigureChoice(tr("Figure beside the bytes per answer"));
    m_tradeOffGrid->setControl(m_tradeOffChoice);
    connect(m_tradeOffChoice, &QComboBox::activated, this, &ResultCharts::showTradeOff);
    m_heatChoice = createFigureChoice(tr("Figure of the heat map"));
    m_heatGrid->setControl(m_heatChoice);
    connect(m_heatChoice, &QComboBox::activated, this, &ResultCharts::showHeatMap);
}

QComboBox *ResultCharts::createFigureChoice(const QString &name)
{
    auto *choice = new QComboBox;
    choice->setAccessibleName(name);
    choice->setToolTip(name);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return choice;
}

void ResultCharts::setFigures(const WorkloadFigures &figures)
{
    m_figures = figures;
    showBars();
    showLines();
    showSweep();
}

void ResultCharts::showBars()
{
    QList<QWidget *> plain;
    QList<QWidget *> memory;
    for (const ResultFigure &figure : m_figures.figures) {
        const bool isOwn = figure.metric == m_figures.ownMetric;
        if (m_figures.labels.size() > mostBars && !isOwn)
            continue;
        BarChart *chart = barsFor(*figure.metric);
        chart->setBars(barsOf(m_figures, figure), noiseOf(figure));
        if (isMemory(*figure.metric) && !isOwn)
            memory.append(chart);
        else if (isOwn)
            plain.prepend(chart);
        else
            plain.append(chart);
    }
    m_mainGrid->setCharts(plain);
    m_memoryGrid->setCharts(memory);
}

void ResultCharts::showLines()
{
    QList<QWidget *> latency;
    if (!m_figures.latencyByPercentile.isEmpty()) {
        const double last = lastPlaceOf(m_figures.latencyByPercentile);
        m_percentiles->setHorizontal(
            {tr("percent of all requests"), 0, std::max(last, 90.0), AxisScale::Percentile});
        m_percentiles->setLines(seriesOf(m_figures.latencyByPercentile));
        latency.append(m_percentiles);
    }
    m_latencyGrid->setCharts(latency);

    QList<QWidget *> overTime;
    const std::pair<LineChart *, const QList<ResultLine> &> charts[]{
        {m_rate, m_figures.rateOverTime}, {m_latency, m_figures.latencyOverTime}};
    for (const auto &[chart, lines] : charts) {
        const double last = lastPlaceOf(lines);
        if (!(last > 0.1)) // a line needs two points
            continue;
        chart->setHorizontal({tr("seconds from the start of the load"), 0, last});
        chart->setLines(seriesOf(lines));
        overTime.append(chart);
    }
    m_timeGrid->setCharts(overTime);
}

void ResultCharts::offerFigures(QComboBox &choice, const lab::Metric *without)
{
    const QString before = choice.currentData().toString();
    choice.clear();
    for (const ResultFigure &figure : m_figures.figures) {
        if (figure.metric != without)
            choice.addItem(titleOf(*figure.metric), QString(figure.metric->key));
    }
    for (const QString &wanted : {before, QString(m_figures.ownMetric->key)}) {
        if (const int place = choice.findData(wanted); place >= 0)
            return choice.setCurrentIndex(place);
    }
}

void ResultCharts::showSweep()
{
    if (m_figures.figures.isEmpty())
        m_figures.swept = {};
    const QList<SweptAxis> &axes = m_figures.swept.axes;
    m_tradeOffGrid->setCharts({});
    m_heatGrid->setCharts({});
    if (axes.size() == 1 && axes.first().isNumber && axes.first().values.size() > 2) {
        offerFigures(*m_tradeOffChoice, &bytesMetric());
        showTradeOff();
    } else if (axes.size() == 2) {
        offerFigures(*m_heatChoice, nullptr);
        showHeatMap();
    }
}

void ResultCharts::showTradeOff()
{
    QList<QWidget *> charts;
    for (const QString &key : {m_tradeOffChoice->currentData().toString(), QString(bytesMetric().key)}) {
        const lab::Metric *metric = lab::findMetric(key);
        const ResultFigure *figure = metric ? m_figures.find(*metric) : nullptr;
        if (!figure)
            continue;
        LineChart *chart = tradeOffFor(*metric);
        showTradeOffOf(chart, *figure);
        charts.append(chart);
    }
    m_tradeOffGrid->setCharts(charts);
}

void ResultCharts::showTradeOffOf(LineChart *chart, const ResultFigure &figure)
{
    const SweptAxis &axis = m_figures.swept.axes.first();
    const Colours &colours = coloursOf(palette());
    LineSeries median{tr("median"), {}, -1, true, colours.accent};
    LineSeries lowest{tr("lowest"), {}, -1, false, colours.stopped};
    LineSeries highest{tr("highest"), {}, -1, false, colours.stopped};
    for (qsizetype place = 0; place < axis.values.size(); ++place) {
        const auto at
            = std::ranges::find(m_figures.swept.places, QList{static_cast<int>(place)}, &SweptPlace::at);
        const VariantFigure &own = figure.variants[at - m_figures.swept.places.begin()];
        if (!own.isMeasured())
            continue;
        const double x = axis.values[place].toDouble();
        median.points.append({x, own.spread.median});
        lowest.points.append({x, own.spread.lowest});
        highest.points.append({x, own.spread.highest});
    }
    chart->setHorizontal(settingAxis(axis));
    chart->setLines({lowest, highest, median});
}

void ResultCharts::showHeatMap()
{
    const lab::Metric *metric = lab::findMetric(m_heatChoice->currentData().toString());
    const ResultFigure *figure = metric ? m_figures.find(*metric) : nullptr;
    if (!figure)
        return;
    HeatMap *map = heatMapFor(*metric);
    map->setData(heatMapOf(m_figures, *figure));
    m_heatGrid->setCharts({map});
}

void ResultCharts::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    const bool isTradeOff = m_figures.swept.axes.size() == 1 && m_tradeOffGrid->isVisibleTo(this);
    if (event->type() == QEvent::PaletteChange && isTradeOff)
        showTradeOff(); // its lines have the theme's colours
}

} // namespace servelab::ui
