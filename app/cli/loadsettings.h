// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "app/cli/progressdisplay.h"
#include "app/cli/settings.h"
#include "core/load/loadplan.h"
#include "core/load/requestfile.h"

namespace servelab::cli {

enum class ReportFormat : std::uint8_t { Text, Json, Csv };

/// What a person asked `load` to do.
struct LoadRequest
{
    load::LoadPlan plan;
    ReportFormat format = ReportFormat::Text;
    ProgressStyle progress = ProgressStyle::Automatic;
    QList<int> cores; ///< empty: any

    QString requestFile; ///< for the plan's mix; empty: none
    QString harFile; ///< the same
    load::HarOrigins harOrigins = load::HarOrigins::OfTarget;

    // Files that are written at the end; empty: none.
    QString percentileFile;
    QString uncorrectedPercentileFile;
    QString seriesFile;
};

const QList<Setting<LoadRequest>> &loadSettings();

/// Reads all of the command line, and the files it names as input. Problems name the option.
Problems readLoadRequest(const CommandLine &line, LoadRequest &request);

} // namespace servelab::cli
