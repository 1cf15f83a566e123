// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QHostAddress>
#include <QList>
#include <QString>

#include <optional>

class QUrl;

namespace servelab::load {

bool isSecured(const QUrl &url); ///< its scheme is one with TLS: https, wss
bool isWebSocket(const QUrl &url); ///< ws, wss
QString webSocketScheme(const QUrl &url); ///< ws or wss, with TLS as the URL has it
int usualPort(const QUrl &url); ///< of its scheme
int portOf(const QUrl &url); ///< its own, or the usual one

/// Where requests go: addresses of this machine, tried in their order.
struct LoadTarget
{
    QString host; ///< as in the URL, for messages
    quint16 port = 80;
    QList<QHostAddress> addresses; ///< at least one
};

/// The addresses of a host that are known without asking anybody: of an address, and of "localhost" and names
/// below it, which are ::1 and 127.0.0.1. Empty for any other name.
std::optional<QList<QHostAddress>> knownAddresses(const QString &host);

/// The target of a URL whose host has these addresses. An error when one of them is not this machine's
/// loopback, unless `confirmedHost` is the URL's host.
base::Expected<LoadTarget> targetAt(
    const QUrl &url, const QList<QHostAddress> &addresses, const QString &confirmedHost);

/// For a host that has no address; `reason` is the resolver's.
base::Error unknownHost(const QString &host, const QString &reason);

} // namespace servelab::load
