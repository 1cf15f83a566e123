// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

namespace servelab::lab {

enum class FitnessLevel : std::uint8_t {
    Green, ///< fit to tell small differences
    Amber, ///< figures may be less steady than they look
    Red, ///< verdicts are withheld
};

struct FitnessReason
{
    FitnessLevel level = FitnessLevel::Amber;
    QString text; ///< a sentence without its end: "the machine ran on battery"
    QString remedy; ///< a sentence: "Plug it in and measure again."
};

/// Whether a machine is fit to measure on, and what speaks against it.
struct Fitness
{
    FitnessLevel level = FitnessLevel::Green; ///< the worst of the reasons
    QList<FitnessReason> reasons;

    /// The texts of the red ones, joined; empty where there is none.
    QString unfitText() const;
};

/// Of a machine before anything is measured. Pure.
Fitness fitnessOf(const Environment &environment);

/// The same, and what else used the machine while it was measured. Pure.
Fitness fitnessOf(const ResultDocument &document);

/// Of all cores, what the program that ran the experiment used itself while load ran: the middle over all
/// samples. Empty where no sample tells. Pure.
std::optional<double> observerShare(const ResultDocument &document);

} // namespace servelab::lab
