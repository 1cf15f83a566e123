// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fitness.h"

#include <QColor>
#include <QRectF>

class QPainter;
class QPalette;

/// How the fitness of a machine to measure on is said and drawn, wherever it stands.
namespace servelab::ui {

/// "Green: this machine is fit to measure on"
QString fitnessSentence(lab::FitnessLevel level);
/// "Machine fit to measure"
QString fitnessWord(lab::FitnessLevel level);
/// What was found and what to do about it, as sentences.
QString sentencesOf(const lab::FitnessReason &reason);

QColor colourOf(lab::FitnessLevel level, const QPalette &palette);

/// A disc for a fit machine, a triangle for an unsteady one, a cross in a square for an unfit one.
void paintFitness(QPainter &painter, const QRectF &rect, lab::FitnessLevel level, const QPalette &palette);

} // namespace servelab::ui
