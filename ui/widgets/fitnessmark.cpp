// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fitnessmark.h"

#include "ui/models/coretext.h"
#include "ui/models/format.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Level = lab::FitnessLevel;

constexpr double lineWidth = 1.5;
constexpr double crossMargin = 2.5;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Fitness)
};

void paintCross(QPainter &painter, const QRectF &box)
{
    const QPointF right(crossMargin, crossMargin);
    const QPointF left(-crossMargin, crossMargin);
    painter.drawRect(box);
    painter.drawLine(box.topLeft() + right, box.bottomRight() - right);
    painter.drawLine(box.topRight() + left, box.bottomLeft() - left);
}

} // namespace

QString fitnessSentence(Level level)
{
    switch (level) {
    case Level::Green:
        return Texts::tr("Green: this machine is fit to measure on");
    case Level::Amber:
        return Texts::tr("Amber: figures may be less steady than they look");
    case Level::Red:
        return Texts::tr("Red: unfit to measure on, verdicts will be withheld");
    }
    Q_UNREACHABLE();
}

QString fitnessWord(Level level)
{
    switch (level) {
    case Level::Green:
        return Texts::tr("Machine fit to measure");
    case Level::Amber:
        return Texts::tr("Machine unsteady");
    case Level::Red:
        return Texts::tr("Machine unfit to measure");
    }
    Q_UNREACHABLE();
}

QString sentencesOf(const lab::FitnessReason &reason)
{
    return u"%1. %2"_s.arg(capitalized(coreText(reason.text)), coreText(reason.remedy)).trimmed();
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
    painter.setPen(QPen(colourOf(level, palette), lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(level == Level::Red ? QBrush(Qt::NoBrush) : QBrush(colourOf(level, palette)));
    if (level == Level::Red)
        paintCross(painter, box);
    else if (level == Level::Amber)
        painter.drawPolygon(
            QPolygonF{QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()});
    else
        painter.drawEllipse(box);
    painter.restore();
}

} // namespace servelab::ui
