// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/settings.h"

#include <QWidget>

#include <initializer_list>
#include <vector>

namespace servelab::ui {

class FieldRow;
class SettingEditorWidget;

/// A few settings of a site that are taken together, one under the other.
class SettingForm : public QWidget
{
    Q_OBJECT
public:
    /// Of these paths, as ui/models/settings has them.
    explicit SettingForm(std::initializer_list<const char *> paths, QWidget *parent = nullptr);
    ~SettingForm() override;

    void setConfig(const site::SiteConfig &config); ///< shows it; no field has a problem then

    /// Puts what stands in the fields into `config`. False where a value is malformed: its field says so.
    bool applyTo(site::SiteConfig &config);

    void clearProblems();
    FieldRow *rowOf(const QString &path) const; ///< null: the form has no such setting
    bool setFocusTo(const QString &path); ///< false: the same

Q_SIGNALS:
    void finished(); ///< a value is to be taken

private:
    struct Row
    {
        const Setting *setting;
        SettingEditorWidget *editor;
        FieldRow *field;
    };

    void addRow(const Setting &setting);
    const Row *find(const QString &path) const;

    std::vector<Row> m_rows;
};

} // namespace servelab::ui
