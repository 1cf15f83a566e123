// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/glossary.h"
#include "ui/models/resultfigures.h"

/// What a variant costs and gains beside the baseline, as finished texts. Pure.
namespace servelab::ui {

struct CostFigure
{
    QString title; ///< "CPU per request"
    Term term = Term::RequestRate;
    QString value; ///< its own median: "4 310 req/s"
    QString spread; ///< lowest to highest sample: "4 250 to 4 380 req/s"
    QString change; ///< "−18 %"; empty for the baseline, and where nothing can be compared
    QString range; ///< of the change over the rounds: "−21 % to −15 %"
    lab::Verdict::Kind kind = lab::Verdict::Kind::Withheld;
    QString verdict; ///< "Better", "Worse", "No difference", "Withheld"; empty for the baseline
    QString words; ///< the whole verdict: "18 % slower; outside noise in 9 of 9 rounds"
};

struct CostCard
{
    QString label;
    int series = 0; ///< its place in the result
    bool isBaseline = false;
    QList<CostFigure> figures;
    QString trouble; ///< samples that failed, errors of the load; empty: none

    /// The whole card as text: for the clipboard and screen readers.
    QString toText() const;
};

/// The baseline's first, in the order of the variants.
QList<CostCard> costCards(const WorkloadFigures &figures);

QString verdictWord(lab::Verdict::Kind kind);

} // namespace servelab::ui
