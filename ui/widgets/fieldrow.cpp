// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fieldrow.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int markMargin = 12; // left of the label, where the mark of a changed setting stands

/// So that every label of the page fits at any size of type.
QSize labelSize(const QFontMetrics &metrics)
{
    return {metrics.averageCharWidth() * 20, std::max(32, metrics.height() + 12)};
}

} // namespace

FieldRow::FieldRow(const QString &label, std::optional<Term> term, QWidget *editor, QWidget *parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_name(term ? new TermLabel(label, *term) : new QLabel(label))
    , m_message(new CaptionLabel)
    , m_reset(createReset(label))
{
    fitName();
    m_name->setWordWrap(true);
    m_name->setBuddy(editor);
    if (editor->accessibleName().isEmpty())
        editor->setAccessibleName(label);
    if (term)
        editor->setAccessibleDescription(explain(*term));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(markMargin, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_name, 0, 0, Qt::AlignTop);
    grid->addWidget(editor, 0, 1);
    grid->addWidget(m_reset, 0, 2, Qt::AlignTop);
    grid->addWidget(m_message, 1, 1);
    grid->setColumnStretch(1, 1);
    m_message->hide();
}

QToolButton *FieldRow::createReset(const QString &label)
{
    auto *reset = new QToolButton;
    reset->setIcon(icon(u"undo"_s, QPalette::Link));
    reset->setAccessibleName(tr("Reset %1").arg(label));
    reset->setFixedSize(32, 32);
    QSizePolicy policy = reset->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    reset->setSizePolicy(policy);
    reset->hide();
    connect(reset, &QToolButton::clicked, this, &FieldRow::resetRequested);
    return reset;
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

void FieldRow::setChanged(bool changed, const QString &defaultText)
{
    m_isChanged = changed;
    m_reset->setVisible(changed);
    m_reset->setToolTip(tr("Changed. Reset to: %1").arg(defaultText));
    m_name->setAccessibleDescription(changed ? tr("changed from %1").arg(defaultText) : QString());
    update();
}

void FieldRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_hasProblem)
        showMessage();
    if (event->type() == QEvent::FontChange)
        fitName();
}

void FieldRow::fitName()
{
    const QSize size = labelSize(m_name->fontMetrics());
    m_name->setFixedWidth(size.width());
    m_name->setMinimumHeight(size.height()); // in the middle of an editor of one line
}

void FieldRow::paintEvent(QPaintEvent *)
{
    if (!m_isChanged)
        return;
    QPainter painter(this);
    const QRect name = m_name->geometry();
    painter.fillRect(
        QRect(0, name.top() + 6, 3, std::min(name.height(), 32) - 12), coloursOf(palette()).accent);
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
