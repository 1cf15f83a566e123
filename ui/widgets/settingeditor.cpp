// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settingeditor.h"

#include "ui/models/quantity.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/settingtable.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int narrow = 176;

QHBoxLayout *layOut(SettingEditorWidget *editor, QWidget *field, const Setting &setting)
{
    field->setObjectName(QLatin1StringView(setting.path));
    field->setAccessibleName(labelOf(setting));
    editor->setFocusProxy(field);
    auto *layout = new QHBoxLayout(editor);
    layout->addWidget(field);
    return layout;
}

QLineEdit *lineOf(const QWidget *editor)
{
    return qobject_cast<QLineEdit *>(editor->focusProxy());
}

bool isNarrow(SettingEditor editor)
{
    return editor == SettingEditor::Bytes || editor == SettingEditor::Milliseconds;
}

} // namespace

SettingEditorWidget *makeEditor(const Setting &setting)
{
    switch (setting.editor) {
    case SettingEditor::Folder:
    case SettingEditor::File:
    case SettingEditor::ExistingFile:
        return new PathEditor(setting);
    case SettingEditor::Slider:
        return new SliderEditor(setting);
    case SettingEditor::Bytes:
    case SettingEditor::Milliseconds:
        return new QuantityEditor(setting);
    case SettingEditor::Words:
        return new WordsEditor(setting);
    case SettingEditor::Fallback:
        return new FallbackEditor(setting);
    case SettingEditor::MediaTypes:
        return new MediaTypesEditor(setting);
    case SettingEditor::ErrorAnswers:
        return new ErrorAnswersEditor(setting);
    case SettingEditor::VirtualHosts:
        return new HostsLink(setting);
    case SettingEditor::Automatic:
        break;
    }
    const QString type = typeOf(setting);
    if (type == "boolean"_L1)
        return new SwitchEditor(setting);
    if (type == "integer"_L1)
        return new NumberEditor(setting);
    if (type == "enum"_L1)
        return new ChoiceEditor(setting);
    return new TextEditor(setting);
}

TextEditor::TextEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
{
    auto *line = new QLineEdit;
    line->setPlaceholderText(textOf(setting));
    if (isSecret(setting))
        line->setEchoMode(QLineEdit::Password);
    QHBoxLayout *layout = layOut(this, line, setting);
    if (isNarrow(setting.editor)) {
        line->setFixedWidth(narrow);
        layout->addStretch();
    }
    connect(line, &QLineEdit::textEdited, this, &TextEditor::edited);
    connect(line, &QLineEdit::editingFinished, this, &TextEditor::finished);
}

void TextEditor::setValue(const QJsonValue &value)
{
    setText(value.toString());
}

QJsonValue TextEditor::value() const
{
    return text();
}

QString TextEditor::text() const
{
    return lineOf(this)->text().trimmed();
}

void TextEditor::setText(const QString &text)
{
    if (text != lineOf(this)->text())
        lineOf(this)->setText(text);
}

PathEditor::PathEditor(const Setting &setting, QWidget *parent)
    : TextEditor(setting, parent)
{
    auto *button = new QPushButton(icon(u"folder"_s), tr("Choose..."));
    button->setAccessibleName(tr("Choose: %1").arg(labelOf(setting)));
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, kind = setting.editor] { choose(kind); });
}

void PathEditor::choose(SettingEditor kind)
{
    const bool folder = kind == SettingEditor::Folder;
    auto *dialog = new QFileDialog(this, folder ? tr("Choose a folder") : tr("Choose a file"), text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder                    ? QFileDialog::Directory
            : kind == SettingEditor::ExistingFile ? QFileDialog::ExistingFile
                                                  : QFileDialog::AnyFile);
    if (kind == SettingEditor::File)
        dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        setText(path);
        Q_EMIT finished();
    });
    dialog->open();
}

QuantityEditor::QuantityEditor(const Setting &setting, QWidget *parent)
    : TextEditor(setting, parent)
    , m_isBytes(setting.editor == SettingEditor::Bytes)
{
}

void QuantityEditor::setValue(const QJsonValue &value)
{
    setText(m_isBytes ? writeBytes(value.toInteger()) : writeDuration(value.toInteger()));
}

QJsonValue QuantityEditor::value() const
{
    const auto number = m_isBytes ? parseBytes(text()) : parseDuration(text());
    return number ? QJsonValue(*number) : QJsonValue(text());
}

void WordsEditor::setValue(const QJsonValue &value)
{
    QStringList words;
    for (const QJsonValue &word : value.toArray())
        words.append(word.toString());
    setText(words.join(u", "_s));
}

QJsonValue WordsEditor::value() const
{
    QJsonArray words;
    for (const QString &word : text().split(u',', Qt::SkipEmptyParts)) {
        if (!word.trimmed().isEmpty())
            words.append(word.trimmed());
    }
    return words;
}

