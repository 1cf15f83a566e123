// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

namespace servelab::cli {

/// An option and what it sets. The table of a command's settings is all there is to say about them: help,
/// parsing and effect come from it.
template <typename Target>
struct Setting
{
    Option option;
    base::Expected<void> (*apply)(Target &target, const QString &value);
};

template <typename Target>
QList<Option> optionsOf(const QList<Setting<Target>> &settings)
{
    QList<Option> options;
    for (const Setting<Target> &setting : settings)
        options += setting.option;
    return options;
}

/// Applies what was given, in its order. Problems name the option.
template <typename Target>
Problems applySettings(const QList<Setting<Target>> &settings, const CommandLine &line, Target &target)
{
    Problems problems;
    for (const CommandLine::Given &given : line.given) {
        for (const Setting<Target> &setting : settings) {
            if (setting.option.name != given.option)
                continue;
            if (auto applied = setting.apply(target, given.value); !applied) {
                applied.error().where = QStringLiteral("--") + given.option;
                problems += applied.error();
            }
        }
    }
    return problems;
}

/// For the functions of a table: sets a field.
template <typename Field, typename Value>
base::Expected<void> set(Field &field, Value &&value)
{
    field = std::forward<Value>(value);
    return {};
}

/// For the functions of a table: sets a field to what was read, or hands on what is wrong with it.
template <typename Field, typename Value>
base::Expected<void> assign(Field &field, const base::Expected<Value> &value)
{
    if (!value)
        return std::unexpected(value.error());
    field = static_cast<Field>(*value);
    return {};
}

} // namespace servelab::cli
