// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fitnessview.h"

#include "ui/models/glossary.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Level = lab::FitnessLevel;

constexpr int shapeSize = 12;
constexpr int gap = 6;

QString reasonText(const lab::FitnessReason &reason)
{
    QString text = reason.text;
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return u"%1. %2"_s.arg(text, reason.remedy).trimmed();
}

void clear(QVBoxLayout &layout)
{
    while (QLayoutItem *item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

QString fitnessWord(Level level)
{
    switch (level) {
    case Level::Green:
        return FitnessView::tr("Machine fit to measure");
    case Level::Amber:
        return FitnessView::tr("Machine unsteady");
    case Level::Red:
        return FitnessView::tr("Machine unfit to measure");
    }
    Q_UNREACHABLE();
}

QColor colourOf(Level level, const QPalette &palette)
{
    const Colours &colours = coloursOf(palette);
    return level == Level::Green ? colours.running : level == Level::Amber ? colours.warning : colours.error;
}

void paintFitness(QPainter &painter, const QRectF &rect, Level level, const QPalette &palette)
{
    const QRectF box = rect.adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colourOf(level, palette), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (level == Level::Red) {
        painter.drawRect(box);
        painter.drawLine(box.topLeft() + QPointF(2.5, 2.5), box.bottomRight() - QPointF(2.5, 2.5));
        painter.drawLine(box.topRight() + QPointF(-2.5, 2.5), box.bottomLeft() - QPointF(-2.5, 2.5));
    } else {
        painter.setBrush(colourOf(level, palette));
        if (level == Level::Green)
            painter.drawEllipse(box);
        else
            painter.drawPolygon(
                QPolygonF{QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()});
    }
    painter.restore();
}

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
        m_reasons->addWidget(new CaptionLabel(reasonText(reason)));
}

} // namespace servelab::ui
