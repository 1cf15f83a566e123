// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/freeport.h"

#include "ui/sessions/background.h"

#include <QHostAddress>
#include <QTcpServer>

#include <limits>

namespace servelab::ui {

namespace {

constexpr int attempts = 100;

std::optional<quint16> firstFreePortAfter(const QHostAddress &address, quint16 port)
{
    const int last = std::min<int>(port + attempts, std::numeric_limits<quint16>::max());
    for (int candidate = port + 1; candidate <= last; ++candidate) {
        QTcpServer probe;
        if (probe.listen(address, static_cast<quint16>(candidate)))
            return static_cast<quint16>(candidate);
    }
    return std::nullopt;
}

} // namespace

QFuture<std::optional<quint16>> findFreePortAfter(const QString &host, quint16 port)
{
    const QHostAddress given(host);
    const QHostAddress address = given.isNull() ? QHostAddress(QHostAddress::LocalHost) : given;
    return inBackground<std::optional<quint16>>(
        [address, port] { return firstFreePortAfter(address, port); });
}

} // namespace servelab::ui
