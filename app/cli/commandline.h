// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace servelab::cli {

using Problems = QList<base::Error>;

/// An option of a command, as a person types it and reads about it.
struct Option
{
    enum class Value : std::uint8_t {
        None, ///< --name
        Required, ///< --name VALUE or --name=VALUE
        Optional, ///< --name or --name=VALUE
    };

    QString name; ///< without dashes
    QChar letter; ///< of the short form, "-c VALUE" or "-cVALUE"; null: there is none
    Value value = Value::None;
    QString placeholder; ///< what stands for the value in the help
    QString help; ///< what it does, then the default in brackets
};

/// What a person typed behind the name of a command, in the order in which it was typed.
struct CommandLine
{
    struct Given
    {
        QString option; ///< its long name
        QString value;
    };
    QList<Given> given;
    QStringList operands; ///< what is no option: folders, URLs
    Problems problems; ///< unknown options, missing values: all of them

    bool contains(const QString &option) const;
    QString value(const QString &option) const; ///< the last one given, else empty
};

/// For commands that take no operand: one problem for each.
Problems refuseOperands(const CommandLine &line);

/// Everything behind "--" is an operand. A single "-" is one too.
CommandLine parseCommandLine(const QList<Option> &options, const QStringList &arguments);

} // namespace servelab::cli
