// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/settings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QSpinBox;

namespace servelab::ui {

/// Edits the value of one setting. It knows how a value looks, not whether it is right.
class SettingEditorWidget : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual void setValue(const QJsonValue &value) = 0; ///< says nothing
    /// As it stands, also while someone types; a wrong type where the text means nothing.
    virtual QJsonValue value() const = 0;

Q_SIGNALS:
    void edited(); ///< someone is typing
    void finished(); ///< to be applied
};

/// The editor that suits a setting. The widget that takes the keyboard has the setting's path as its object
/// name.
SettingEditorWidget *makeEditor(const Setting &setting);

class TextEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit TextEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

protected:
    QString text() const;
    void setText(const QString &text);
};

/// A path, with a dialog to choose it.
class PathEditor : public TextEditor
{
    Q_OBJECT
public:
    explicit PathEditor(const Setting &setting, QWidget *parent = nullptr);

private:
    void choose(SettingEditor kind);
};

/// A size or a duration with its unit.
class QuantityEditor : public TextEditor
{
    Q_OBJECT
public:
    explicit QuantityEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    bool m_isBytes;
};

class WordsEditor : public TextEditor
{
    Q_OBJECT
public:
    using TextEditor::TextEditor;
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;
};

class SwitchEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit SwitchEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QCheckBox *m_box;
};

class NumberEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit NumberEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QSpinBox *m_box;
};

class SliderEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit SliderEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QSlider *m_slider;
    QLabel *m_number;
};

class ChoiceEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit ChoiceEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QComboBox *m_box;
};

/// Off; or the index; or the file that is named.
class FallbackEditor : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit FallbackEditor(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override;

private:
    QCheckBox *m_box;
    QLineEdit *m_file;
};

/// How many virtual hosts there are, and the way to them.
class HostsLink : public SettingEditorWidget
{
    Q_OBJECT
public:
    explicit HostsLink(const Setting &setting, QWidget *parent = nullptr);
    void setValue(const QJsonValue &value) override;
    QJsonValue value() const override { return m_value; }

Q_SIGNALS:
    void chosen();

private:
    QLabel *m_count;
    QPushButton *m_button;
    QJsonValue m_value;
};

} // namespace servelab::ui
