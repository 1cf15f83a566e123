// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fitness.h"

#include <QFrame>

class QLabel;

namespace servelab::ui {

/// Whether the machine is fit to measure on: a shape, a colour and a word, the reasons, and what to do about
/// them.
class FitnessStrip : public QFrame
{
    Q_OBJECT
public:
    explicit FitnessStrip(QWidget *parent = nullptr);

    void setFitness(const lab::Fitness &fitness);

Q_SIGNALS:
    void lookRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QColor colour() const;

    lab::FitnessLevel m_level = lab::FitnessLevel::Green;
    bool m_isKnown = false;
    QLabel *m_word;
    QLabel *m_reasons;
};

} // namespace servelab::ui
