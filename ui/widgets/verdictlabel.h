// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/verdict.h"

#include <QStyledItemDelegate>
#include <QWidget>

class QPainter;

namespace servelab::ui {

QColor colourOf(lab::Verdict::Kind kind, const QPalette &palette);

/// A triangle that points up for better and down for worse, a pair of lines for no difference, a ring for
/// withheld: a shape besides the colour.
void paintVerdict(QPainter &painter, const QRectF &rect, lab::Verdict::Kind kind, const QPalette &palette);

/// A verdict in shape, colour and word.
class VerdictLabel : public QWidget
{
    Q_OBJECT
public:
    VerdictLabel(lab::Verdict::Kind kind, const QString &word, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    lab::Verdict::Kind m_kind;
    QString m_word;
};

/// Draws the shape of a verdict before the text of one column of a table.
class VerdictDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    /// `kindRole` holds a Verdict::Kind as a number.
    VerdictDelegate(int kindRole, int column, QObject *parent);

    void paint(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_kindRole;
    int m_column;
};

} // namespace servelab::ui
