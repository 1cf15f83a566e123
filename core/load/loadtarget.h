// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QHostAddress>
#include <QList>
#include <QString>

class QUrl;

namespace servelab::load {

/// Where requests go: addresses of this machine, tried in their order.
struct LoadTarget
{
    QString host; ///< as in the URL, for messages
    quint16 port = 80;
    QList<QHostAddress> addresses; ///< at least one
};

/// Addresses of the URL's host. "localhost" and names below it are ::1 and 127.0.0.1 without asking anybody;
/// any other name is looked up, which may block as long as the system's resolver does. An error when the name
/// is unknown, or when one of its addresses is not this machine's loopback.
base::Expected<LoadTarget> resolveTarget(const QUrl &url);

} // namespace servelab::load
