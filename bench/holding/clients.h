// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/uniquefd.h"

#include <QByteArray>

#include <optional>
#include <vector>

/// Clients as plain sockets: they know nothing of the code that is measured.
namespace servelab::holding {

using Socket = base::UniqueFd;

/// A connection from one of several loopback addresses, so that ports do not run out; invalid when the system
/// or the server refuses. `number` chooses the address.
Socket connectTo(quint16 port, int number = 0);

QByteArray requestFor(const char *path, const QByteArray &fieldLines = {});

/// False when not all left at once.
bool send(const Socket &socket, const QByteArray &bytes);

/// Reads one answer with a Content-Length, its body too. The status; empty when it does not come in time or
/// the connection ends.
std::optional<int> readAnswer(
    const Socket &socket, std::chrono::milliseconds patience = std::chrono::seconds(5));

/// On a connection of its own: from connecting to the last byte of a small file; empty when it is not
/// answered with 200.
std::optional<std::chrono::nanoseconds> timeOfFreshGet(
    quint16 port, std::chrono::milliseconds patience = std::chrono::seconds(5));

/// Ends with a reset.
void reset(Socket socket);

/// Readable, or ended: something is there.
bool hasEvent(const Socket &socket);

/// Of values in any order; 0 of none.
double percentile(std::vector<double> values, double percent);

} // namespace servelab::holding
