// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/help.h"
#include "core/base/nearestword.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

/// The command whose name the arguments begin with, or null.
const Command *findCommand(const QList<Command> &commands, const QStringList &arguments)
{
    const auto isNamed = [&](const Command &command) {
        const QStringList words = command.name.split(u' ');
        return arguments.first(std::min(words.size(), arguments.size())) == words;
    };
    const auto found = std::ranges::find_if(commands, isNamed);
    return found == commands.end() ? nullptr : &*found;
}

ExitCode runCommand(const Command &command, const QStringList &arguments)
{
    const CommandLine line = parseCommandLine(command.options + commonOptions(), arguments);
    if (line.contains(u"help"_s)) {
        writeOut(helpFor(command));
        return ExitCode::Success;
    }
    if (line.contains(u"version"_s)) {
        writeOut(versionText());
        return ExitCode::Success;
    }
    return command.run(line);
}

/// The commands whose names begin with the word: "lab" stands for "lab run" and "lab list".
QList<Command> groupOf(const QList<Command> &commands, const QString &word)
{
    QList<Command> group;
    std::ranges::copy_if(commands, std::back_inserter(group),
        [&](const Command &command) { return command.name.startsWith(word + u' '); });
    return group;
}

ExitCode reportUnknown(const QList<Command> &commands, const QStringList &arguments)
{
    QStringList names;
    for (const Command &command : commands)
        names += command.name;
    const QString typed = arguments.join(u' ');
    return reportMisuse({},
        {{u"There is no command \"%1\"."_s.arg(typed),
            u"The nearest one is \"%1\"."_s.arg(base::nearestWord(typed, names)), {}}});
}

/// Without a command, or with only half of one's name.
ExitCode runWithoutCommand(const QList<Command> &commands, const CommandLine &line)
{
    if (line.contains(u"version"_s)) {
        writeOut(versionText());
        return ExitCode::Success;
    }
    if (line.contains(u"help"_s)) {
        writeOut(helpFor(commands));
        return ExitCode::Success;
    }
    writeError(helpFor(commands));
    return ExitCode::Misuse;
}

} // namespace

QList<Command> allCommands()
{
    return {serveCommand(), loadCommand(), labListCommand(), labShowCommand(), labRunCommand(),
        labSweepCommand(), labReportCommand(), labCompareCommand(), labExportCommand(), labImportCommand(),
        certCreateCommand(), subjectCommand()};
}

ExitCode runProgram(const QStringList &arguments)
{
    const QList<Command> commands = allCommands();
    if (const Command *command = findCommand(commands, arguments))
        return runCommand(*command, arguments.sliced(command->name.split(u' ').size()));

    const CommandLine line = parseCommandLine(commonOptions(), arguments);
    if (!line.problems.isEmpty())
        return reportMisuse({}, line.problems);
    if (const Command *command = findCommand(commands, line.operands)) // "--help serve"
        return runCommand(*command, arguments.filter(QRegularExpression(u"^-"_s)));
    if (line.operands.isEmpty())
        return runWithoutCommand(commands, line);
    const QList<Command> group = groupOf(commands, line.operands.first());
    if (group.isEmpty() || line.operands.size() > 1)
        return reportUnknown(commands, line.operands);
    return runWithoutCommand(group, line);
}

} // namespace servelab::cli
