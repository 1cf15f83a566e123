// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/labsweep.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace servelab::ui {

class ChipRow;
class LabDraft;

/// One setting to go through, and its values in the way that suits it.
class SweepRow : public QWidget
{
    Q_OBJECT
public:
    explicit SweepRow(bool isOptional, const QString &accessibleName, QWidget *parent = nullptr);

    bool isUsed() const; ///< a setting is chosen
    void setSetting(const QString &path);
    base::Expected<lab::SweptSetting> read() const;

Q_SIGNALS:
    void changed();

private:
    const Setting *setting() const;
    void showValues();
    void showChoices(const Setting &setting);

    QComboBox *m_setting;
    QHBoxLayout *m_layout;
    QWidget *m_values = nullptr; ///< one of those below, or what holds them
    ChipRow *m_chips = nullptr;
    QLineEdit *m_text = nullptr;
    QList<std::pair<QCheckBox *, QJsonValue>> m_choices;
};

/// Makes variants of the values of one setting or of two.
class LabSweepBox : public QFrame
{
    Q_OBJECT
public:
    /// `draft` outlives the box.
    explicit LabSweepBox(LabDraft &draft, QWidget *parent = nullptr);

    void begin(); ///< with the keyboard on the setting

Q_SIGNALS:
    void finished();

private:
    std::expected<QList<lab::SweptSetting>, base::Error> read() const;
    void update();
    void makeVariants();
    void showProblem(const QString &problem);

    LabDraft &m_draft;
    SweepRow *m_first;
    SweepRow *m_second;
    QLabel *m_message;
    QPushButton *m_make;
};

} // namespace servelab::ui
