// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statusbadge.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace servelab::ui {

namespace {

constexpr int shapeSize = 10;
constexpr int gap = 6;

} // namespace

QColor colourOf(SiteStatus status, const QPalette &palette)
{
    const Colours &colours = coloursOf(palette);
    switch (status) {
    case SiteStatus::Running:
        return colours.running;
    case SiteStatus::Failed:
    case SiteStatus::Lost:
        return colours.error;
    case SiteStatus::Stopping:
        return colours.warning;
    case SiteStatus::Stopped:
        break;
    }
    return colours.quietText;
}

void paintStatus(QPainter &painter, const QRectF &rect, SiteStatus status, const QPalette &palette)
{
    const QColor colour = colourOf(status, palette);
    const QRectF ring = rect.adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (status == SiteStatus::Running) {
        painter.setBrush(colour);
        painter.drawEllipse(ring);
    } else if (status == SiteStatus::Failed || status == SiteStatus::Lost) {
        painter.setBrush(colour);
        painter.drawPolygon(
            QPolygonF{QPointF(ring.center().x(), ring.top()), ring.bottomRight(), ring.bottomLeft()});
    } else if (status == SiteStatus::Stopping) {
        painter.drawArc(ring, 0, 180 * 16);
    } else {
        painter.drawEllipse(ring);
    }
    painter.restore();
}

StatusBadge::StatusBadge(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusBadge::setStatus(SiteStatus status)
{
    m_status = status;
    setAccessibleName(tr("State: %1").arg(statusText(status)));
    updateGeometry();
    update();
}

QSize StatusBadge::sizeHint() const
{
    return {shapeSize + gap + fontMetrics().horizontalAdvance(statusText(m_status)) + 2,
        fontMetrics().height() + 4};
}

void StatusBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintStatus(painter, QRectF(0, (height() - shapeSize) / 2.0, shapeSize, shapeSize), m_status, palette());
    painter.setPen(colourOf(m_status, palette()));
    painter.drawText(
        rect().adjusted(shapeSize + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, statusText(m_status));
}

} // namespace servelab::ui
