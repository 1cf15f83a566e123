// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/heatmap.h"

#include "ui/models/texttablemodel.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int gap = 2; // between cells
constexpr int space = 8;
constexpr double wideSpan = 20; // from here on colours follow orders of magnitude

struct Extent
{
    double lowest = 0;
    double highest = 0;

    /// 0 for the lowest, 1 for the highest.
    double shareOf(double value) const
    {
        if (!(highest > lowest))
            return 0.5;
        if (lowest > 0 && highest / lowest > wideSpan)
            return std::log(value / lowest) / std::log(highest / lowest);
        return (value - lowest) / (highest - lowest);
    }
};

Extent extentOf(const HeatMapData &data)
{
    Extent extent;
    bool any = false;
    for (const auto &row : data.values) {
        for (const auto &value : row) {
            if (!value)
                continue;
            extent.lowest = any ? std::min(extent.lowest, *value) : *value;
            extent.highest = any ? std::max(extent.highest, *value) : *value;
            any = true;
        }
    }
    return extent;
}

QColor mixed(const QColor &one, const QColor &other, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {part(one.red(), other.red()), part(one.green(), other.green()), part(one.blue(), other.blue())};
}

/// As the guidelines for contrast define it.
double luminanceOf(const QColor &colour)
{
    const auto linear
        = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

/// Black or white, whichever reads better on it.
QColor textOn(const QColor &background)
{
    return luminanceOf(background) > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

} // namespace

/// The cells, their axes, and the one that is current.
class HeatMap::View : public QWidget
{
public:
    View()
    {
        setFocusPolicy(Qt::StrongFocus);
        setMouseTracking(true);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void onMoved(std::function<void()> moved) { m_moved = std::move(moved); }

    void showMap(const HeatMapData &map)
    {
        m_data = map;
        m_current.reset();
        updateGeometry();
        update();
    }

    const HeatMapData &shown() const { return m_data; }
    const std::optional<QPoint> &current() const { return m_current; }

    void setCurrent(const std::optional<QPoint> &cell)
    {
        if (cell == m_current)
            return;
        m_current = cell;
        update();
        if (m_moved)
            m_moved();
    }

    QSize sizeHint() const override { return minimumSizeHint(); }

    QSize minimumSizeHint() const override
    {
        const HeatMapData &map = m_data;
        const int columns = static_cast<int>(map.columns.size());
        const int rows = static_cast<int>(map.rows.size());
        return {left() + columns * leastCellWidth(), top() + rows * cellHeight()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintTitles(painter);
        const HeatMapData &map = m_data;
        const Extent extent = extentOf(map);
        for (int row = 0; row < map.rows.size(); ++row) {
            for (int column = 0; column < map.columns.size(); ++column)
                paintCell(painter, {column, row}, extent);
        }
    }

    void mouseMoveEvent(QMouseEvent *event) override
    {
        if (const auto cell = cellAt(event->position()))
            setCurrent(cell);
    }

    void focusInEvent(QFocusEvent *event) override
    {
        QWidget::focusInEvent(event);
        if (!m_current && !m_data.rows.isEmpty())
            setCurrent(m_data.baseline.value_or(QPoint()));
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        const QPoint step = stepOf(event->key());
        if (step.isNull() || !m_current)
            return QWidget::keyPressEvent(event);
        const HeatMapData &map = m_data;
        const QPoint next = *m_current + step;
        setCurrent(QPoint(std::clamp(next.x(), 0, static_cast<int>(map.columns.size()) - 1),
            std::clamp(next.y(), 0, static_cast<int>(map.rows.size()) - 1)));
    }

private:
    static QPoint stepOf(int key)
    {
        switch (key) {
        case Qt::Key_Left:
            return {-1, 0};
        case Qt::Key_Right:
            return {1, 0};
        case Qt::Key_Up:
            return {0, -1};
        case Qt::Key_Down:
            return {0, 1};
        default:
            return {};
        }
    }

    int cellHeight() const { return fontMetrics().height() + 20; }

    int widest(const QStringList &texts) const
    {
        int width = 0;
        for (const QString &text : texts)
            width = std::max(width, fontMetrics().horizontalAdvance(text));
        return width;
    }

    int leastCellWidth() const
    {
        int width = widest(m_data.columns);
        for (const auto &row : m_data.values) {
            for (const auto &value : row) {
                if (value)
                    width
                        = std::max(width, fontMetrics().horizontalAdvance(formatValue(*value, m_data.unit)));
            }
        }
        return width + 2 * space + gap;
    }

    int left() const
    {
        return std::max(widest(m_data.rows), fontMetrics().horizontalAdvance(m_data.rowTitle)) + 2 * space;
    }

    int top() const { return 2 * (fontMetrics().height() + 4); }

    QRectF cellRect(QPoint cell) const
    {
        const double columns = std::max<double>(1, static_cast<double>(m_data.columns.size()));
        const double width = (this->width() - left()) / columns;
        return {left() + cell.x() * width, static_cast<double>(top() + cell.y() * cellHeight()), width - gap,
            static_cast<double>(cellHeight() - gap)};
    }

    std::optional<QPoint> cellAt(QPointF place) const
    {
        for (int row = 0; row < m_data.rows.size(); ++row) {
            for (int column = 0; column < m_data.columns.size(); ++column) {
                if (cellRect({column, row}).contains(place))
                    return QPoint(column, row);
            }
        }
        return std::nullopt;
    }

    void paintTitles(QPainter &painter)
    {
        const HeatMapData &map = m_data;
        const double line = fontMetrics().height() + 4;
        painter.setPen(coloursOf(palette()).quietText);
        painter.drawText(
            QRectF(left(), 0, width() - left(), line), Qt::AlignLeft | Qt::AlignVCenter, map.columnTitle);
        painter.drawText(
            QRectF(0, line, left() - space, line), Qt::AlignRight | Qt::AlignVCenter, map.rowTitle);
        painter.setPen(coloursOf(palette()).text);
        for (int column = 0; column < map.columns.size(); ++column) {
            const QRectF cell = cellRect({column, 0});
            painter.drawText(
                QRectF(cell.left(), line, cell.width(), line), Qt::AlignCenter, map.columns[column]);
        }
        for (int row = 0; row < map.rows.size(); ++row) {
            const QRectF cell = cellRect({0, row});
            painter.drawText(QRectF(0, cell.top(), left() - space, cell.height()),
                Qt::AlignRight | Qt::AlignVCenter, map.rows[row]);
        }
    }

    void paintCell(QPainter &painter, QPoint cell, const Extent &extent)
    {
        const Colours &colours = coloursOf(palette());
        const HeatMapData &map = m_data;
        const std::optional<double> value = map.values[cell.y()][cell.x()];
        const QRectF box = cellRect(cell);
        const QColor background = value
            ? mixed(mixed(colours.surface, seriesColour(0), 0.12), seriesColour(0), extent.shareOf(*value))
            : colours.raised;
        painter.setPen(Qt::NoPen);
        painter.setBrush(background);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(value ? textOn(background) : colours.quietText);
        QFont font = this->font();
        if (map.baseline == cell)
            font.setUnderline(true);
        painter.setFont(font);
        painter.drawText(box, Qt::AlignCenter, value ? formatValue(*value, map.unit) : u"–"_s);
        paintFrames(painter, cell, box);
    }

    void paintFrames(QPainter &painter, QPoint cell, const QRectF &box)
    {
        const Colours &colours = coloursOf(palette());
        painter.setBrush(Qt::NoBrush);
        if (m_data.baseline == cell) {
            painter.setPen(QPen(colours.text, 1.5, Qt::DashLine));
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
        }
        if (m_current == cell) {
            painter.setPen(QPen(hasFocus() ? colours.accent : colours.text, 2));
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
        }
    }

    HeatMapData m_data;
    std::function<void()> m_moved; ///< another cell is current
    std::optional<QPoint> m_current;
};

HeatMap::HeatMap(const QString &title, Term term, const QString &howToRead, QWidget *parent)
    : ChartPanel(title, term, howToRead, new View, parent)
    , m_view(static_cast<View *>(drawing()))
{
    m_view->onMoved([this] { tell(); });
    m_view->setAccessibleName(tr("Cells of the heat map %1").arg(title));
    legend()->setTextFormat(Qt::PlainText);
    legend()->setWordWrap(true);
    legend()->show();
}

void HeatMap::setData(const HeatMapData &data)
{
    m_view->showMap(data);
    showTable();
    tell();
}

const HeatMapData &HeatMap::data() const
{
    return m_view->shown();
}

std::optional<QPoint> HeatMap::current() const
{
    return m_view->current();
}

void HeatMap::setCurrent(QPoint cell)
{
    m_view->setCurrent(cell);
}

void HeatMap::changeEvent(QEvent *event)
{
    ChartPanel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_view->updateGeometry();
}

void HeatMap::showTable()
{
    const HeatMapData &map = data();
    const QString unit = map.unit.name.isEmpty() ? QString() : u" (%1)"_s.arg(map.unit.name);
    QStringList heads{u"%1 / %2"_s.arg(map.rowTitle, map.columnTitle) + unit};
    heads += map.columns;
    QList<QStringList> rows;
    for (qsizetype row = 0; row < map.rows.size(); ++row) {
        QStringList cells{map.rows[row]};
        for (const auto &value : map.values[row])
            cells.append(value ? formatValue(*value, map.unit) : u"–"_s);
        rows.append(cells);
    }
    table()->setContent(heads, rows);
}

void HeatMap::tell()
{
    const HeatMapData &map = data();
    const auto cell = m_view->current();
    QString text = tr("Point at a cell, or go there with the arrow keys.");
    if (cell) {
        const std::optional<double> value = map.values[cell->y()][cell->x()];
        text = u"%1 %2, %3 %4: %5"_s.arg(map.rowTitle, map.rows[cell->y()], map.columnTitle,
            map.columns[cell->x()], value ? formatValueWithUnit(*value, map.unit) : tr("not measured"));
        const QString detail
            = map.baseline == cell ? tr("baseline") : map.details.value(cell->y()).value(cell->x());
        if (!detail.isEmpty())
            text += u" · "_s + detail;
    }
    legend()->setText(text);
    setSummary(text);
    m_view->setAccessibleDescription(text);
}

} // namespace servelab::ui
