// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/sweep.h"
#include "ui/models/settings.h"

/// Variants made by taking one setting or two through their values, as a person chooses them.
namespace servelab::ui {

/// How the values of a setting are chosen.
enum class SweepInput {
    Chips, ///< one of few whole numbers each
    Choices, ///< a value each by its name
    Text, ///< a list, or from..to..step
};
SweepInput sweepInputOf(const Setting &setting);

/// Whether values of it can be gone through.
bool canSweep(const Setting &setting);

/// Every value that Choices offers, with its name.
struct NamedValue
{
    QJsonValue value;
    QString name;
};
QList<NamedValue> sweepChoices(const Setting &setting);

/// What a text may be: "0..11", "1, 4, 11", "0..100..20", "1 MiB, 64 MiB". An error says what it may be.
base::Expected<lab::SweptSetting> readSweep(const Setting &setting, const QString &text);

/// One variant for each value, or for each pair of values; the first is the baseline. Where the values need
/// compression and the base has it off, each variant has it on.
std::expected<QList<lab::Variant>, QList<base::Error>> variantsOfSweep(
    const lab::Experiment &experiment, const QList<lab::SweptSetting> &settings);

} // namespace servelab::ui
