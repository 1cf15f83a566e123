// SPDX-License-Identifier: GPL-3.0-or-later
// For builds without OpenSSL: no context can be made, so no session ever begins.
#include "core/net/tlscontext.h"
#include "core/net/tlssession.h"

#include <cerrno>

using namespace Qt::StringLiterals;

namespace servelab::net {

struct TlsServerContext::Data
{
};

struct TlsClientContext::Data
{
};

namespace {

std::unexpected<base::Error> absent()
{
    return base::fail(u"This build of Servelab has no OpenSSL, so it cannot speak TLS."_s,
        u"Build it with SERVELAB_OPENSSL=ON."_s);
}

constexpr IoResult failed{IoStatus::Failed, 0, EPROTO};

} // namespace

TlsServerContext::TlsServerContext(std::unique_ptr<const Data> data)
    : m_data(std::move(data))
{
}

TlsServerContext::~TlsServerContext() = default;

base::Expected<std::shared_ptr<const TlsServerContext>> TlsServerContext::create(Options)
{
    return absent();
}

TlsClientContext::TlsClientContext(std::unique_ptr<const Data> data)
    : m_data(std::move(data))
{
}

TlsClientContext::~TlsClientContext() = default;

base::Expected<std::shared_ptr<const TlsClientContext>> TlsClientContext::create(const Options &)
{
    return absent();
}

TlsSession::TlsSession(int descriptor, std::shared_ptr<const void> context, ssl_st *ssl)
    : m_descriptor(descriptor)
    , m_state(State::Failed)
    , m_ssl(ssl)
    , m_context(std::move(context))
{
}

TlsSession::~TlsSession() = default;

std::unique_ptr<TlsSession> TlsSession::accept(
    int descriptor, std::shared_ptr<const TlsServerContext> context, std::string_view)
{
    return std::unique_ptr<TlsSession>(new TlsSession(descriptor, std::move(context), nullptr));
}

std::unique_ptr<TlsSession> TlsSession::connect(
    int descriptor, std::shared_ptr<const TlsClientContext> context, const std::string &)
{
    return std::unique_ptr<TlsSession>(new TlsSession(descriptor, std::move(context), nullptr));
}

IoResult TlsSession::handshake()
{
    return failed;
}

IoResult TlsSession::read(std::span<char>)
{
    return failed;
}

IoResult TlsSession::write(std::span<const std::string_view>, More)
{
    return failed;
}

IoResult TlsSession::finishSending()
{
    return failed;
}

void TlsSession::sendNotice() { }

void TlsSession::shutdownWrite() { }

bool TlsSession::isResumed() const
{
    return false;
}

} // namespace servelab::net
