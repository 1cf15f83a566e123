// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <limits>
#include <optional>

class QLabel;

namespace servelab::ui {

class ChartPanel;
struct AxisRange;

/// The line charts of one page over the same horizontal axis: one crosshair and one read-out through all of
/// them, one zoom, and a second cursor (click) whose difference to the first is told. Escape takes the second
/// cursor away, a click on it too.
class ChartGroup : public QObject
{
    Q_OBJECT
public:
    /// The read-out floats over `page`, which also gets the keys.
    explicit ChartGroup(QWidget *page);

    void add(ChartPanel *chart); ///< not owned

    void setPointer(double x, ChartPanel *over); ///< not a number: the pointer has left
    void togglePin(double x);
    void setZoom(const std::optional<AxisRange> &zoom);

    double pin() const { return m_pin; } ///< not a number: none
    QString readOutText() const; ///< plain; empty while nothing points

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void update();
    void showReadOut();
    void placeReadOut();
    QStringList rowsOf(const ChartPanel &chart, bool rich) const;
    QStringList allRows(bool rich) const;

    QWidget *m_page;
    QList<QPointer<ChartPanel>> m_charts;
    QPointer<ChartPanel> m_over;
    QLabel *m_readOut;
    double m_pointer = std::numeric_limits<double>::quiet_NaN();
    double m_pin = std::numeric_limits<double>::quiet_NaN();
};

} // namespace servelab::ui
