// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace servelab::cli {

/// Whether a person sees standard error as it is written, on a terminal where a line can be rewritten.
bool errorIsTerminal();

/// Columns of that terminal; 80 where it does not tell.
int errorTerminalWidth();

} // namespace servelab::cli
