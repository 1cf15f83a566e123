// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sitelistmodel.h"

#include <QWidget>

class QPainter;

namespace servelab::ui {

QColor colourOf(SiteStatus status, const QPalette &palette);

/// A filled circle for running, a ring for stopped, half a ring on the way, a triangle for an error: a shape
/// besides the colour.
void paintStatus(QPainter &painter, const QRectF &rect, SiteStatus status, const QPalette &palette);

/// The status of a site in shape, colour and word.
class StatusBadge : public QWidget
{
    Q_OBJECT
public:
    explicit StatusBadge(QWidget *parent = nullptr);

    void setStatus(SiteStatus status);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    SiteStatus m_status = SiteStatus::Stopped;
};

} // namespace servelab::ui
