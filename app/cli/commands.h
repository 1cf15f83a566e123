// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace servelab::cli {

Command serveCommand();
Command loadCommand();
Command labRunCommand();
Command labListCommand();
Command certCreateCommand();
Command labShowCommand();
Command labSweepCommand();
Command labReportCommand();
Command labCompareCommand();
Command labExportCommand();
Command labImportCommand();
Command subjectCommand();

/// All of them, in the order in which the help lists them.
QList<Command> allCommands();

/// Does what the arguments ask for; the program's own name is not among them.
ExitCode runProgram(const QStringList &arguments);

} // namespace servelab::cli
