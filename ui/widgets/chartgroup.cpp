// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chartgroup.h"

#include "ui/widgets/chartcanvas.h"
#include "ui/widgets/chartpanel.h"

#include <QCursor>
#include <QKeyEvent>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr int distance = 16; // of the read-out from the pointer

QString signedValue(double difference, const Unit &unit)
{
    const QString text = formatValueWithUnit(difference, unit);
    return difference > 0 ? u'+' + text : text;
}

} // namespace

ChartGroup::ChartGroup(QWidget *page)
    : QObject(page)
    , m_page(page)
    , m_readOut(new QLabel(page))
{
    m_readOut->setTextFormat(Qt::RichText);
    m_readOut->setAutoFillBackground(true);
    m_readOut->setBackgroundRole(QPalette::ToolTipBase);
    m_readOut->setFrameShape(QFrame::StyledPanel);
    m_readOut->setMargin(8);
    m_readOut->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_readOut->hide();
    page->installEventFilter(this);
}

void ChartGroup::add(ChartPanel *chart)
{
    m_charts.append(chart);
    ChartCanvas *canvas = chart->canvas();
    connect(canvas, &ChartCanvas::pointedAt, this, [this, chart](double x) { setPointer(x, chart); });
    connect(canvas, &ChartCanvas::pinRequested, this, &ChartGroup::togglePin);
    connect(canvas, &ChartCanvas::zoomRequested, this,
        [this](double lowest, double highest) { setZoom(AxisRange{lowest, highest}); });
    connect(canvas, &ChartCanvas::zoomOutRequested, this, [this] { setZoom(std::nullopt); });
    connect(chart, &ChartPanel::changed, this, &ChartGroup::showReadOut);
    connect(chart, &ChartPanel::zoomOutRequested, this, [this] { setZoom(std::nullopt); });
}

void ChartGroup::setPointer(double x, ChartPanel *over)
{
    m_pointer = x;
    m_over = over;
    update();
    placeReadOut();
}

void ChartGroup::togglePin(double x)
{
    m_pin = std::isnan(m_pin) ? x : none;
    update();
}

void ChartGroup::setZoom(const std::optional<AxisRange> &zoom)
{
    for (const auto &chart : m_charts) {
        if (chart)
            chart->setZoom(zoom);
    }
}

QString ChartGroup::readOutText() const
{
    return std::isnan(m_pointer) ? QString() : allRows(false).join(u'\n');
}

void ChartGroup::update()
{
    for (const auto &chart : m_charts) {
        if (chart)
            chart->setCursors(m_pointer, m_pin);
    }
    showReadOut();
}

void ChartGroup::showReadOut()
{
    if (std::isnan(m_pointer))
        return;
    m_readOut->setText(allRows(true).join(u"<br>"_s));
    m_readOut->adjustSize();
}

QStringList ChartGroup::allRows(bool rich) const
{
    QStringList rows;
    for (const auto &chart : m_charts) {
        if (!chart)
            continue;
        if (rows.isEmpty()) {
            const QString place = chart->placeText(m_pointer);
            const QString both
                = std::isnan(m_pin) ? place : tr("%1, against %2").arg(place, chart->placeText(m_pin));
            rows.append(rich ? u"<b>%1</b>"_s.arg(both.toHtmlEscaped()) : both);
        }
        rows += rowsOf(*chart, rich);
    }
    return rows;
}

QStringList ChartGroup::rowsOf(const ChartPanel &chart, bool rich) const
{
    QStringList rows;
    const QList<ReadOutRow> pinned = std::isnan(m_pin) ? QList<ReadOutRow>() : chart.valuesAt(m_pin);
    const QList<ReadOutRow> here = chart.valuesAt(m_pointer);
    for (qsizetype at = 0; at < here.size(); ++at) {
        const ReadOutRow &row = here[at];
        QString text = u"%1 %2"_s.arg(row.name, formatValueWithUnit(row.value, row.unit));
        if (at < pinned.size())
            text += u" (%1)"_s.arg(signedValue(row.value - pinned[at].value, row.unit));
        rows.append(rich
                ? u"<span style='color:%1'>&#9632;</span> %2"_s.arg(row.colour.name(), text.toHtmlEscaped())
                : text);
    }
    return rows;
}

/// Beside the pointer, and inside the page.
void ChartGroup::placeReadOut()
{
    const bool shown = !std::isnan(m_pointer) && m_over;
    m_readOut->setVisible(shown);
    if (!shown)
        return;
    const QPoint cursor = m_over->mapFromGlobal(QCursor::pos());
    // A pointer that is moved by something else than a mouse stands nowhere.
    const QPoint place = m_over->rect().contains(cursor) ? cursor : m_over->rect().center();
    const QPoint pointer = m_over->mapTo(m_page, place);
    const QSize room = m_page->size() - m_readOut->size();
    QPoint corner = pointer + QPoint(distance, distance);
    if (corner.x() > room.width())
        corner.setX(pointer.x() - distance - m_readOut->width());
    corner.setX(std::clamp(corner.x(), 0, std::max(0, room.width())));
    corner.setY(std::clamp(corner.y(), 0, std::max(0, room.height())));
    m_readOut->move(corner);
    m_readOut->raise();
}

bool ChartGroup::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && !std::isnan(m_pin)
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        togglePin(none);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace servelab::ui
