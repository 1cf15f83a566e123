// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/load/loadplan.h"
#include "core/load/loadtarget.h"

#include <QStringList>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace servelab::net {
class TlsClientContext;
}

namespace servelab::load {

/// A request as a run sends it.
struct RunRequest
{
    std::string bytes; ///< as it goes over the wire
    bool isHead = false;
    std::size_t name = 0; ///< index in LoadRun::names, where there are any
    Expectation expectation;
};

/// What a run over WebSockets sends and waits for. The message's frame, masked, is its only request: made
/// once and with one key, as nothing between the generator and the server would be deceived by it (RFC 6455
/// section 10.3).
struct EchoRun
{
    std::string handshake;
    std::string accept; ///< Sec-WebSocket-Accept of a right answer to it
    std::string message;
    http::MessageType type = http::MessageType::Text;
    http::MaskKey mask{};
};

/// What all threads of one run share: made before they start, alive until they have ended, and unchanged
/// meanwhile but for the requests that are left. The threads see it as constant: of Qt's containers even an
/// iterator that could write detaches, which is a write.
struct LoadRun
{
    LoadPlan plan;
    LoadTarget target;
    std::shared_ptr<const net::TlsClientContext> tls; ///< null: without TLS
    std::string tlsName; ///< what the server's certificate has to name
    std::optional<EchoRun> echo; ///< empty: HTTP
    std::vector<RunRequest> requests;
    std::vector<std::uint32_t> round; ///< indices of requests, in the order of sending
    QStringList names; ///< of requests that the report tells apart
    std::uint64_t digestSeed = 0;
    base::TimePoint begin; ///< of the warm-up
    base::TimePoint measuredFrom;
    std::optional<base::TimePoint> end; ///< of the measured part
    /// Closed loop: requests to begin, where the plan has a number of them; below 0: none.
    mutable std::atomic<std::int64_t> requestsLeft{0};

    std::uint32_t requestAt(std::uint64_t number) const { return round[number % round.size()]; }
};

/// A run of a valid plan that begins now. An error where TLS is asked for and cannot be set up.
base::Expected<std::unique_ptr<LoadRun>> makeRun(const LoadPlan &plan, LoadTarget target);

} // namespace servelab::load
