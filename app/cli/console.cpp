// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <cstdio>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

void writeLines(std::FILE *file, const QString &text)
{
    QByteArray bytes = text.toUtf8();
    if (!bytes.endsWith('\n'))
        bytes += '\n';
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), file);
    std::fflush(file);
}

} // namespace

void writeOut(const QString &text)
{
    writeLines(stdout, text);
}

void writeError(const QString &text)
{
    writeLines(stderr, text);
}

QString toText(const base::Error &error)
{
    if (error.where.isEmpty() || error.toString().contains(error.where))
        return error.toString();
    return error.where + u": "_s + error.toString();
}

ExitCode reportMisuse(const QString &command, const Problems &problems)
{
    const QString program = command.isEmpty() ? u"servelab-cli"_s : u"servelab-cli "_s + command;
    for (const base::Error &problem : problems)
        writeError(program + u": "_s + toText(problem));
    writeError(u"\"%1 --help\" tells how to use it."_s.arg(program));
    return ExitCode::Misuse;
}

ExitCode reportFailure(const Problems &problems)
{
    for (const base::Error &problem : problems)
        writeError(u"servelab-cli: "_s + toText(problem));
    return ExitCode::Failure;
}

} // namespace servelab::cli
