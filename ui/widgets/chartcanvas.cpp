// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartcanvas.h"

#include "ui/widgets/chartpainting.h"
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

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace servelab::ui {

namespace {

constexpr int verticalTicks = 4;
constexpr int horizontalTicks = 7;
constexpr double roomForValueText = 1.3; // of a bar's axis, beyond its highest value
constexpr double leastDrag = 6; // pixels; less is a click
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One of Qt's axes with marks of ours: at round values of any scale, written as all numbers are.
class MarkedAxis
{
public:
    void create(QChart *chart, Qt::Alignment side)
    {
        m_axis = new QCategoryAxis(chart); // the chart owns it
        m_axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        m_axis->setTruncateLabels(false);
        chart->addAxis(m_axis, side);
        m_shown = {};
        m_ticks = 0;
    }

    /// Costs nothing where nothing changes.
    void show(const ChartAxis &axis, int ticks)
    {
        m_axis->setTitleText(axis.title);
        if (axis.hasMarksOf(m_shown) && ticks == m_ticks)
            return;
        m_shown = axis;
        m_ticks = ticks;
        for (const QString &label : m_axis->categoriesLabels())
            m_axis->remove(label);
        const double lowest = toPlace(axis.lowest);
        m_axis->setRange(lowest, toPlace(axis.highest));
        m_axis->setStartValue(lowest);
        for (const AxisMark &mark : axisMarks(axis.scale, axis.lowest, axis.highest, ticks))
            m_axis->append(mark.text, toPlace(mark.value));
    }

    double toPlace(double value) const { return ui::toPlace(m_shown.scale, value); }
    double toValue(double place) const { return ui::toValue(m_shown.scale, place); }
    const ChartAxis &shown() const { return m_shown; }
    QCategoryAxis *get() const { return m_axis; }

private:
    QCategoryAxis *m_axis = nullptr;
    ChartAxis m_shown;
    int m_ticks = 0;
};

} // namespace

/// Qt's view, with cursors, dots, value texts and the noise band drawn around its series, and the pointer
/// reported.
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
        fitMargins();
        chart()->setAnimationOptions(QChart::NoAnimation);
    }

    void showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal, const ChartAxis &vertical)
    {
        if (!m_horizontal.get())
            makeLineAxes();
        m_whole = horizontal;
        m_vertical.show(vertical, verticalTicks);
        showHorizontal();
        replaceLines(lines);
    }

    void showBars(
        const QList<ChartBar> &bars, const QString &axisTitle, const std::optional<AxisRange> &noise)
    {
        m_bars = bars;
        m_noise = noise;
        std::ranges::reverse(m_bars); // Qt counts categories from the bottom
        chart()->removeAllSeries();
        for (QAbstractAxis *axis : chart()->axes()) {
            chart()->removeAxis(axis); // which leaves it to the caller
            delete axis;
        }
        m_vertical.create(chart(), Qt::AlignBottom);
        const double highest = std::max(highestOf(bars) * roomForValueText, noise ? noise->highest : 0);
        m_vertical.show({axisTitle, 0, roundedUp(highest)}, verticalTicks);
        addBarSeries();
        paintAxes();
    }

    void setZoom(const std::optional<AxisRange> &zoom)
    {
        m_zoom = zoom;
        if (m_horizontal.get())
            showHorizontal();
    }

    void setCursors(double pointer, double pin)
    {
        if (isSame(pointer, m_pointer) && isSame(pin, m_pin))
            return;
        m_pointer = pointer;
        m_pin = pin;
        viewport()->update();
    }

    /// Room for half of the last mark of each axis.
    void fitMargins()
    {
        const QFontMetrics metrics(captionFont(font()));
        const int beside = metrics.horizontalAdvance(QStringLiteral("00 000")) / 2 + 4;
        chart()->setMargins(QMargins(0, std::max(8, metrics.height() / 2 + 1), std::max(24, beside), 0));
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
    void drawBackground(QPainter *painter, const QRectF &) override
    {
        if (m_barSeries && m_noise)
            paintNoiseStripe(*painter, chart()->plotArea(), barPlace(m_noise->lowest, 0).x(),
                barPlace(m_noise->highest, 0).x(), palette());
    }

    void drawForeground(QPainter *painter, const QRectF &) override
    {
        if (m_barSeries) {
            for (int row = 0; row < m_bars.size(); ++row)
                paintBarDetails(
                    *painter, m_bars[row], [this, row](double value) { return barPlace(value, row); },
                    palette(), font());
        } else if (m_horizontal.get()) {
            drawCursors(*painter);
        }
    }

    void mouseMoveEvent(QMouseEvent *event) override
    {
        m_dragEnd = event->position().x();
        if (!std::isnan(m_dragBegin))
            viewport()->update();
        const bool over = m_horizontal.get() && chart()->plotArea().contains(event->position());
        Q_EMIT m_canvas->pointedAt(over ? valueAt(event->position().x()) : none);
    }

    void mousePressEvent(QMouseEvent *event) override
    {
        const bool over = m_horizontal.get() && chart()->plotArea().contains(event->position());
        if (over && event->button() == Qt::LeftButton)
            m_dragBegin = m_dragEnd = event->position().x();
    }

    void mouseReleaseEvent(QMouseEvent *event) override
    {
        if (std::isnan(m_dragBegin) || event->button() != Qt::LeftButton)
            return;
        const QRectF plot = chart()->plotArea();
        const double begin = std::exchange(m_dragBegin, none);
        const double end = std::clamp(event->position().x(), plot.left(), plot.right());
        viewport()->update();
        if (std::abs(end - begin) < leastDrag)
            Q_EMIT m_canvas->pinRequested(valueAt(begin));
        else
            Q_EMIT m_canvas->zoomRequested(valueAt(std::min(begin, end)), valueAt(std::max(begin, end)));
    }

    void mouseDoubleClickEvent(QMouseEvent *) override
    {
        if (m_horizontal.get())
            Q_EMIT m_canvas->zoomOutRequested();
    }

    void leaveEvent(QEvent *event) override
    {
        QChartView::leaveEvent(event);
        Q_EMIT m_canvas->pointedAt(none);
    }

private:
    void makeLineAxes()
    {
        m_vertical.create(chart(), Qt::AlignLeft);
        m_horizontal.create(chart(), Qt::AlignBottom);
        paintAxes();
    }

    void showHorizontal() { m_horizontal.show(m_zoom ? partOf(m_whole, *m_zoom) : m_whole, horizontalTicks); }

    double valueAt(double x) const
    {
        return m_horizontal.toValue(chart()->mapToValue(QPointF(x, chart()->plotArea().center().y())).x());
    }

    double positionOf(double value) const
    {
        return chart()->mapToPosition(QPointF(m_horizontal.toPlace(value), 0)).x();
    }

    void replaceLines(const QList<ChartLine> &lines)
    {
        std::size_t used = 0;
        const double visibleStep = stepOf(m_horizontal.shown(), chart()->plotArea().width());
        for (const ChartLine &line : lines) {
            for (const QList<QPointF> &part : unbroken(line.points)) {
                QLineSeries *series = lineSeries(used++);
                series->setPen(linePen(line.colour));
                series->setPointsVisible(line.hasMarks);
                series->replace(thinned(
                    toPlaces(part, m_horizontal.shown().scale, m_vertical.shown().scale), visibleStep));
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
        series->attachAxis(m_horizontal.get());
        series->attachAxis(m_vertical.get());
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
            set->setBrush(barBrush(m_bars[row]));
            set->setBorderColor(m_bars[row].colour);
            m_barSeries->append(set);
            labels.append(m_bars[row].label);
        }
        auto *categories = new QBarCategoryAxis(chart()); // the chart owns it
        categories->append(labels);
        categories->setGridLineVisible(false);
        categories->setTruncateLabels(false);
        chart()->addSeries(m_barSeries);
        chart()->addAxis(categories, Qt::AlignLeft);
        m_barSeries->attachAxis(categories);
        m_barSeries->attachAxis(m_vertical.get());
    }

    QPointF barPlace(double value, int row) const
    {
        return chart()->mapToPosition(QPointF(value, row), m_barSeries);
    }

    void drawCursors(QPainter &painter)
    {
        drawCursor(painter, m_pin, Cursor::Pin);
        drawCursor(painter, m_pointer, Cursor::Pointer);
        if (!std::isnan(m_dragBegin) && std::abs(m_dragEnd - m_dragBegin) >= leastDrag)
            paintDrag(painter, chart()->plotArea(), m_dragBegin, m_dragEnd, palette());
    }

    void drawCursor(QPainter &painter, double value, Cursor cursor)
    {
        const ChartAxis &axis = m_horizontal.shown();
        if (value >= axis.lowest && value <= axis.highest) // not where it is no number
            paintCursor(painter, chart()->plotArea(), positionOf(value), cursor, palette());
    }

    ChartCanvas *m_canvas;
    MarkedAxis m_vertical; ///< of values: at the left of lines, below bars
    MarkedAxis m_horizontal;
    ChartAxis m_whole; ///< the horizontal axis without zoom
    std::optional<AxisRange> m_zoom;
    double m_pointer = none;
    double m_pin = none;
    double m_dragBegin = none; ///< of a drag under way, as m_dragEnd in the view's coordinates
    double m_dragEnd = none;
    QHorizontalStackedBarSeries *m_barSeries = nullptr;
    std::vector<QLineSeries *> m_lines;
    QList<ChartBar> m_bars;
    std::optional<AxisRange> m_noise;
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
    return QSize(320, 112).expandedTo(minimumSize());
}

void ChartCanvas::showLines(
    const QList<ChartLine> &lines, const ChartAxis &horizontal, const ChartAxis &vertical)
{
    m_view->showLines(lines, horizontal, vertical);
}

void ChartCanvas::showLines(const QList<ChartLine> &lines, const ChartAxis &horizontal,
    const QString &verticalTitle, double leastHeight)
{
    showLines(lines, horizontal, {verticalTitle, 0, roundedUp(std::max(highestOf(lines), leastHeight))});
}

void ChartCanvas::showBars(
    const QList<ChartBar> &bars, const QString &axisTitle, std::optional<AxisRange> noise)
{
    m_view->showBars(bars, axisTitle, noise);
}

void ChartCanvas::setZoom(const std::optional<AxisRange> &zoom)
{
    m_view->setZoom(zoom);
}

void ChartCanvas::setCursors(double pointer, double pin)
{
    m_view->setCursors(pointer, pin);
}

void ChartCanvas::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_view->fitMargins();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_view->paintAxes();
}

} // namespace servelab::ui
