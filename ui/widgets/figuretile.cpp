// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figuretile.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QVBoxLayout>

namespace servelab::ui {

FigureTile::FigureTile(const QString &name, std::optional<Term> term, QWidget *parent)
    : QWidget(parent)
    , m_value(new TitleLabel)
{
    QLabel *title = term ? new TermLabel(name, *term) : new QLabel(name);
    title->setFont(captionFont(title->font()));
    title->setForegroundRole(QPalette::PlaceholderText);
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_value->setAccessibleName(name);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2);
    layout->addWidget(title);
    layout->addWidget(m_value);
}

void FigureTile::setValue(const QString &value)
{
    if (value != m_value->text())
        m_value->setText(value);
}

QString FigureTile::value() const
{
    return m_value->text();
}

} // namespace servelab::ui
