// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include "core/base/nearestword.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

class Parser
{
public:
    Parser(const QList<Option> &options, const QStringList &arguments)
        : m_options(options)
        , m_arguments(arguments)
    {
    }

    CommandLine parse()
    {
        while (m_next < m_arguments.size()) {
            const QString argument = m_arguments.at(m_next++);
            if (argument == "--"_L1)
                return takeRest();
            if (argument.startsWith("--"_L1))
                takeLong(argument.sliced(2));
            else if (argument.size() > 1 && argument.startsWith(u'-'))
                takeShort(argument.sliced(1));
            else
                m_line.operands += argument;
        }
        return m_line;
    }

private:
    CommandLine takeRest()
    {
        m_line.operands += m_arguments.sliced(m_next);
        return m_line;
    }

    void takeLong(const QString &text)
    {
        const qsizetype equals = text.indexOf(u'=');
        const QString name = equals < 0 ? text : text.first(equals);
        const auto option = std::ranges::find(m_options, name, &Option::name);
        if (option == m_options.end())
            addUnknown(u"--"_s + name);
        else if (equals < 0)
            takeWithoutEquals(*option, u"--"_s + name);
        else if (option->value == Option::Value::None)
            addProblem(u"--%1 takes no value."_s.arg(name), {});
        else
            m_line.given += {name, text.sliced(equals + 1)};
    }

    void takeShort(const QString &text)
    {
        const auto option = std::ranges::find(m_options, text.front(), &Option::letter);
        const QString attached = text.sliced(1);
        if (option == m_options.end() || (!attached.isEmpty() && option->value != Option::Value::Required))
            addUnknown(u'-' + text);
        else if (attached.isEmpty())
            takeWithoutEquals(*option, u'-' + text);
        else
            m_line.given += {option->name, attached};
    }

    void takeWithoutEquals(const Option &option, const QString &typed)
    {
        if (option.value != Option::Value::Required)
            m_line.given += {option.name, {}};
        else if (m_next < m_arguments.size())
            m_line.given += {option.name, m_arguments.at(m_next++)};
        else
            addProblem(u"%1 needs a value."_s.arg(typed), u"Write %1 %2."_s.arg(typed, option.placeholder));
    }

    void addUnknown(const QString &typed)
    {
        QStringList known;
        for (const Option &option : m_options)
            known += u"--"_s + option.name;
        addProblem(u"There is no option %1."_s.arg(typed),
            typed.startsWith("--"_L1) ? u"The nearest one is %1."_s.arg(base::nearestWord(typed, known))
                                      : QString());
    }

    void addProblem(const QString &message, const QString &remedy)
    {
        m_line.problems += base::Error{message, remedy, {}};
    }

    const QList<Option> &m_options;
    const QStringList &m_arguments;
    qsizetype m_next = 0;
    CommandLine m_line;
};

} // namespace

bool CommandLine::contains(const QString &option) const
{
    return std::ranges::find(given, option, &Given::option) != given.end();
}

QString CommandLine::value(const QString &option) const
{
    for (auto entry = given.crbegin(); entry != given.crend(); ++entry) {
        if (entry->option == option)
            return entry->value;
    }
    return {};
}

Problems refuseOperands(const CommandLine &line)
{
    Problems problems;
    for (const QString &operand : line.operands)
        problems += base::Error{u"\"%1\" is not expected."_s.arg(operand), u"Leave it out."_s, {}};
    return problems;
}

CommandLine parseCommandLine(const QList<Option> &options, const QStringList &arguments)
{
    return Parser(options, arguments).parse();
}

} // namespace servelab::cli
