// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

/// Lines that every measured process writes.
namespace servelab::subject {

/// Memory and CPU time of this process, or why they cannot be read.
QJsonObject memoryEvent();

QJsonObject errorEvent(const QString &message);

} // namespace servelab::subject
