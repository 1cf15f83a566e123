// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fitness.h"

#include <QWidget>

class QVBoxLayout;

namespace servelab::ui {

/// Whether a machine was fit to measure on, in shape, colour and word, and below what speaks against it and
/// what to do.
class FitnessView : public QWidget
{
    Q_OBJECT
public:
    explicit FitnessView(QWidget *parent = nullptr);

    void setFitness(const lab::Fitness &fitness);

private:
    class Badge;

    Badge *m_badge;
    QVBoxLayout *m_reasons;
};

} // namespace servelab::ui
