// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace servelab::load {

struct LoadPlan;
struct PlannedRequest;

/// A request of the plan (see requestsOf) as it goes over the wire, head and body (RFC 9112 section 3): made
/// once, sent many times. Host is the chosen one where the request has it; Content-Length is there where a
/// body is or may be expected; "Connection: close" where each request has its own connection. The plan is
/// valid.
std::string requestBytes(const LoadPlan &plan, const PlannedRequest &request);

/// The opening handshake of a plan whose URL is a WebSocket's (RFC 6455 section 4.1), with that key.
std::string handshakeBytes(const LoadPlan &plan, std::string_view key);

} // namespace servelab::load
