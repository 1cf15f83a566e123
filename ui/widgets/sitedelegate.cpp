// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sitedelegate.h"

#include "ui/models/format.h"
#include "ui/models/sitelistmodel.h"
#include "ui/widgets/rowpainting.h"
#include "ui/widgets/statusbadge.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace servelab::ui {

namespace {

constexpr int rowHeight = 56;
constexpr int sparkWidth = 48;
constexpr int sparkHeight = 14;

void paintSpark(QPainter &painter, const QRectF &rect, const QList<double> &rates, const QColor &colour)
{
    if (rates.size() < 2)
        return;
    const double highest = std::max(1.0, std::ranges::max(rates));
    QPolygonF line;
    for (qsizetype at = 0; at < rates.size(); ++at) {
        const double back = static_cast<double>(rates.size() - 1 - at);
        line << QPointF(
            rect.right() - rect.width() * back / 60, rect.bottom() - rect.height() * rates[at] / highest);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

QString secondLine(const QModelIndex &index, SiteStatus status)
{
    const QString state = index.data(SiteListModel::StatusTextRole).toString();
    return status == SiteStatus::Running ? index.data(SiteListModel::HostsRole).toString() : state;
}

} // namespace

QSize SiteDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {200, std::max(rowHeight, 2 * option.fontMetrics.height() + 22)};
}

void SiteDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colours &colours = coloursOf(option.palette);
    const auto status = index.data(SiteListModel::StatusRole).value<SiteStatus>();
    const QRect content = option.rect.adjusted(40, 8, -20, -8);
    const QRect above(content.left(), content.top(), content.width(), content.height() / 2);
    const QRect below(content.left(), above.bottom() + 1, content.width(), content.height() / 2);
    painter->save();
    paintRowBackground(*painter, option);
    paintStatus(
        *painter, QRectF(option.rect.left() + 20, above.center().y() - 4, 10, 10), status, option.palette);

    painter->setFont(captionFont(option.font));
    painter->setPen(colours.quietText);
    const QRect nameRect = paintTextAtRight(*painter, above, index.data(SiteListModel::PortRole).toString());
    QRect rest = below;
    if (status == SiteStatus::Running) {
        const QRectF spark(
            below.right() - sparkWidth, below.center().y() - sparkHeight / 2, sparkWidth, sparkHeight);
        paintSpark(*painter, spark, index.data(SiteListModel::RateHistoryRole).value<QList<double>>(),
            colours.accent);
        painter->setPen(colours.quietText);
        rest.setRight(rest.right() - sparkWidth - 8);
        rest = paintTextAtRight(
            *painter, rest, formatRequestRate(index.data(SiteListModel::RateRole).toDouble()));
    }
    painter->setPen(
        status == SiteStatus::Failed || status == SiteStatus::Lost ? colours.error : colours.quietText);
    paintRowText(*painter, rest, Qt::AlignLeft, secondLine(index, status));
    painter->setFont(option.font);
    painter->setPen(colours.text);
    paintRowText(*painter, nameRect, Qt::AlignLeft, index.data().toString());
    painter->restore();
}

} // namespace servelab::ui
