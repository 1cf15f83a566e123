// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

class QPainter;

namespace servelab::ui {

/// An icon of ui/icons by its file name without ".svg", drawn in the palette's colour of `role` at any size,
/// so that it follows light and dark. The files hold paths of absolute M, L, C and Z, lines, polylines,
/// rectangles and circles: that much is read here, and no image plugin is needed.
QIcon icon(const QString &name, QPalette::ColorRole role = QPalette::ButtonText);

/// Draws the picture of that name, keeping its proportions.
void paintPicture(QPainter &painter, const QString &name, const QRectF &rect, const QColor &colour);

/// The program's own icon.
QIcon applicationIcon();

} // namespace servelab::ui
