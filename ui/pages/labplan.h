// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "ui/models/glossary.h"

#include <QWidget>

#include <map>
#include <optional>

class QCheckBox;
class QComboBox;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace servelab::ui {

class FieldRow;
class LabDraft;

/// How often, how hard and how long is measured. What is seldom changed is folded.
class LabPlan : public QWidget
{
    Q_OBJECT
public:
    /// `draft` outlives the form.
    explicit LabPlan(LabDraft &draft, QWidget *parent = nullptr);

    void setProblems(const QList<base::Error> &problems);
    bool isUnfolded() const;
    void setUnfolded(bool unfolded);

private:
    struct Number
    {
        const char *field; ///< of the plan, as problems name it
        QString label;
        std::optional<Term> term;
        int lowest;
        int highest;
        QString suffix;
        QString hint;
        void (*write)(lab::SamplePlan &plan, int value);
    };

    QSpinBox *addNumber(QVBoxLayout *layout, const Number &number);
    FieldRow *addRow(QVBoxLayout *layout, const QString &field, const QString &label,
        std::optional<Term> term, QWidget *editor, const QString &hint = {});
    void createUsual(QVBoxLayout *layout);
    void createFolded(QVBoxLayout *layout);
    void createArrival(QVBoxLayout *layout);
    void showDraft();
    void showArrival(const load::Arrival &arrival);
    void takeArrival();

    LabDraft &m_draft;
    std::map<QString, FieldRow *> m_rows; ///< by field
    QWidget *m_folded;
    QPushButton *m_fold;
    QSpinBox *m_rounds = nullptr;
    QSpinBox *m_duration = nullptr;
    QSpinBox *m_connections = nullptr;
    QSpinBox *m_threads = nullptr;
    QSpinBox *m_pipeline = nullptr;
    QSpinBox *m_warmUp = nullptr;
    QSpinBox *m_settle = nullptr;
    QSpinBox *m_idle = nullptr;
    QCheckBox *m_keepAlive = nullptr;
    QComboBox *m_arrival = nullptr;
    QSpinBox *m_fromRate = nullptr;
    QSpinBox *m_toRate = nullptr;
};

} // namespace servelab::ui
