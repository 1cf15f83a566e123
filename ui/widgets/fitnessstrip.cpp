// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fitnessstrip.h"

#include "ui/widgets/fitnessmark.h"
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

QString reasonsText(const lab::Fitness &fitness)
{
    QStringList lines;
    for (const lab::FitnessReason &reason : fitness.reasons)
        lines.append(sentencesOf(reason));
    return lines.join(u'\n');
}

} // namespace

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
    m_word->setText(fitnessSentence(m_level));
    m_reasons->setText(fitness.reasons.isEmpty() ? tr("Nothing was found that disturbs what is measured.")
                                                 : reasonsText(fitness));
    setAccessibleDescription(m_word->text() + u". "_s + m_reasons->text());
    update();
}

QColor FitnessStrip::colour() const
{
    return m_isKnown ? colourOf(m_level, palette()) : coloursOf(palette()).quietText;
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
    if (m_isKnown)
        return paintFitness(painter, mark, m_level, palette());
    painter.setPen(QPen(colour(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(mark);
}

} // namespace servelab::ui
