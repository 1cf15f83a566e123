// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace servelab::ui {

class ErrorBanner;
class FitnessStrip;
class LabCatalogue;
class LabDraft;
class LabPlan;
class LabVariants;
class LabWorkloads;

/// An experiment being put together: the machine, what is asked, what is compared, and how it is measured.
/// Each problem stands where it belongs.
class LabForm : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the form.
    LabForm(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent = nullptr);

    void setProblems(const QList<base::Error> &problems);
    void takeFocus();

    FitnessStrip &fitness() { return *m_fitness; }
    LabVariants &variants() { return *m_variants; }
    LabPlan &plan() { return *m_plan; }
    QScrollArea &scrollArea() { return *m_scroll; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void addPart(QVBoxLayout *layout, const QString &title, const QString &hint, QWidget *part);
    void fitWidth();
    void showDraft();

    LabDraft &m_draft;
    QScrollArea *m_scroll;
    FitnessStrip *m_fitness;
    ErrorBanner *m_error;
    QLabel *m_published;
    LabWorkloads *m_workloads;
    LabVariants *m_variants;
    LabPlan *m_plan;
};

} // namespace servelab::ui
