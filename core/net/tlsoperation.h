// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/tlssession.h"

#include <openssl/err.h>

#include <cstring>
#include <memory>
#include <string>

/// What the sources of TlsSession have in common. Included by them only.
namespace servelab::net {

/// What the sessions of one thread share, one after the other; and how far the operation of the one whose
/// turn it is has come.
struct TlsBuffers
{
    static constexpr std::size_t inputBytes = 64 * 1024;
    static constexpr std::size_t pieceBytes = 64 * 1024;

    static TlsBuffers &ofThisThread()
    {
        thread_local TlsBuffers shared;
        return shared;
    }

    std::unique_ptr<char[]> input{new char[inputBytes]}; ///< from the socket
    std::unique_ptr<char[]> piece{new char[pieceBytes]}; ///< of the application, made into records at once
    std::string output; ///< to the socket
    std::size_t begin = 0; ///< of what OpenSSL has not consumed of `input`
    std::size_t end = 0;

    std::size_t wanted = 0; ///< bytes of the application that the caller still has room for
    int receives = 0;
    bool hasData = false; ///< there is something to hand out
    bool isDrained = false; ///< the socket gave less than was asked for
};

/// The time in which a session has the thread's buffers: what it kept is put into them, and what is left of
/// it afterwards is kept.
class TlsSession::Operation
{
public:
    explicit Operation(TlsSession &session, std::size_t wanted = TlsBuffers::inputBytes)
        : m_session(session)
    {
        TlsBuffers &shared = TlsBuffers::ofThisThread();
        shared.begin = 0;
        shared.end = session.m_kept.size();
        if (shared.end > 0) {
            std::memcpy(shared.input.get(), session.m_kept.data(), shared.end);
            std::string().swap(session.m_kept);
        }
        shared.wanted = wanted;
        shared.receives = 0;
        shared.hasData = shared.isDrained = false;
        ERR_clear_error();
    }
    ~Operation()
    {
        const TlsBuffers &shared = TlsBuffers::ofThisThread();
        if (shared.begin < shared.end && m_session.m_ssl)
            m_session.m_kept.assign(shared.input.get() + shared.begin, shared.end - shared.begin);
    }
    Operation(const Operation &) = delete;
    Operation &operator=(const Operation &) = delete;

private:
    TlsSession &m_session;
};

} // namespace servelab::net
