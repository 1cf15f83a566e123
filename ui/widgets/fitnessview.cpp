// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fitnessview.h"

#include "ui/models/glossary.h"
#include "ui/widgets/fitnessmark.h"
#include "ui/widgets/labels.h"

#include <QPainter>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Level = lab::FitnessLevel;

constexpr int shapeSize = 12;
constexpr int gap = 6;

void clear(QVBoxLayout &layout)
{
    while (QLayoutItem *item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

class FitnessView::Badge : public QWidget
{
public:
    Badge()
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        setToolTip(u"<p>%1</p>"_s.arg(explain(Term::MachineFitness).toHtmlEscaped()));
        setAccessibleDescription(explain(Term::MachineFitness));
        setCursor(Qt::WhatsThisCursor);
    }

    void setLevel(Level level)
    {
        m_level = level;
        setAccessibleName(fitnessWord(level));
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        return {shapeSize + gap + fontMetrics().horizontalAdvance(fitnessWord(m_level)) + 2,
            fontMetrics().height() + 4};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintFitness(
            painter, QRectF(0, (height() - shapeSize) / 2.0, shapeSize, shapeSize), m_level, palette());
        painter.setPen(colourOf(m_level, palette()));
        painter.drawText(rect().adjusted(shapeSize + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            fitnessWord(m_level));
    }

private:
    Level m_level = Level::Green;
};

FitnessView::FitnessView(QWidget *parent)
    : QWidget(parent)
    , m_badge(new Badge)
    , m_reasons(new QVBoxLayout)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_reasons->setSpacing(2);
    layout->addWidget(m_badge);
    layout->addLayout(m_reasons);
}

void FitnessView::setFitness(const lab::Fitness &fitness)
{
    m_badge->setLevel(fitness.level);
    clear(*m_reasons);
    for (const lab::FitnessReason &reason : fitness.reasons)
        m_reasons->addWidget(new CaptionLabel(sentencesOf(reason)));
}

} // namespace servelab::ui
