// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QString>

#include <optional>

namespace servelab::ui {

/// Looks, off the calling thread, for the first port after `port` that can be opened on `host`. Empty: none
/// of the next hundred.
QFuture<std::optional<quint16>> findFreePortAfter(const QString &host, quint16 port);

} // namespace servelab::ui
