// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"

#include <QFrame>

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace servelab::ui {

class ChartCanvas;
class TextTableModel;

/// What every chart of the window has: a title, its values as a table, copying, a picture, and a sentence on
/// how to read it. A subclass fills canvas and table.
class ChartPanel : public QFrame
{
    Q_OBJECT
public:
    ChartPanel(const QString &title, Term term, const QString &howToRead, QWidget *parent = nullptr);

    bool showsTable() const;
    void setShowsTable(bool table);
    void copyTable() const; ///< tab-separated, to the clipboard
    QImage picture(); ///< of the whole panel without its menu
    void savePicture(); ///< asks where

protected:
    ChartCanvas *canvas() const { return m_canvas; }
    TextTableModel *table() const { return m_table; }
    QLabel *legend() const { return m_legend; }
    /// What a screen reader says of the chart.
    void setSummary(const QString &summary);

private:
    QWidget *createHeader(const QString &title, Term term);
    QToolButton *createMenuButton();
    QTableView *createTableView();

    ChartCanvas *m_canvas;
    TextTableModel *m_table;
    QLabel *m_legend;
    QLabel *m_caption;
    QToolButton *m_menuButton = nullptr;
    QAction *m_tableAction = nullptr;
    QStackedLayout *m_views;
};

} // namespace servelab::ui
