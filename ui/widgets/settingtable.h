// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/settingrows.h"
#include "ui/widgets/settingeditor.h"

class QTableView;
class QVBoxLayout;

namespace servelab::ui {

/// A setting that is a list: a table to edit in place, with rows to add and remove.
class TableEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    TableEditor(const Setting &setting, const QStringList &headers, QStringList newRow);

protected:
    EditableRowsModel &rows() const { return *m_rows; }
    QVBoxLayout *box() const { return m_box; }

private:
    void addRow();
    void removeCurrent();

    EditableRowsModel *m_rows;
    QTableView *m_view;
    QVBoxLayout *m_box;
    QStringList m_newRow;
};

/// Extensions and their media types, or none at all.
class MediaTypesEditor : public TableEditor
{
    Q_OBJECT
public:
    explicit MediaTypesEditor(const Setting &setting);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QCheckBox *m_on;
};

class ErrorAnswersEditor : public TableEditor
{
    Q_OBJECT
public:
    explicit ErrorAnswersEditor(const Setting &setting);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;
};

} // namespace servelab::ui
