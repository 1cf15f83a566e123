// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>

namespace servelab::ui {

/// What the list of results shows of one document without opening it.
struct ResultEntry
{
    QString id; ///< its file's name without ".json"
    QString name; ///< given by the person; empty: none
    QString note; ///< the person's
    QString experiment; ///< id
    QString experimentTitle; ///< of a file that cannot be read: its name
    QStringList variants; ///< their labels, the baseline first
    QDateTime startedAt; ///< UTC; of a file that cannot be read: when it was written
    bool cancelled = false;
    qint64 bytes = 0; ///< of the file, which with `writtenAt` tells whether it is still the one that was read
    qint64 writtenAt = 0; ///< milliseconds since 1970
    std::optional<base::Error> damage; ///< why it cannot be opened

    QString title() const { return name.isEmpty() ? experimentTitle : name; }

    friend bool operator==(const ResultEntry &, const ResultEntry &) = default;
};

} // namespace servelab::ui
