// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fitnessstrip.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int markLeft = 16;
constexpr int markSize = 14;
constexpr int textLeft = 44;

/// A circle for fit, a diamond for unsteady, a triangle for unfit.
QPolygonF shapeOf(lab::FitnessLevel level, const QRectF &rect)
{
    if (level == lab::FitnessLevel::Amber)
        return {{rect.center().x(), rect.top()}, {rect.right(), rect.center().y()},
            {rect.center().x(), rect.bottom()}, {rect.left(), rect.center().y()}};
    return {{rect.center().x(), rect.top()}, rect.bottomRight(), rect.bottomLeft()};
}

QString reasonsText(const lab::Fitness &fitness)
{
    QStringList lines;
    for (const lab::FitnessReason &reason : fitness.reasons) {
        QString text = reason.text;
        text[0] = text[0].toUpper();
        lines.append(u"%1. %2"_s.arg(text, reason.remedy));
    }
    return lines.join(u'\n');
}

} // namespace

QString fitnessWord(lab::FitnessLevel level)
{
    switch (level) {
    case lab::FitnessLevel::Green:
        return FitnessStrip::tr("This machine is fit to measure on");
    case lab::FitnessLevel::Amber:
        return FitnessStrip::tr("Figures may be less steady than they look");
    case lab::FitnessLevel::Red:
        break;
    }
    return FitnessStrip::tr("Unfit to measure on: verdicts will be withheld");
}

FitnessStrip::FitnessStrip(QWidget *parent)
    : QFrame(parent)
    , m_word(new SectionLabel(tr("Looking at this machine...")))
    , m_reasons(new CaptionLabel)
{
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reasons->setText(tr("Whether anything else disturbs what is measured."));
    auto *look = new QPushButton(tr("Look again"));
    setButtonKind(look, ButtonKind::Quiet);
    connect(look, &QPushButton::clicked, this, &FitnessStrip::lookRequested);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_word);
    texts->addWidget(m_reasons);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(textLeft, 10, 8, 10);
    layout->setSpacing(8);
    layout->addLayout(texts, 1);
    layout->addWidget(look, 0, Qt::AlignTop);
    setAccessibleName(tr("Fitness of this machine"));
}

void FitnessStrip::setFitness(const lab::Fitness &fitness)
{
    m_isKnown = true;
    m_level = fitness.level;
    static constexpr const char *names[]{QT_TR_NOOP("Green"), QT_TR_NOOP("Amber"), QT_TR_NOOP("Red")};
    m_word->setText(u"%1: %2"_s.arg(tr(names[static_cast<int>(m_level)]), fitnessWord(m_level)));
    m_reasons->setText(fitness.reasons.isEmpty() ? tr("Nothing was found that disturbs what is measured.")
                                                 : reasonsText(fitness));
    setAccessibleDescription(m_word->text() + u". "_s + m_reasons->text());
    update();
}

QColor FitnessStrip::colour() const
{
    const Colours &colours = coloursOf(palette());
    if (!m_isKnown)
        return colours.quietText;
    return m_level == lab::FitnessLevel::Green ? colours.running
        : m_level == lab::FitnessLevel::Amber  ? colours.warning
                                               : colours.error;
}

void FitnessStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = colour();
    tint.setAlphaF(m_isKnown ? 0.08F : 0.04F);
    painter.setPen(QPen(coloursOf(palette()).line, 1));
    painter.setBrush(tint);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    const QRectF mark(markLeft, m_word->geometry().center().y() - markSize / 2.0, markSize, markSize);
    painter.setPen(m_isKnown ? QPen(Qt::NoPen) : QPen(colour(), 2));
    painter.setBrush(m_isKnown ? QBrush(colour()) : QBrush(Qt::NoBrush));
    if (m_isKnown && m_level != lab::FitnessLevel::Green)
        painter.drawPolygon(shapeOf(m_level, mark));
    else
        painter.drawEllipse(mark);
}

} // namespace servelab::ui
