// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace servelab::lab {

/// How to know that a contender serves: it answers, whatever the status.
struct ReadyTest
{
    QString path = QStringLiteral("/");
    std::chrono::milliseconds limit{15'000}; ///< from its start
    friend bool operator==(const ReadyTest &, const ReadyTest &) = default;
};

/// Another server on this machine, as a file of contenders describes it: how to start and to end it, and how
/// to get it. In program, command, template, json and environment, {name} is replaced: {program},
/// {configuration}, {root}, {file} (what the workload asks for), {port} (to listen on, on 127.0.0.1),
/// {folder} (of its own, for what it writes), {workers}, and what the caller gives. A line of the template
/// that begins with "?flag " stands only where that flag is on, with "!flag " only where it is off.
struct Contender
{
    QString name; ///< short: "nginx"
    QString title; ///< for people
    QStringList program; ///< where it may be; the first that is there, a bare name also in PATH
    QStringList command; ///< with its arguments
    QStringList configuration; ///< lines of its configuration ("template"); empty: see `json`
    QJsonObject json; ///< its configuration as an object; empty: it has none
    QString suffix = QStringLiteral(".conf"); ///< of the configuration's file
    QJsonObject environment; ///< added to this program's own
    QString stop = QStringLiteral("SIGTERM"); ///< to its process group; what is left of it is killed
    QString obtain; ///< how to get it ("get")
    bool bare = false; ///< answers every request alike: no server, a measure of what is possible
    ReadyTest ready;
    friend bool operator==(const Contender &, const Contender &) = default;
};

/// What stands for {name}, by name.
using Places = QHash<QString, QString>;

/// The text with its places filled in; a place that is not known stays as it is.
QString filledIn(const QString &text, const Places &places);

/// The whole of a contender's configuration; empty where it has none.
QByteArray configurationText(const Contender &contender, const Places &places, const QStringList &flags);

/// Where its program is. An error says that it is not installed, and how to get it.
base::Expected<QString> findProgram(const Contender &contender, const Places &places);

/// Reads a file of contenders. Errors name the file and the field.
std::expected<QList<Contender>, QList<base::Error>> readContenders(const QString &path);

} // namespace servelab::lab
