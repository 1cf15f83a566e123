// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/peers/arguments.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace servelab::bench {

enum class Tls : std::uint8_t { None, Kept, FullHandshake, Resumed };

/// What to ask for, how, for how long, and what a right answer is.
struct Options
{
    std::uint16_t port = 8080;
    int connections = 1;
    int idleConnections = 0; ///< opened before the others, and held
    bool idleAsk = false; ///< each idle one asks once first; else they stay silent
    int pipelined = 1; ///< requests in one write
    bool perRequest = false; ///< a connection for each request
    int receiveBuffer = 0; ///< bytes of SO_RCVBUF, which also bounds a read; 0: the system's choice
    bool discards = false; ///< bodies are taken from the socket without being copied
    bool isVarying = false; ///< lengths differ from answer to answer: each head is read
    Tls tls = Tls::None;

    double seconds = 1;
    double warmUp = 0.1; ///< seconds before the timed part
    std::uint64_t requests = 0; ///< exactly so many instead of a time; 0: by time
    bool pauses = false; ///< writes "ready" once all are connected and goes on when a line is read
    std::vector<pid_t> measured; ///< processes whose CPU time belongs to the server

    std::string method = "GET";
    std::string path = "/"; ///< "%" stands for a number below `spread`, of as many digits as needed
    std::uint64_t spread = 0;
    std::string host = "127.0.0.1";
    std::vector<std::string> fields; ///< "Name: value"

    int status = 200;
    std::string body; ///< file with the bytes expected; empty: not looked at
    std::uint64_t first = 0; ///< of the part of `body` that is expected
    std::uint64_t length = UINT64_MAX;
    std::string coding; ///< expected Content-Encoding: "br" or nothing

    bool hasBody() const { return method != "HEAD" && status != 304; }
};

Options readOptions(Arguments arguments);

/// One request; where a path is spread, digits that stand for `number`.
std::string requestFor(const Options &options, std::uint64_t number);

/// How many digits a spread path has.
std::size_t spreadDigits(const Options &options);

} // namespace servelab::bench
