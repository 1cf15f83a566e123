// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/rawio.h"
#include "core/net/tlscontextdata.h"
#include "core/net/tlsoperation.h"

#include <QHostAddress>

#include <algorithm>
#include <cerrno>
#include <utility>

// Beginning, reading and failing; tlswriting_openssl.cpp has the rest.
namespace servelab::net {

namespace {

constexpr std::size_t recordOverhead = 1024; ///< more than a record of any suite has, several times
constexpr int receivesPerRead = 2; ///< once there is something to hand out
constexpr int receivesPerDiscard = 16;

std::string lastReason()
{
    return certificates::takeOpenSslReason().toStdString();
}

} // namespace

/// What OpenSSL calls in place of a socket's functions.
struct BioCallbacks
{
    static int read(BIO *bio, char *bytes, int size)
    {
        BIO_clear_retry_flags(bio);
        const int count = TlsSession::readForOpenSsl(BIO_get_data(bio), bytes, size);
        if (count < 0)
            BIO_set_retry_read(bio);
        return count;
    }
    static int write(BIO *bio, const char *bytes, int size)
    {
        BIO_clear_retry_flags(bio);
        return TlsSession::writeForOpenSsl(BIO_get_data(bio), bytes, size);
    }
    static long control(BIO *, int command, long, void *) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

    static BIO_METHOD *make()
    {
        BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "servelab");
        BIO_meth_set_read(method, read);
        BIO_meth_set_write(method, write);
        BIO_meth_set_ctrl(method, control);
        return method;
    }
    /// One for the process, never freed: sessions may end after everything else.
    static const BIO_METHOD *method()
    {
        static const BIO_METHOD *const one = make();
        return one;
    }
};

TlsSession::TlsSession(int descriptor, std::shared_ptr<const void> context, ssl_st *ssl)
    : m_descriptor(descriptor)
    , m_ssl(ssl)
    , m_context(std::move(context))
{
    BIO *bio = m_ssl ? BIO_new(BioCallbacks::method()) : nullptr;
    if (!bio) {
        fail("out of memory");
        return;
    }
    BIO_set_data(bio, this);
    BIO_set_init(bio, 1);
    SSL_set_bio(m_ssl, bio, bio);
}

TlsSession::~TlsSession()
{
    SSL_free(m_ssl);
}

std::unique_ptr<TlsSession> TlsSession::accept(
    int descriptor, std::shared_ptr<const TlsServerContext> context, std::string_view firstBytes)
{
    SSL *ssl = SSL_new(context->data().first());
    std::unique_ptr<TlsSession> session(new TlsSession(descriptor, std::move(context), ssl));
    session->m_kept = firstBytes;
    session->m_unproductive = static_cast<std::uint32_t>(firstBytes.size());
    if (session->m_ssl)
        SSL_set_accept_state(session->m_ssl);
    return session;
}

std::unique_ptr<TlsSession> TlsSession::connect(
    int descriptor, std::shared_ptr<const TlsClientContext> context, const std::string &hostName)
{
    const TlsClientContext::Data &data = context->data();
    const bool isVerified = data.options.verification == TlsClientContext::Verification::Full;
    SSL *ssl = SSL_new(data.context.get());
    std::unique_ptr<TlsSession> session(new TlsSession(descriptor, std::move(context), ssl));
    if (!session->m_ssl)
        return session;
    SSL_set_connect_state(session->m_ssl);
    if (QHostAddress(QString::fromStdString(hostName)).isNull())
        SSL_set_tlsext_host_name(session->m_ssl, hostName.c_str());
    if (isVerified && SSL_set1_host(session->m_ssl, hostName.c_str()) != 1)
        session->fail("this is no name that a certificate could have");
    return session;
}

int TlsSession::readForOpenSsl(void *session, char *bytes, int size)
{
    TlsBuffers &shared = TlsBuffers::ofThisThread();
    if (shared.begin == shared.end && !static_cast<TlsSession *>(session)->refill())
        return -1;
    const std::size_t count = std::min(static_cast<std::size_t>(size), shared.end - shared.begin);
    std::memcpy(bytes, shared.input.get() + shared.begin, count);
    shared.begin += count;
    return static_cast<int>(count);
}

int TlsSession::writeForOpenSsl(void *, const char *bytes, int size)
{
    TlsBuffers::ofThisThread().output.append(bytes, static_cast<std::size_t>(size));
    return size;
}

