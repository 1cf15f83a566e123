// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace servelab::cli {

/// Writes lines to standard output and flushes it, so that who reads a pipe sees them at once. Ends them with
/// a line break where there is none.
void writeOut(const QString &text);

/// The same to standard error, for everything that is no result.
void writeError(const QString &text);

/// One line: what happened, what to do, and the option or field it is about where the message does not name
/// it.
QString toText(const base::Error &error);

/// Writes all problems of a command line and where to find help. `command` is empty for the program itself.
ExitCode reportMisuse(const QString &command, const Problems &problems);

/// Writes why something failed that was asked for rightly.
ExitCode reportFailure(const Problems &problems);

} // namespace servelab::cli
