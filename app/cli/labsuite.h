// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "core/lab/experimentrunner.h"

namespace servelab::cli {

/// Runs experiments one after the other, shows how far they are on standard error, prints their report, and
/// writes the results where `out` names a file. Ctrl+C ends it early with what is finished.
ExitCode runSuite(const QList<lab::Experiment> &experiments, const lab::Places &places, const QString &out);

} // namespace servelab::cli
