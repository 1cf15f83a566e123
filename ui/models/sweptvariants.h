// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

#include <QJsonValue>
#include <QStringList>

namespace servelab::ui {

/// A setting that the variants of an experiment differ in, and the values it takes.
struct SweptAxis
{
    QString path; ///< of the configuration: "compression.brotliQuality"
    QList<QJsonValue> values; ///< each once: numbers ascend, others stand as they came
    QStringList texts; ///< of the values, as people read them
    bool isNumber = false;

    QString name() const; ///< of the setting, as people know it; else the last part of the path
};

/// Where a variant of a sweep stands: the place of its value on each axis.
struct SweptPlace
{
    QString variant; ///< id
    QList<int> at;
};

/// What is swept, seen from the variants themselves, so that it makes no difference how they were made: all
/// patches set the same one setting, or the same two, beside what is equal in all of them. Pure.
struct SweptVariants
{
    QList<SweptAxis> axes; ///< none: no sweep; at most two
    QList<SweptPlace> places; ///< one for each variant, in their order
};
SweptVariants sweptVariants(const lab::Experiment &experiment);

} // namespace servelab::ui
