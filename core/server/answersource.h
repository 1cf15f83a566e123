// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/httpdate.h"
#include "core/net/output.h"

#include <cstdint>

namespace servelab::server {

/// One answer whose body is made while it is sent. Owned by the connection, on the worker's thread.
class AnswerSource
{
public:
    /// Who goes on when there is more.
    class Owner
    {
    public:
        virtual void onAnswerProgress() = 0;

    protected:
        ~Owner() = default;
    };

    enum class Status : std::uint8_t {
        Waiting, ///< there is nothing more now
        Room, ///< as much was put into the gather as is good at once; there is more
        Ended, ///< the whole answer is in the gather
        Failed, ///< the answer cannot be ended: the connection must break off
    };

    virtual ~AnswerSource() = default;

    /// Puts what there is into the gather.
    virtual Status pump(const http::HttpDate &date, net::Gather &gather) = 0;

    /// Whether the server itself makes it, and takes the time that takes; else a hook does, under a limit.
    virtual bool isOwnWork() const = 0;

protected:
    /// So much is good at once.
    static constexpr std::uint64_t largestBatch = 256 * 1024;
};

/// One piece of a chunked body (RFC 9112 section 7.1), not empty.
void appendChunk(std::string_view bytes, net::Keeper keeper, net::Gather &gather);
void appendLastChunk(net::Gather &gather);

} // namespace servelab::server
