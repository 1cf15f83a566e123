// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help.h"

#include "servelab/version.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

constexpr qsizetype lineWidth = 80;
constexpr qsizetype helpColumn = 30;

/// Breaks a paragraph between words; every line but the first is indented.
QString wrapped(const QString &text, qsizetype indent, qsizetype firstColumn)
{
    QString result;
    qsizetype column = firstColumn;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (column > indent && column + word.size() + 1 > lineWidth) {
            result += u'\n' + QString(indent, u' ');
            column = indent;
        } else if (column > indent) {
            result += u' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

QString spelling(const Option &option)
{
    const QString letter = option.letter.isNull() ? u"    "_s : u"-%1, "_s.arg(option.letter);
    switch (option.value) {
    case Option::Value::None:
        break;
    case Option::Value::Required:
        return letter + u"--%1 %2"_s.arg(option.name, option.placeholder);
    case Option::Value::Optional:
        return letter + u"--%1[=%2]"_s.arg(option.name, option.placeholder);
    }
    return letter + u"--"_s + option.name;
}

/// A term and its explanation beside it, or below where the term is long.
QString entry(const QString &term, const QString &explanation)
{
    const QString head = u"  "_s + term;
    const QString indent = head.size() + 2 > helpColumn ? u'\n' + QString(helpColumn, u' ')
                                                        : QString(helpColumn - head.size(), u' ');
    return head + indent + wrapped(explanation, helpColumn, helpColumn) + u'\n';
}

QString entries(const QList<Option> &options)
{
    QString text;
    for (const Option &option : options)
        text += entry(spelling(option), option.help);
    return text;
}

QString paragraphs(const QString &text)
{
    QString result;
    for (const QString &paragraph : text.split(u'\n', Qt::SkipEmptyParts))
        result += u'\n' + wrapped(paragraph, 0, 0) + u'\n';
    return result;
}

} // namespace

QList<Option> commonOptions()
{
    return {
        {u"help"_s, u'h', Option::Value::None, {}, u"Show this text."_s},
        {u"version"_s, {}, Option::Value::None, {}, u"Show the version."_s},
    };
}

QString versionText()
{
    return u"servelab-cli "_s + QStringLiteral(SERVELAB_VERSION);
}

QString helpFor(const Command &command)
{
    const QString operands = command.operands.isEmpty() ? QString() : u' ' + command.operands;
    return u"Usage: servelab-cli %1%2 [OPTION...]\n\n"_s.arg(command.name, operands)
        + wrapped(command.summary, 0, 0) + u"\n\nOptions:\n"_s + entries(command.options + commonOptions())
        + paragraphs(command.details);
}

QString helpFor(const QList<Command> &commands)
{
    QString text = u"Usage: servelab-cli COMMAND [OPTION...]\n\n"
                   "Serves web sites on this machine, loads them, and measures what each setting costs.\n\n"
                   "Commands:\n"_s;
    for (const Command &command : commands)
        text += entry(command.name + u' ' + command.operands, command.summary);
    return text + u"\nOptions:\n"_s + entries(commonOptions())
        + u"\n\"servelab-cli COMMAND --help\" tells more. The program ends with 0 when all went\n"
          "well, with 1 when it ran and failed, with 2 when it was used wrongly.\n"_s;
}

} // namespace servelab::cli
