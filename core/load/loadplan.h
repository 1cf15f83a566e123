// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/http/websocketframe.h"
#include "core/load/arrival.h"
#include "core/load/plannedrequest.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <chrono>
#include <cstdint>
#include <optional>

namespace servelab::load {

/// How the server of an https URL has to prove who it is. A value.
struct TlsTrust
{
    bool verifies = true; ///< false: whoever answers is taken for the server
    QString authorities{}; ///< PEM file of trusted authorities; empty: those of the system
    friend bool operator==(const TlsTrust &, const TlsTrust &) = default;
};

/// What goes through a WebSocket and has to come back as it was. A value.
struct EchoMessage
{
    static constexpr qint64 largest = 16 * 1024 * 1024;
    qint64 bytes = 20; ///< 0 to `largest`
    http::MessageType type = http::MessageType::Text;
    friend bool operator==(const EchoMessage &, const EchoMessage &) = default;
};

/// What to send, how, how long, and what a right answer is. A value.
struct LoadPlan
{
    /// http or https, host, port, path and query; a fragment is not sent. ws or wss: every connection makes a
    /// WebSocket, with `fields` in its handshake, and each request is `message`, its answer the echo.
    QUrl url;
    QByteArray method = "GET";
    QList<RequestField> fields;
    QByteArray body;
    /// Several requests instead of the one of the URL's path, `method` and `body`. `fields` are sent with
    /// each that has none of the same name.
    QList<PlannedRequest> mix;
    RequestOrder order = RequestOrder::Weighted;

    int connections = 50; ///< 1 to 10,000
    int threads = 1;
    bool keepAlive = true; ///< false: a new connection for every request
    int pipeline = 1; ///< requests on one connection at the same time, 1 to 256
    Arrival arrival;

    std::optional<std::chrono::milliseconds> duration
        = std::chrono::seconds(10); ///< measured part, warm-up apart
    std::optional<std::uint64_t> requests; ///< stop after so many instead; whichever comes first
    std::chrono::milliseconds warmUp{0}; ///< load whose answers are not counted, before
    std::chrono::milliseconds connectTimeout{5'000}; ///< TLS handshake included
    std::chrono::milliseconds requestTimeout{30'000}; ///< from its first byte sent to its answer's last byte
    Expectation expectation;
    /// Each connection reads no faster, as on a slow line; what the system's buffers hold meanwhile is
    /// unread.
    std::optional<qint64> readBytesPerSecond; ///< 1,000 to 1,000,000,000
    TlsTrust trust;
    EchoMessage message;
    /// A host that is not this machine is a target only when its name, as in the URL, stands here too.
    QString confirmedHost;
};

/// Every problem of a plan at once; `where` names the field. Asks nobody for names: whether a name is this
/// machine turns out when the run begins (see LoadGenerator).
QList<base::Error> validate(const LoadPlan &plan);

} // namespace servelab::load
