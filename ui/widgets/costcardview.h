// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/costcards.h"

#include <QFrame>

class QGridLayout;

namespace servelab::ui {

/// What one variant costs and gains: a row for each figure with its change, the range over the rounds and
/// the verdict in words; of the baseline its medians. The colour of the variant's series is its left edge.
class CostCardView : public QFrame
{
    Q_OBJECT
public:
    explicit CostCardView(const CostCard &card, QWidget *parent = nullptr);

    const CostCard &card() const { return m_card; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *createHead();
    void addBaselineRow(QGridLayout &grid, int row, const CostFigure &figure);
    void addRow(QGridLayout &grid, int row, const CostFigure &figure);

    CostCard m_card;
};

/// Cards side by side, as many as there is room for, the baseline's first; all of a row are of one height.
class CostCardGrid : public QWidget
{
    Q_OBJECT
public:
    explicit CostCardGrid(QWidget *parent = nullptr);

    void setCards(const QList<CostCard> &cards);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    QGridLayout *m_grid;
    QList<CostCardView *> m_cards;
    int m_columns = 0;
};

} // namespace servelab::ui
