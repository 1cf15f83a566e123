// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include "ui/widgets/theme.h"

namespace servelab::ui {

TitleLabel::TitleLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent)
{
    setFont(titleFont(font()));
    setTextFormat(Qt::PlainText);
}

SectionLabel::SectionLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent)
{
    QFont semibold = font();
    semibold.setWeight(QFont::DemiBold);
    setFont(semibold);
    setTextFormat(Qt::PlainText);
}

CaptionLabel::CaptionLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent)
{
    setFont(captionFont(font()));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setForegroundRole(QPalette::PlaceholderText);
}

TextLabel::TextLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

TermLabel::TermLabel(const QString &text, Term term, QWidget *parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    // Rich text, so that the tool tip wraps.
    setToolTip(QStringLiteral("<p>%1</p>").arg(explain(term).toHtmlEscaped()));
    setAccessibleDescription(explain(term));
    setCursor(Qt::WhatsThisCursor);
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget *parent)
    : QLabel(parent)
    , m_mode(mode)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setWholeText(const QString &text)
{
    m_text = text;
    setToolTip(text);
    setAccessibleName(text);
    updateGeometry();
    elide();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {40, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide()
{
    setText(fontMetrics().elidedText(m_text, m_mode, width()));
}

} // namespace servelab::ui
