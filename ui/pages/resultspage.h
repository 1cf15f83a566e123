// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QAction;
class QLineEdit;
class QListView;
class QModelIndex;
class QStackedLayout;

namespace servelab::ui {

class EmptyState;
class ListSplitter;
class ResultComparison;
class ResultDetail;
class ResultFilter;
class ResultLibrary;
class ResultListModel;

/// The library of results at the left; the chosen one, or several against each other, at the right.
class ResultsPage : public QWidget
{
    Q_OBJECT
public:
    /// `library` outlives the page.
    explicit ResultsPage(ResultLibrary &library, QWidget *parent = nullptr);

    /// Chooses a result of the library; one that it does not have yet is chosen as soon as it does.
    void showResult(const QString &id);
    QStringList chosen() const; ///< ids, in the order of the list
    void takeFocus(); ///< where one begins on this page

    void chooseFile(); ///< asks for files to open

    /// Everything that can be done with the chosen results, for shortcuts, menus and the palette.
    QList<QAction *> resultActions() const { return m_actions; }

    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

Q_SIGNALS:
    void said(const QString &text);
    void labRequested(); ///< the empty page's way to a first result

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *createListPanel();
    void createList();
    EmptyState *createEmptyState();
    void createActions();
    QAction *addResultAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
        const std::function<void()> &act);
    void awaitOpened(const QStringList &ids);
    void select(const QModelIndex &index);
    void showChosen();
    void showEmptiness();
    void updateActions();
    void removeChosen();
    void renameCurrent();
    void pinCurrent();
    QString baseline() const;
    QString currentId() const;

    ResultLibrary &m_library;
    ResultListModel *m_model;
    ResultFilter *m_filter;
    QListView *m_list = nullptr;
    QLineEdit *m_search = nullptr;
    EmptyState *m_empty = nullptr;
    ListSplitter *m_splitter = nullptr;
    QStackedLayout *m_views; ///< of the page: nothing, empty, library
    QStackedLayout *m_details = nullptr; ///< at the right
    ResultDetail *m_detail;
    ResultComparison *m_comparison;
    QList<QAction *> m_actions;
    QAction *m_remove = nullptr;
    QAction *m_rename = nullptr;
    QAction *m_note = nullptr;
    QAction *m_pin = nullptr;
    QAction *m_export = nullptr;
    QString m_awaited; ///< to be chosen once it is there
};

} // namespace servelab::ui
