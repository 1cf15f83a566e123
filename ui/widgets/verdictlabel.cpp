// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/verdictlabel.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>

#include <utility>

namespace servelab::ui {

namespace {

using Kind = lab::Verdict::Kind;

constexpr int shapeSize = 9;
constexpr int gap = 5;

void paintLines(QPainter &painter, const QRectF &rect)
{
    for (const double share : {0.33, 0.67}) {
        const double y = rect.top() + rect.height() * share;
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    }
}

} // namespace

QColor colourOf(Kind kind, const QPalette &palette)
{
    const Colours &colours = coloursOf(palette);
    switch (kind) {
    case Kind::Better:
        return colours.running;
    case Kind::Worse:
        return colours.error;
    case Kind::NoDifference:
        return colours.quietText;
    case Kind::Withheld:
        return colours.warning;
    }
    Q_UNREACHABLE();
}

void paintVerdict(QPainter &painter, const QRectF &rect, Kind kind, const QPalette &palette)
{
    const QColor colour = colourOf(kind, palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (kind == Kind::NoDifference) {
        paintLines(painter, rect);
    } else if (kind == Kind::Withheld) {
        painter.drawEllipse(rect.adjusted(1, 1, -1, -1));
    } else {
        const bool up = kind == Kind::Better;
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF{QPointF(rect.center().x(), up ? rect.top() + 1 : rect.bottom() - 1),
            QPointF(rect.right(), up ? rect.bottom() - 1 : rect.top() + 1),
            QPointF(rect.left(), up ? rect.bottom() - 1 : rect.top() + 1)});
    }
    painter.restore();
}

VerdictLabel::VerdictLabel(Kind kind, const QString &word, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_word(word)
{
    setFont(captionFont(font()));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(word);
}

QSize VerdictLabel::sizeHint() const
{
    return {shapeSize + gap + fontMetrics().horizontalAdvance(m_word) + 2, fontMetrics().height() + 2};
}

void VerdictLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintVerdict(painter, QRectF(0, (height() - shapeSize) / 2.0, shapeSize, shapeSize), m_kind, palette());
    painter.setPen(colourOf(m_kind, palette()));
    painter.drawText(rect().adjusted(shapeSize + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_word);
}

VerdictDelegate::VerdictDelegate(int kindRole, int column, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_kindRole(kindRole)
    , m_column(column)
{
}

void VerdictDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != m_column)
        return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, QString());
    cell.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget); // what is behind
    const auto kind = static_cast<Kind>(index.data(m_kindRole).toInt());
    paintVerdict(*painter,
        QRectF(cell.rect.left() + 8, cell.rect.center().y() - shapeSize / 2.0 + 1, shapeSize, shapeSize),
        kind, cell.palette);
    const QRect room = cell.rect.adjusted(8 + shapeSize + 8, 0, -4, 0);
    painter->setPen(cell.palette.color(QPalette::Text));
    painter->setFont(cell.font);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
        cell.fontMetrics.elidedText(text, Qt::ElideRight, room.width()));
}

QSize VerdictDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return index.column() == m_column ? size + QSize(shapeSize + 20, 0) : size;
}

} // namespace servelab::ui
