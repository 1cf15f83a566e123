// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;
class QTableView;

namespace servelab::ui {

class LabCatalogue;
class LabDraft;
class LabServers;
class LabSweepBox;
class LabVariantEditor;
class VariantListModel;

/// What is compared: the variants as differences from the first of them, and the ways to make more.
class LabVariants : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the form.
    LabVariants(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent = nullptr);

    void setProblems(const QList<base::Error> &problems);
    void select(int row);
    int currentRow() const; ///< -1: none
    void showSweep();
    void showServers();

    QList<QAction *> variantActions() const { return m_actions; }

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *createMakers();
    QWidget *createTools();
    QTableView *createTable();
    QPushButton *addMaker(const QString &text, const QString &iconName, const QString &name);
    QAction *addAction(const QString &text, const QString &iconName, const QKeySequence &shortcut,
        void (LabVariants::*act)());
    void fillPresets(QPushButton *button);
    void add();
    void duplicate();
    void remove();
    void makeBaseline();
    void fitLabels();
    void fitTable();
    void keepCurrent();
    void update();
    void updateActions();

    LabDraft &m_draft;
    VariantListModel *m_model;
    QTableView *m_table;
    LabSweepBox *m_sweep;
    LabServers *m_servers;
    LabVariantEditor *m_editor;
    QLabel *m_problem;
    QList<QAction *> m_actions;
    QAction *m_add = nullptr;
    QAction *m_duplicate = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_baseline = nullptr;
    int m_current = 0; ///< row, kept over a reset of the model
    QStringList m_ids; ///< of the variants before a reset
};

} // namespace servelab::ui
