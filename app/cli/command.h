// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

namespace servelab::cli {

/// What the program ends with.
enum class ExitCode : std::uint8_t {
    Success = 0,
    Failure = 1, ///< it ran, and failed
    Misuse = 2, ///< it was used wrongly, and did nothing
};

/// One thing the program can be asked for. It is handed a command line whose --help and --version have been
/// dealt with; its problems still have to be reported, together with what the command itself finds wrong.
struct Command
{
    QString name; ///< one word or two: "serve", "lab run"
    QString operands; ///< as the help shows them: "[DIR]"
    QString summary; ///< one line
    QString details; ///< paragraphs behind the options; may be empty
    QList<Option> options;
    ExitCode (*run)(const CommandLine &line) = nullptr;
};

} // namespace servelab::cli
