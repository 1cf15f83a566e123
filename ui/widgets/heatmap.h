// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/format.h"
#include "ui/widgets/chartpanel.h"

#include <QPoint>
#include <QStringList>

#include <optional>

namespace servelab::ui {

/// One figure over two settings, in base units.
struct HeatMapData
{
    QString rowTitle; ///< the setting that changes downwards
    QString columnTitle;
    QStringList rows; ///< its values
    QStringList columns;
    QList<QList<std::optional<double>>> values; ///< by row, then by column; empty: not measured
    QList<QStringList> details; ///< what is told of a cell beside its value: change and verdict
    std::optional<QPoint> baseline; ///< x: column, y: row
    Unit unit;
};

/// One figure of a sweep over two settings: a cell for each pair, its value written into it, darker where it
/// is higher. Arrow keys and pointer go from cell to cell; what is there is told above the map.
class HeatMap : public ChartPanel
{
    Q_OBJECT
public:
    HeatMap(const QString &title, Term term, const QString &howToRead, QWidget *parent = nullptr);

    void setData(const HeatMapData &data);
    const HeatMapData &data() const;

    /// The cell that is told of; empty: none.
    std::optional<QPoint> current() const;
    void setCurrent(QPoint cell);

protected:
    void changeEvent(QEvent *event) override;

private:
    class View;

    void showTable();
    void tell();

    View *m_view;
};

} // namespace servelab::ui
