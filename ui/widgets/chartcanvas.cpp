// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartcanvas.h"

#include "ui/models/format.h"
#include "ui/widgets/theme.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <vector>

namespace servelab::ui {

namespace {

constexpr int verticalTicks = 4;
constexpr double roomForValueText = 1.3; // of a bar's axis, beyond its highest value

/// Marks at round numbers, written as all numbers are written.
void setMarks(QCategoryAxis *axis, double highest, int ticks)
{
    for (const QString &label : axis->categoriesLabels())
        axis->remove(label);
    axis->setRange(0, highest);
    for (int tick = 0; tick <= ticks; ++tick) {
        const double value = highest * tick / ticks;
        axis->append(formatTick(value), value);
    }
}

QCategoryAxis *makeMarkedAxis(QChart *chart, Qt::Alignment side)
{
    auto *axis = new QCategoryAxis(chart); // the chart owns it
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    chart->addAxis(axis, side);
    return axis;
}

double highestOf(const QList<ChartLine> &lines)
{
    double highest = 0;
    for (const ChartLine &line : lines) {
        for (const QPointF &point : line.points)
            highest = std::isnan(point.y()) ? highest : std::max(highest, point.y());
    }
    return highest;
}

double highestOf(const QList<ChartBar> &bars)
{
    double highest = 0;
    for (const ChartBar &bar : bars) {
        highest = std::max(highest, bar.value);
        for (const double sample : bar.samples)
            highest = std::max(highest, sample);
    }
    return highest;
}

/// The parts of a line between its gaps.
QList<QList<QPointF>> unbroken(const QList<QPointF> &points)
{
    QList<QList<QPointF>> parts;
    bool open = false;
    for (const QPointF &point : points) {
        if (std::isnan(point.y())) {
            open = false;
            continue;
        }
        if (!open)
            parts.append(QList<QPointF>());
        open = true;
        parts.last().append(point);
    }
    return parts;
}

} // namespace

double roundedUp(double value)
{
    if (value <= 0)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 5.0, 8.0, 10.0}) {
        if (step * power >= value * (1 - 1e-9))
            return step * power;
    }
    return 10 * power;
}

/// Qt's view, with dots and value texts drawn over the bars and the place of the pointer reported.
class ChartCanvas::View : public QChartView
{
public:
    explicit View(ChartCanvas *canvas)
        : QChartView(canvas)
        , m_canvas(canvas)
    {
        setRenderHint(QPainter::Antialiasing);
        setFrameShape(NoFrame);
        setBackgroundBrush(Qt::NoBrush);
        setMouseTracking(true);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        viewport()->setAutoFillBackground(false);
        chart()->setBackgroundVisible(false);
        chart()->legend()->hide();
        chart()->layout()->setContentsMargins(0, 0, 0, 0);
        chart()->setMargins(QMargins(0, 8, 24, 0)); // room for half of the last mark
        chart()->setAnimationOptions(QChart::NoAnimation);
    }

    void showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal, const QString &verticalTitle,
        double leastHeight)
    {
        if (!m_time)
            makeLineAxes();
        m_time->setRange(horizontal.lowest, horizontal.highest);
        m_time->setTitleText(horizontal.title);
        m_values->setTitleText(verticalTitle);
        setHighest(roundedUp(std::max(highestOf(lines), leastHeight)), verticalTicks);
        replaceLines(lines);
    }

    void showBars(const QList<ChartBar> &bars, const QString &axisTitle)
    {
        m_bars = bars;
        std::ranges::reverse(m_bars); // Qt counts categories from the bottom
        chart()->removeAllSeries();
        for (QAbstractAxis *axis : chart()->axes()) {
            chart()->removeAxis(axis); // which leaves it to the caller
            delete axis;
        }
        m_values = makeMarkedAxis(chart(), Qt::AlignBottom);
        m_values->setTitleText(axisTitle);
        m_highest = 0;
        setHighest(roundedUp(highestOf(bars) * roomForValueText), 4);
        addBarSeries();
        paintAxes();
    }

    void paintAxes()
    {
        const Colours &colours = coloursOf(palette());
        for (QAbstractAxis *axis : chart()->axes()) {
            axis->setLabelsColor(colours.quietText);
            axis->setTitleBrush(colours.quietText);
            axis->setGridLinePen(QPen(colours.line, 1));
            axis->setLinePen(QPen(colours.line, 1));
            axis->setLabelsFont(captionFont(font()));
            axis->setTitleFont(captionFont(font()));
        }
    }

