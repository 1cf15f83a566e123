// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fitness.h"
#include "core/lab/metric.h"
#include "core/stats/pairedcomparison.h"

namespace servelab::lab {

/// What an experiment says about one variant beside its baseline, of one metric.
struct Verdict
{
    enum class Kind : std::uint8_t {
        Better,
        Worse,
        NoDifference, ///< none beyond noise
        Withheld, ///< nothing can be said; the words tell why
    };

    QString workload; ///< id
    QString variant; ///< id
    const Metric *metric = nullptr; ///< what was compared: CPU per request where the generator was the limit
    bool generatorWasLimit = false;
    Kind kind = Kind::Withheld;
    stats::PairedComparison comparison; ///< also of a verdict that is withheld, as far as it goes
    QString words; ///< "18 % slower; outside noise in 9 of 9 rounds"
};

/// Whether the load generator had no time left while the server had: then its rate is not the server's.
bool generatorWasLimit(const ResultDocument &document, const Sample &sample);

/// The same of most samples of a variant.
bool loadWasLimit(const ResultDocument &document, const QString &workload, const QString &variant);

/// Both runs of a variant in each round in which both counted, in the order of the rounds.
std::vector<stats::SameCodePair> sameCodePairs(
    const ResultDocument &document, const QString &workload, const QString &variant, const Metric &metric);

/// Fills in kind and words from the comparison that is there.
void decide(int runsPerRound, const Fitness &fitness, Verdict &verdict);

/// The variant against the first one of the experiment, which is the baseline.
Verdict verdictOf(const ResultDocument &document, const Workload &workload, const Variant &variant,
    const Metric &metric, const Fitness &fitness);

/// Of every workload and every variant but the baseline, of the workload's own metric.
QList<Verdict> verdictsOf(const ResultDocument &document);

/// "±1.3 %"
QString bandText(double band);

/// "t = 8.21, 13.4 degrees of freedom, p < 0.001; 95 % confident: -21 % to -15 %"
QString welchText(const stats::Welch &welch);

/// "1.18 (1.15 to 1.21)"
QString ratioText(const stats::PairedComparison &comparison);

/// What chance alone may give among so many verdicts, in a sentence; empty for none.
QString chanceText(int comparisons, int rounds);

} // namespace servelab::lab
