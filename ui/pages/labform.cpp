// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labform.h"

#include "ui/models/labdraft.h"
#include "ui/models/labproblems.h"
#include "ui/pages/labplan.h"
#include "ui/pages/labvariants.h"
#include "ui/pages/labworkloads.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/fitnessstrip.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace servelab::ui {

namespace {

constexpr int leastFormWidth = 880; // margins included

} // namespace

LabForm::LabForm(LabDraft &draft, LabCatalogue &catalogue, QWidget *parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_scroll(new QScrollArea)
    , m_fitness(new FitnessStrip)
    , m_error(new ErrorBanner)
    , m_published(new CaptionLabel)
    , m_workloads(new LabWorkloads(draft))
    , m_variants(new LabVariants(draft, catalogue))
    , m_plan(new LabPlan(draft))
{
    auto *content = new QWidget;
    auto *form = new QVBoxLayout(content);
    form->setContentsMargins(24, 8, 24, 24);
    form->setSpacing(8);
    form->addWidget(m_error);
    form->addWidget(m_fitness);
    addPart(form, tr("What is asked"), {}, m_workloads);
    form->addWidget(m_published);
    m_published->setIndent(12);
    addPart(form, tr("What is compared"),
        tr("The first variant is the baseline. Every other one is what differs from it."), m_variants);
    addPart(form, tr("How it is measured"), {}, m_plan);
    form->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_scroll);
    fitWidth();
    connect(&draft, &LabDraft::changed, this, &LabForm::showDraft);
    connect(&draft, &LabDraft::loaded, this, [this] { m_scroll->ensureVisible(0, 0); });
}

void LabForm::addPart(QVBoxLayout *layout, const QString &title, const QString &hint, QWidget *part)
{
    auto *label = new SectionLabel(title);
    label->setContentsMargins(0, 16, 0, 0);
    layout->addWidget(label);
    if (!hint.isEmpty())
        layout->addWidget(new CaptionLabel(hint));
    layout->addWidget(part);
}

void LabForm::fitWidth()
{
    m_scroll->widget()->setMaximumWidth(std::max(leastFormWidth, fontMetrics().averageCharWidth() * 120));
}

void LabForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
}

void LabForm::showDraft()
{
    const QString &published = m_draft.experiment().published;
    m_published->setText(tr("Published by others: %1").arg(published));
    m_published->setVisible(!published.isEmpty());
}

void LabForm::setProblems(const QList<base::Error> &problems)
{
    const auto ofLoad = problemsOf(LabPart::Load, problems);
    if (ofLoad.isEmpty())
        m_error->hide();
    else
        m_error->showError(ofLoad.first());
    m_workloads->setProblems(problemsOf(LabPart::Workloads, problems));
    m_variants->setProblems(problemsOf(LabPart::Variants, problems));
    m_plan->setProblems(problemsOf(LabPart::Plan, problems));
}

void LabForm::takeFocus()
{
    m_workloads->firstField()->setFocus();
}

} // namespace servelab::ui