protected:
    void drawForeground(QPainter *painter, const QRectF &) override
    {
        if (m_barSeries) {
            for (qsizetype row = 0; row < m_bars.size(); ++row)
                drawBarDetails(*painter, static_cast<int>(row));
        }
    }

    void mouseMoveEvent(QMouseEvent *event) override
    {
        QChartView::mouseMoveEvent(event);
        if (m_time && chart()->plotArea().contains(event->position()))
            Q_EMIT m_canvas->pointedAt(chart()->mapToValue(event->position()).x());
        else
            Q_EMIT m_canvas->pointedAt(qQNaN());
    }

    void leaveEvent(QEvent *event) override
    {
        QChartView::leaveEvent(event);
        Q_EMIT m_canvas->pointedAt(qQNaN());
    }

private:
    void makeLineAxes()
    {
        m_values = makeMarkedAxis(chart(), Qt::AlignLeft);
        m_time = new QValueAxis(chart()); // the chart owns it
        m_time->setTickCount(7);
        m_time->setLabelFormat(QStringLiteral("%d"));
        chart()->addAxis(m_time, Qt::AlignBottom);
        paintAxes();
    }

    void setHighest(double highest, int ticks)
    {
        if (highest == m_highest)
            return;
        m_highest = highest;
        setMarks(m_values, highest, ticks);
    }

    void replaceLines(const QList<ChartLine> &lines)
    {
        std::size_t used = 0;
        for (const ChartLine &line : lines) {
            for (const QList<QPointF> &part : unbroken(line.points)) {
                QLineSeries *series = lineSeries(used++);
                series->setPen(QPen(line.colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
                series->replace(part);
            }
        }
        for (; used < m_lines.size(); ++used)
            m_lines[used]->clear();
    }

    QLineSeries *lineSeries(std::size_t number)
    {
        if (number < m_lines.size())
            return m_lines[number];
        auto *series = new QLineSeries; // the chart owns it
        chart()->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_values);
        m_lines.push_back(series);
        return series;
    }

    /// One set for each bar, so that each has a colour of its own.
    void addBarSeries()
    {
        m_barSeries = new QHorizontalStackedBarSeries; // the chart owns it
        m_barSeries->setBarWidth(0.55);
        QStringList labels;
        for (qsizetype row = 0; row < m_bars.size(); ++row) {
            auto *set = new QBarSet(m_bars[row].label); // the series owns it
            for (qsizetype other = 0; other < m_bars.size(); ++other)
                set->append(other == row ? m_bars[row].value : 0);
            set->setColor(m_bars[row].colour);
            set->setBorderColor(m_bars[row].colour);
            m_barSeries->append(set);
            labels.append(m_bars[row].label);
        }
        auto *categories = new QBarCategoryAxis(chart()); // the chart owns it
        categories->append(labels);
        categories->setGridLineVisible(false);
        chart()->addSeries(m_barSeries);
        chart()->addAxis(categories, Qt::AlignLeft);
        m_barSeries->attachAxis(categories);
        m_barSeries->attachAxis(m_values);
    }

    void drawBarDetails(QPainter &painter, int row)
    {
        const ChartBar &bar = m_bars[row];
        const Colours &colours = coloursOf(palette());
        double rightmost = bar.value;
        painter.setPen(QPen(colours.surface, 1));
        painter.setBrush(colours.text);
        for (qsizetype number = 0; number < bar.samples.size(); ++number) {
            const double offset
                = (static_cast<double>(number % 3) - 1) * 5; // so that equal samples are all seen
            const QPointF middle = chart()->mapToPosition(QPointF(bar.samples[number], row), m_barSeries);
            painter.drawEllipse(middle + QPointF(0, offset), 3, 3);
            rightmost = std::max(rightmost, bar.samples[number]);
        }
        const QPointF end = chart()->mapToPosition(QPointF(rightmost, row), m_barSeries);
        painter.setPen(colours.text);
        painter.setFont(captionFont(font()));
        painter.drawText(
            QRectF(end.x() + 8, end.y() - 10, 160, 20), Qt::AlignLeft | Qt::AlignVCenter, bar.valueText);
    }

    ChartCanvas *m_canvas;
    QCategoryAxis *m_values = nullptr;
    QValueAxis *m_time = nullptr;
    QHorizontalStackedBarSeries *m_barSeries = nullptr;
    std::vector<QLineSeries *> m_lines;
    QList<ChartBar> m_bars;
    double m_highest = 0;
};

ChartCanvas::ChartCanvas(QWidget *parent)
    : QWidget(parent)
    , m_view(std::make_unique<View>(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view.get());
}

ChartCanvas::~ChartCanvas() = default;

/// Never below the minimum: layouts that depend on the width look at nothing else.
QSize ChartCanvas::sizeHint() const
{
    return QSize(320, 200).expandedTo(minimumSize());
}

void ChartCanvas::showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal,
    const QString &verticalTitle, double leastHeight)
{
    m_view->showLines(lines, horizontal, verticalTitle, leastHeight);
}

void ChartCanvas::showBars(const QList<ChartBar> &bars, const QString &axisTitle)
{
    m_view->showBars(bars, axisTitle);
}

void ChartCanvas::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_view->paintAxes();
}

} // namespace servelab::ui
