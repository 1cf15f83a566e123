// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fieldrow.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QGridLayout>

namespace servelab::ui {

FieldRow::FieldRow(const QString &label, std::optional<Term> term, QWidget *editor, QWidget *parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_message(new CaptionLabel)
{
    QLabel *name = term ? new TermLabel(label, *term) : new QLabel(label);
    name->setFixedWidth(labelWidth);
    name->setBuddy(editor);
    name->setMinimumHeight(32);
    if (editor->accessibleName().isEmpty())
        editor->setAccessibleName(label);
    if (term)
        editor->setAccessibleDescription(explain(*term));
    auto *grid = new QGridLayout(this);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->addWidget(name, 0, 0, Qt::AlignTop);
    grid->addWidget(editor, 0, 1);
    grid->addWidget(m_message, 1, 1);
    grid->setColumnStretch(1, 1);
    m_message->hide();
}

void FieldRow::setHint(const QString &hint)
{
    m_hint = hint;
    showMessage();
}

void FieldRow::setProblem(const QString &problem)
{
    m_problem = problem;
    m_hasProblem = !problem.isEmpty();
    showMessage();
}

void FieldRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_hasProblem)
        showMessage();
}

void FieldRow::showMessage()
{
    const QString text = m_hasProblem ? m_problem : m_hint;
    QPalette colours;
    if (m_hasProblem)
        colours.setColor(QPalette::PlaceholderText, coloursOf(palette()).error);
    m_message->setPalette(colours);
    m_message->setText(m_hasProblem ? tr("⚠ %1").arg(text) : text);
    m_message->setVisible(!text.isEmpty());
    m_editor->setToolTip(m_problem);
}

} // namespace servelab::ui
