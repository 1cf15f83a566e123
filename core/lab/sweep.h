// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"

namespace servelab::lab {

/// One setting of a site and the values it takes, one after the other.
struct SweptSetting
{
    QString path; ///< of the configuration: "compression.brotliQuality"
    QList<QJsonValue> values;
};

/// "compression.brotliQuality=0..11", "cache.budgetBytes=0..1000000..250000" (with steps),
/// "techniques.staticCache=on,off", "compression.enabled=true,false".
base::Expected<SweptSetting> readSweptSetting(const QString &text);

/// The experiment with one variant for each value, or for each pair of values of two settings; the first is
/// the baseline. Settings of compression are swept with compression on.
std::expected<Experiment, QList<base::Error>> sweepOf(
    Experiment experiment, const QList<SweptSetting> &settings);

} // namespace servelab::lab
