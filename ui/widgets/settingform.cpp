// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settingform.h"

#include "ui/models/coretext.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/settingeditor.h"

#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

SettingForm::SettingForm(std::initializer_list<const char *> paths, QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (const char *path : paths) {
        const auto setting = std::ranges::find(settings(), QLatin1StringView(path),
            [](const Setting &one) { return QLatin1StringView(one.path); });
        Q_ASSERT(setting != settings().end());
        addRow(*setting);
    }
    setFocusProxy(m_rows.front().editor);
}

/// A field that still has the keyboard says that its editing is finished when it goes.
SettingForm::~SettingForm()
{
    for (const Row &row : m_rows)
        row.editor->disconnect(this);
}

void SettingForm::addRow(const Setting &setting)
{
    SettingEditorWidget *editor = makeEditor(setting);
    auto *field = new FieldRow(labelOf(setting), setting.term, editor);
    field->setHint(hintOf(setting));
    layout()->addWidget(field);
    m_rows.push_back({&setting, editor, field});
    connect(editor, &SettingEditorWidget::finished, this, &SettingForm::finished);
    connect(field, &FieldRow::resetRequested, this, [this, editor, &setting] {
        editor->setValue(valueOf(setting, site::SiteConfig()));
        Q_EMIT finished();
    });
}

void SettingForm::setConfig(const site::SiteConfig &config)
{
    for (const Row &row : m_rows) {
        row.editor->setValue(valueOf(*row.setting, config));
        row.field->setChanged(isChanged(*row.setting, config), defaultText(*row.setting));
    }
    clearProblems();
}

bool SettingForm::applyTo(site::SiteConfig &config)
{
    bool isRight = true;
    for (const Row &row : m_rows) {
        const ChangedConfig changed = withFormedValue(*row.setting, row.editor->value(), config);
        row.field->setProblem(
            changed.problems.isEmpty() ? QString() : coreText(changed.problems.first()).toString());
        isRight = isRight && changed.problems.isEmpty();
        config = changed.config;
    }
    return isRight;
}

void SettingForm::clearProblems()
{
    for (const Row &row : m_rows)
        row.field->setProblem({});
}

const SettingForm::Row *SettingForm::find(const QString &path) const
{
    const auto row = std::ranges::find(
        m_rows, path, [](const Row &one) { return QString(QLatin1StringView(one.setting->path)); });
    return row == m_rows.end() ? nullptr : &*row;
}

FieldRow *SettingForm::rowOf(const QString &path) const
{
    const Row *row = find(path);
    return row ? row->field : nullptr;
}

bool SettingForm::setFocusTo(const QString &path)
{
    const Row *row = find(path);
    if (row)
        row->editor->setFocus();
    return row != nullptr;
}

} // namespace servelab::ui
