// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace servelab::certificates {

/// How one system, browser or program is told to trust an authority.
struct TrustStep
{
    QString where; ///< "Debian, Ubuntu"
    QStringList lines; ///< commands of a shell, but for `isByHand`
    bool isByHand = false; ///< the lines say where to click
    QString note = {}; ///< what the commands need; empty: nothing
};

/// For every system and browser that is known; `authorityFile` is what is to be trusted.
QList<TrustStep> trustSteps(const QString &authorityFile);

/// The step of those that is for the system this program runs on; 0 where that cannot be told.
qsizetype stepOfThisSystem(const QList<TrustStep> &steps);

} // namespace servelab::certificates
