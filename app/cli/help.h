// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace servelab::cli {

/// --help and --version, which every command has.
QList<Option> commonOptions();

QString versionText();

/// Usage, options and details of one command, for 80 columns.
QString helpFor(const Command &command);

/// What the program, or a group of its commands, can do.
QString helpFor(const QList<Command> &commands);

} // namespace servelab::cli
