// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/models/settings.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace servelab::ui {

class FieldRow;
class LabDraft;
class SettingEditorWidget;

/// The differences of one variant, each with the editor that Settings has for it, and a way to add another.
class LabVariantEditor : public QWidget
{
    Q_OBJECT
public:
    /// `draft` outlives the editor.
    explicit LabVariantEditor(LabDraft &draft, QWidget *parent = nullptr);

    void setVariant(int row); ///< -1: none
    void setProblems(const QList<base::Error> &problems); ///< those of any variant
    QStringList shownPaths() const;
    QComboBox *addBox() const { return m_add; }

private:
    struct Row
    {
        const Setting *setting;
        SettingEditorWidget *editor;
        FieldRow *field;
    };

    void showVariant();
    void rebuild();
    void addRow(const Setting &setting);
    void showValues();
    void check(const Row &row);
    void apply(const Row &row);
    void addDifference(int index);
    void fillAddBox();
    QStringList pathsOfVariant() const;

    LabDraft &m_draft;
    int m_row = -1;
    QString m_variantId;
    QLabel *m_title;
    QLabel *m_hint;
    QComboBox *m_add;
    QVBoxLayout *m_layout;
    QList<Row> m_rows;
    QList<base::Error> m_problems;
};

} // namespace servelab::ui
