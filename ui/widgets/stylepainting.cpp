// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/stylepainting.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace servelab::ui {

namespace {

constexpr qreal radius = 5;

QColor mixed(const QColor &one, const QColor &other, qreal share)
{
    return QColor::fromRgbF(static_cast<float>(one.redF() + (other.redF() - one.redF()) * share),
        static_cast<float>(one.greenF() + (other.greenF() - one.greenF()) * share),
        static_cast<float>(one.blueF() + (other.blueF() - one.blueF()) * share));
}

QColor primaryFill(const QStyleOption &option)
{
    const Colours &colours = coloursOf(option.palette);
    if (!has(option, QStyle::State_Enabled))
        return colours.line;
    if (has(option, QStyle::State_Sunken))
        return mixed(colours.accent, Qt::black, 0.2);
    return has(option, QStyle::State_MouseOver) ? mixed(colours.accent, Qt::black, 0.08) : colours.accent;
}

QColor plainFill(const QStyleOption &option)
{
    const Colours &colours = coloursOf(option.palette);
    if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On))
        return colours.selection;
    return has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled) ? colours.hover
                                                                                      : colours.surface;
}

} // namespace

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

void drawBox(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &line, qreal width)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(line.isValid() ? QPen(line, width) : QPen(Qt::NoPen));
    const qreal inset = line.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

void drawField(const QStyleOption &option, QPainter *painter, bool focused)
{
    const Colours &colours = coloursOf(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    drawBox(painter, option.rect, enabled ? colours.surface : colours.raised,
        focused ? colours.accent : colours.line, focused ? 2 : 1);
}

void drawButton(const QStyleOption &option, QPainter *painter, ButtonKind kind)
{
    const Colours &colours = coloursOf(option.palette);
    const bool touched = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On);
    if (kind == ButtonKind::Primary)
        drawBox(painter, option.rect, primaryFill(option), {});
    else if (kind == ButtonKind::Plain)
        drawBox(painter, option.rect, plainFill(option),
            has(option, QStyle::State_On) ? colours.accent : colours.line);
    else if (touched && has(option, QStyle::State_Enabled))
        drawBox(painter, option.rect, has(option, QStyle::State_On) ? colours.selection : colours.hover, {});
}

void drawFocus(const QStyleOption &option, QPainter *painter)
{
    const Colours &colours = coloursOf(option.palette);
    drawBox(painter, option.rect, Qt::transparent, colours.accent, 2);
}

void drawCheckIndicator(const QStyleOption &option, QPainter *painter)
{
    const Colours &colours = coloursOf(option.palette);
    const bool on = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor fill = on ? (enabled ? colours.accent : colours.line) : colours.surface;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(QPen(on ? fill : colours.stopped, 1));
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (on) {
        const QRectF r = option.rect;
        painter->setPen(QPen(colours.onAccent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(QPolygonF{QPointF(r.left() + 4, r.center().y() + 0.5),
            QPointF(r.left() + 7, r.bottom() - 4.5), QPointF(r.right() - 3.5, r.top() + 4.5)});
    }
    painter->restore();
}

void drawChevron(QPainter *painter, const QRect &rect, const QColor &colour, bool up)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF middle = QRectF(rect).center();
    const qreal tip = up ? -2 : 2;
    painter->drawPolyline(
        QPolygonF{middle + QPointF(-4, -tip), middle + QPointF(0, tip), middle + QPointF(4, -tip)});
    painter->restore();
}

void drawTabShape(const QStyleOptionTab &option, QPainter *painter)
{
    const Colours &colours = coloursOf(option.palette);
    const QRect rect = option.rect;
    if (has(option, QStyle::State_Selected))
        painter->fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), colours.accent);
    else if (has(option, QStyle::State_MouseOver))
        painter->fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), colours.line);
    if (has(option, QStyle::State_HasFocus))
        drawBox(painter, rect.adjusted(2, 4, -2, -5), Qt::transparent, colours.accent, 2);
}

void drawProgress(const QStyleOptionProgressBar &option, QPainter *painter)
{
    const Colours &colours = coloursOf(option.palette);
    QRect bar = option.rect;
    bar.setHeight(6);
    bar.moveCenter(option.rect.center());
    drawBox(painter, bar, colours.line, {});
    const int span = std::max(1, option.maximum - option.minimum);
    const int width = bar.width() * std::clamp(option.progress - option.minimum, 0, span) / span;
    if (width > 0)
        drawBox(painter, QRect(bar.topLeft(), QSize(std::max(width, 6), bar.height())), colours.accent, {});
}

} // namespace servelab::ui