SwitchEditor::SwitchEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_box(new QCheckBox(textOf(setting)))
{
    layOut(this, m_box, setting);
    m_box->setAccessibleName(u"%1: %2"_s.arg(labelOf(setting), textOf(setting)));
    connect(m_box, &QCheckBox::toggled, this, &SwitchEditor::finished);
}

void SwitchEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_box);
    m_box->setChecked(value.toBool());
}

QJsonValue SwitchEditor::value() const
{
    return m_box->isChecked();
}

NumberEditor::NumberEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_box(new QSpinBox)
{
    layOut(this, m_box, setting)->addStretch();
    const WholeNumbers range = rangeOf(setting);
    m_box->setRange(static_cast<int>(range.least), static_cast<int>(range.most));
    m_box->setSpecialValueText(textOf(setting));
    m_box->setKeyboardTracking(false); // each number on the way would be applied
    m_box->setMinimumWidth(narrow);
    connect(m_box, &QSpinBox::valueChanged, this, &NumberEditor::finished);
}

void NumberEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_box);
    m_box->setValue(value.toInt());
}

QJsonValue NumberEditor::value() const
{
    return m_box->value();
}

SliderEditor::SliderEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_slider(new QSlider(Qt::Horizontal))
    , m_number(new QLabel)
{
    const WholeNumbers range = rangeOf(setting);
    m_slider->setRange(static_cast<int>(range.least), static_cast<int>(range.most));
    m_slider->setPageStep(1);
    m_number->setFixedWidth(m_number->fontMetrics().horizontalAdvance(u"000"_s));
    m_number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layOut(this, m_slider, setting)->addWidget(m_number);
    setMinimumHeight(32);
    connect(m_slider, &QSlider::valueChanged, m_number, qOverload<int>(&QLabel::setNum));
    connect(m_slider, &QSlider::valueChanged, this, &SliderEditor::finished);
}

void SliderEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(value.toInt());
    m_number->setNum(value.toInt());
}

QJsonValue SliderEditor::value() const
{
    return m_slider->value();
}

ChoiceEditor::ChoiceEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_box(new QComboBox)
{
    layOut(this, m_box, setting)->addStretch();
    const QStringList names = textOf(setting).split(u'|');
    const QStringList values = choicesOf(setting);
    for (qsizetype at = 0; at < values.size(); ++at)
        m_box->addItem(names.value(at, values[at]), values[at]);
    connect(m_box, &QComboBox::currentIndexChanged, this, &ChoiceEditor::finished);
}

void ChoiceEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_box);
    m_box->setCurrentIndex(m_box->findData(value.toString()));
}

QJsonValue ChoiceEditor::value() const
{
    return m_box->currentData().toString();
}

FallbackEditor::FallbackEditor(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_box(new QCheckBox(textOf(setting)))
    , m_file(new QLineEdit)
{
    layOut(this, m_box, setting)->addWidget(m_file, 1);
    m_box->setAccessibleName(u"%1: %2"_s.arg(labelOf(setting), textOf(setting)));
    m_file->setPlaceholderText(tr("The index file"));
    m_file->setAccessibleName(tr("File for unknown paths"));
    connect(m_box, &QCheckBox::toggled, m_file, &QWidget::setEnabled);
    connect(m_box, &QCheckBox::toggled, this, &FallbackEditor::finished);
    connect(m_file, &QLineEdit::textEdited, this, &FallbackEditor::edited);
    connect(m_file, &QLineEdit::editingFinished, this, &FallbackEditor::finished);
}

void FallbackEditor::setValue(const QJsonValue &value)
{
    const QSignalBlocker quiet(m_box);
    m_box->setChecked(value != QJsonValue(false));
    m_file->setEnabled(m_box->isChecked());
    m_file->setText(value.toString());
}

QJsonValue FallbackEditor::value() const
{
    const QString file = m_file->text().trimmed();
    if (!m_box->isChecked())
        return false;
    return file.isEmpty() ? QJsonValue(true) : QJsonValue(file);
}

HostsLink::HostsLink(const Setting &setting, QWidget *parent)
    : SettingEditorWidget(parent)
    , m_count(new QLabel)
    , m_button(new QPushButton(textOf(setting)))
{
    QHBoxLayout *layout = layOut(this, m_button, setting);
    layout->insertWidget(0, m_count);
    layout->insertSpacing(1, 8);
    layout->addStretch();
    connect(m_button, &QPushButton::clicked, this, &HostsLink::chosen);
}

void HostsLink::setValue(const QJsonValue &value)
{
    m_value = value;
    const int count = static_cast<int>(value.toArray().size());
    m_count->setText(count ? tr("%n further hosts", nullptr, count) : tr("None"));
}

} // namespace servelab::ui
