// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labvarianteditor.h"

#include "ui/models/coretext.h"
#include "ui/models/labdraft.h"
#include "ui/models/labpatch.h"
#include "ui/models/labproblems.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/settingeditor.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int firstRowPlace = 2; // under title and hint

QString nameOf(const Setting &setting)
{
    return u"%1: %2"_s.arg(groupTitle(setting.group).section(u':', 0, 0), labelOf(setting));
}

QComboBox *createAddBox()
{
    auto *box = new QComboBox;
    box->setObjectName(u"addDifference"_s);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMaxVisibleItems(16);
    box->setAccessibleName(LabVariantEditor::tr("Add a difference"));
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->lineEdit()->setPlaceholderText(LabVariantEditor::tr("Add a difference: type to search settings"));
    return box;
}

} // namespace

LabVariantEditor::LabVariantEditor(LabDraft &draft, QWidget *parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_title(new SectionLabel)
    , m_hint(new CaptionLabel)
    , m_add(createAddBox())
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setSpacing(8);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_hint);
    m_layout->addWidget(m_add);
    connect(m_add, &QComboBox::activated, this, &LabVariantEditor::addDifference);
    connect(&draft, &LabDraft::changed, this, &LabVariantEditor::showVariant);
}

void LabVariantEditor::setVariant(int row)
{
    m_row = row;
    showVariant();
}

QStringList LabVariantEditor::pathsOfVariant() const
{
    QStringList paths;
    for (const PatchedSetting &patched : patchedSettings(m_draft.experiment().variants[m_row].patch)) {
        if (canDiffer(*patched.setting))
            paths.append(QString::fromLatin1(patched.setting->path));
    }
    return paths;
}

QStringList LabVariantEditor::shownPaths() const
{
    QStringList paths;
    for (const Row &row : m_rows)
        paths.append(QString::fromLatin1(row.setting->path));
    return paths;
}

void LabVariantEditor::showVariant()
{
    const bool any = !m_draft.isEmpty() && m_row >= 0 && m_row < m_draft.experiment().variants.size();
    setVisible(any);
    if (!any)
        return;
    const lab::Variant &variant = m_draft.experiment().variants[m_row];
    const bool isOther = variant.contender.has_value();
    m_title->setText(m_row == 0 ? tr("The baseline: %1").arg(variant.label)
                                : tr("What differs in: %1").arg(variant.label));
    const QStringList paths = isOther ? QStringList() : pathsOfVariant();
    m_add->setVisible(!isOther);
    m_hint->setText(isOther ? tr("This is another server. Settings of this one do not reach it.")
            : m_row == 0    ? tr("What is set here holds for the baseline. Everything else is as configured.")
                            : tr("Everything else is as the baseline has it."));
    if (paths != shownPaths() || variant.id != m_variantId) {
        m_variantId = variant.id;
        rebuild();
    }
    showValues();
}

void LabVariantEditor::rebuild()
{
    for (const Row &row : m_rows) {
        row.editor->disconnect(this); // losing the keyboard it would say that it is finished
        row.field->hide();
        row.field->deleteLater(); // it may be what calls
    }
    m_rows.clear();
    if (!m_draft.experiment().variants[m_row].contender) {
        for (const QString &path : pathsOfVariant())
            addRow(*findSetting(path));
    }
    fillAddBox();
}

void LabVariantEditor::fillAddBox()
{
    const QSignalBlocker quiet(m_add);
    m_add->clear();
    const QStringList shown = shownPaths();
    for (const Setting &setting : settings()) {
        if (canDiffer(setting) && !shown.contains(QLatin1StringView(setting.path)))
            m_add->addItem(nameOf(setting), QString::fromLatin1(setting.path));
    }
    m_add->setCurrentIndex(-1);
    m_add->clearEditText();
}

void LabVariantEditor::addRow(const Setting &setting)
{
    SettingEditorWidget *editor = makeEditor(setting);
    auto *field = new FieldRow(labelOf(setting), setting.term, editor);
    field->setHint(hintOf(setting));
    m_layout->insertWidget(firstRowPlace + static_cast<int>(m_rows.size()), field);
    const Row row{&setting, editor, field};
    m_rows.append(row);
    connect(editor, &SettingEditorWidget::edited, this, [this, row] { check(row); });
    connect(editor, &SettingEditorWidget::finished, this, [this, row] { apply(row); });
    connect(field, &FieldRow::resetRequested, this,
        [this, path = QString::fromLatin1(setting.path)] { m_draft.removeDifference(m_row, path); });
}

void LabVariantEditor::showValues()
{
    const lab::Experiment &experiment = m_draft.experiment();
    const site::SiteConfig reference = referenceConfig(experiment, m_row);
    const site::SiteConfig config = patchedConfig(experiment.base, experiment.variants[m_row].patch);
    for (const Row &row : m_rows) {
        row.editor->setValue(valueOf(*row.setting, config));
        row.field->setChanged(true, valueText(*row.setting, valueOf(*row.setting, reference)));
    }
    setProblems(m_problems);
}

void LabVariantEditor::setProblems(const QList<base::Error> &problems)
{
    m_problems = problems;
    for (const Row &row : m_rows) {
        QString text;
        for (const base::Error &problem : problems) {
            const bool isHere = variantOf(problem) == m_row
                && settingOf(problem).startsWith(QLatin1StringView(row.setting->path));
            if (isHere && text.isEmpty())
                text = textOf(problem);
        }
        row.field->setProblem(text);
    }
}

void LabVariantEditor::check(const Row &row)
{
    const lab::Experiment &experiment = m_draft.experiment();
    const auto config = patchedConfig(experiment.base, experiment.variants[m_row].patch);
    const ChangedConfig changed = withValue(*row.setting, row.editor->value(), config);
    row.field->setProblem(
        changed.problems.isEmpty() ? QString() : coreText(changed.problems.first()).toString());
}

/// A value that cannot stand is not taken: its problem stays at the field.
void LabVariantEditor::apply(const Row &row)
{
    check(row);
    if (!row.field->hasProblem())
        m_draft.setDifference(m_row, QString::fromLatin1(row.setting->path), row.editor->value());
}

/// It begins with the baseline's value, which the person then changes; a switch or a choice of two begins
/// with the other one.
void LabVariantEditor::addDifference(int index)
{
    const QString path = m_add->itemData(index).toString();
    const Setting *setting = findSetting(path);
    if (!setting)
        return;
    const QJsonValue value = valueOf(*setting, referenceConfig(m_draft.experiment(), m_row));
    const QStringList choices = choicesOf(*setting);
    QJsonValue begin = value;
    if (value.isBool())
        begin = !value.toBool();
    else if (choices.size() == 2)
        begin = choices[choices.indexOf(value.toString()) == 0 ? 1 : 0];
    m_draft.setDifference(m_row, path, begin);
    for (const Row &row : m_rows) {
        if (row.setting == setting)
            row.editor->setFocus();
    }
}

} // namespace servelab::ui
