// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/format.h"
#include "ui/models/glossary.h"

#include <QColor>
#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace servelab::ui {

class ChartCanvas;
struct AxisRange;
class TextTableModel;

/// What a chart says at one place of its horizontal axis, in base units.
struct ReadOutRow
{
    QString name;
    QColor colour;
    double value = 0; ///< not a number: nothing there
    Unit unit;
};

/// What every chart of the window has: a title, its values as a table, copying, a picture, and a sentence on
/// how to read it. A subclass fills canvas and table.
class ChartPanel : public QFrame
{
    Q_OBJECT
public:
    ChartPanel(const QString &title, Term term, const QString &howToRead, QWidget *parent = nullptr);
    /// Of a chart that draws itself: `drawing` instead of a canvas. The panel takes it.
    ChartPanel(const QString &title, Term term, const QString &howToRead, QWidget *drawing, QWidget *parent);

    bool showsTable() const;
    void setShowsTable(bool table);
    void copyTable(); ///< tab-separated, to the clipboard
    QImage picture(); ///< of the whole panel without its menu
    void savePicture(); ///< asks where

    /// Lines at these places of the horizontal axis; not a number: none. The pin is the second cursor.
    virtual void setCursors(double pointer, double pin);
    /// The part of the horizontal axis that is shown, with a visible way back; empty: all of it.
    void setZoom(const std::optional<AxisRange> &zoom);
    /// For the read-out; nothing where the chart has no horizontal axis.
    virtual QList<ReadOutRow> valuesAt(double) const { return {}; }
    virtual QString placeText(double) const { return {}; } ///< "12 s ago"

    ChartCanvas *canvas() const { return m_canvas; } ///< null where the chart draws itself

Q_SIGNALS:
    void zoomOutRequested();
    void changed(); ///< it shows other values

protected:
    TextTableModel *table() const { return m_table; }
    QLabel *legend() const { return m_legend; }
    QWidget *drawing() const; ///< the canvas, or what a subclass gave instead
    /// Called before the table is seen or copied, where filling it takes long.
    virtual void fillTable() { }
    /// What a screen reader says of the chart.
    void setSummary(const QString &summary);

private:
    void arrange(QWidget *drawing, const QString &title, Term term);
    QWidget *createHeader(const QString &title, Term term);
    QToolButton *createMenuButton();
    QTableView *createTableView();

    ChartCanvas *m_canvas = nullptr;
    TextTableModel *m_table;
    QLabel *m_legend;
    QLabel *m_caption;
    QToolButton *m_menuButton = nullptr;
    QPushButton *m_resetZoom = nullptr;
    QAction *m_tableAction = nullptr;
    QStackedLayout *m_views;
};

} // namespace servelab::ui