/// Reads from the socket. False where there is nothing, or where it has to wait for another call.
bool TlsSession::refill()
{
    TlsBuffers &shared = TlsBuffers::ofThisThread();
    // A short read has emptied the socket. Only where nothing is handed out this has to be certain: no
    // further readiness would tell of an end that came together with the bytes.
    if (m_inputEnded || m_error != 0 || (shared.hasData && shared.isDrained) || m_unproductive > largestKept)
        return false;
    if (shared.hasData && shared.receives == receivesPerRead) {
        m_holdsInput = true;
        return false;
    }
    ++shared.receives;
    const std::size_t asked = isHandshaking()
        ? TlsBuffers::inputBytes
        : std::min(TlsBuffers::inputBytes, shared.wanted + recordOverhead);
    const IoResult result = receiveFrom(m_descriptor, {shared.input.get(), asked});
    m_inputEnded = result.status == IoStatus::EndOfInput;
    m_error = result.error;
    shared.isDrained = result.bytes < asked;
    shared.begin = 0;
    shared.end = result.bytes;
    m_unproductive += static_cast<std::uint32_t>(result.bytes);
    return result.bytes > 0;
}

/// What a call of OpenSSL that has moved nothing means.
TlsSession::Step TlsSession::judge(int result)
{
    switch (SSL_get_error(m_ssl, result)) {
    case SSL_ERROR_WANT_READ:
        if (m_unproductive > largestKept)
            fail("the peer sends much, and nothing of it is data");
        else if (m_error == 0)
            return m_inputEnded ? Step::Ended : Step::Waits;
        return Step::Failed;
    case SSL_ERROR_ZERO_RETURN:
        m_noticeReceived = m_inputEnded = true;
        return Step::Ended;
    default:
        if (const long verified = SSL_get_verify_result(m_ssl); verified != X509_V_OK)
            fail(X509_verify_cert_error_string(verified));
        else
            fail(lastReason());
        return Step::Failed;
    }
}

IoResult TlsSession::stopped(Step step) const
{
    switch (step) {
    case Step::Moved:
    case Step::Waits:
        break;
    case Step::Ended:
        return {IoStatus::EndOfInput, 0, 0};
    case Step::Failed:
        return {IoStatus::Failed, 0, m_error != 0 ? m_error : EPROTO};
    }
    return {IoStatus::WouldBlock, 0, 0};
}

void TlsSession::noteHandshake()
{
    if (m_state == State::Handshake && SSL_is_init_finished(m_ssl)) {
        m_state = State::Open;
        m_unproductive = 0;
    }
}

/// An alert that tells the peer has been made already, where there is one.
void TlsSession::fail(std::string problem)
{
    m_state = State::Failed;
    m_problem = std::move(problem);
    ERR_clear_error();
    send(More::No);
    SSL_free(std::exchange(m_ssl, nullptr));
    std::string().swap(m_kept);
}

IoResult TlsSession::handshake()
{
    if (m_state != State::Handshake)
        return m_state == State::Open ? IoResult{} : stopped(Step::Failed);
    const Operation operation(*this);
    const int result = SSL_do_handshake(m_ssl);
    const Step step = result == 1 ? Step::Moved : judge(result);
    send(More::No);
    if (m_state == State::Failed)
        return stopped(Step::Failed);
    if (step != Step::Moved)
        return stopped(step);
    noteHandshake();
    return {};
}

IoResult TlsSession::read(std::span<char> buffer)
{
    if (m_state == State::Failed)
        return discard();
    m_holdsInput = false;
    const Operation operation(*this, buffer.size());
    TlsBuffers &shared = TlsBuffers::ofThisThread();
    std::size_t total = 0;
    Step step = Step::Moved;
    while (step == Step::Moved && total < buffer.size()) {
        std::size_t count = 0;
        const int result = SSL_read_ex(m_ssl, buffer.data() + total, buffer.size() - total, &count);
        noteHandshake();
        step = result == 1 ? Step::Moved : judge(result);
        total += count;
        shared.wanted = buffer.size() - total;
        shared.hasData = total > 0;
        m_unproductive = result == 1 ? 0 : m_unproductive;
    }
    send(More::No);
    if (total == 0)
        return stopped(step);
    // An end or a failure behind the bytes is told by the next call.
    m_holdsInput |= step != Step::Waits;
    return {IoStatus::Done, total, 0};
}

/// Nothing that still comes is of use; but a socket that is closed over bytes nobody has read is reset, and
/// the peer would not see why.
IoResult TlsSession::discard()
{
    const std::span<char> waste(TlsBuffers::ofThisThread().input.get(), TlsBuffers::inputBytes);
    for (int i = 0; i < receivesPerDiscard; ++i) {
        const IoResult result = receiveFrom(m_descriptor, waste);
        if (result.status != IoStatus::Done)
            return result;
        if (result.bytes < waste.size())
            break;
    }
    return {IoStatus::WouldBlock, 0, 0};
}

bool TlsSession::isResumed() const
{
    return m_ssl && SSL_session_reused(m_ssl);
}

} // namespace servelab::net
