// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlssession.h"

#include "core/net/rawio.h"
#include "core/net/tlscontextdata.h"

#include <QHostAddress>

#include <openssl/err.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace servelab::net {

namespace {

constexpr std::size_t inputBytes = 64 * 1024;
constexpr std::size_t pieceBytes = 64 * 1024; ///< of the application, made into records at once
constexpr std::size_t recordBytes = SSL3_RT_MAX_PLAIN_LENGTH;
constexpr std::size_t recordOverhead = 1024; ///< more than a record of any suite has, several times
constexpr int receivesPerRead = 2; ///< once there is something to hand out
constexpr int receivesPerDiscard = 16;

/// What the sessions of one thread share, one after the other; and how far the operation of the one whose
/// turn it is has come.
struct ThreadBuffers
{
    std::unique_ptr<char[]> input{new char[inputBytes]}; ///< from the socket
    std::unique_ptr<char[]> piece{new char[pieceBytes]}; ///< of the application
    std::string output; ///< to the socket
    std::size_t begin = 0; ///< of what OpenSSL has not consumed of `input`
    std::size_t end = 0;

    std::size_t wanted = 0; ///< bytes of the application that the caller still has room for
    int receives = 0;
    bool hasData = false; ///< there is something to hand out
    bool isDrained = false; ///< the socket gave less than was asked for
};

ThreadBuffers &buffers()
{
    thread_local ThreadBuffers shared;
    return shared;
}

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

/// The time in which a session has the thread's buffers: what it kept is put into them, and what is left of
/// it afterwards is kept.
class TlsSession::Operation
{
public:
    explicit Operation(TlsSession &session, std::size_t wanted = inputBytes)
        : m_session(session)
    {
        ThreadBuffers &shared = buffers();
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
        const ThreadBuffers &shared = buffers();
        if (shared.begin < shared.end && m_session.m_ssl)
            m_session.m_kept.assign(shared.input.get() + shared.begin, shared.end - shared.begin);
    }
    Operation(const Operation &) = delete;
    Operation &operator=(const Operation &) = delete;

private:
    TlsSession &m_session;
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
    ThreadBuffers &shared = buffers();
    if (shared.begin == shared.end && !static_cast<TlsSession *>(session)->refill())
        return -1;
    const std::size_t count = std::min(static_cast<std::size_t>(size), shared.end - shared.begin);
    std::memcpy(bytes, shared.input.get() + shared.begin, count);
    shared.begin += count;
    return static_cast<int>(count);
}

int TlsSession::writeForOpenSsl(void *, const char *bytes, int size)
{
    buffers().output.append(bytes, static_cast<std::size_t>(size));
    return size;
}

/// Reads from the socket. False where there is nothing, or where it has to wait for another call.
bool TlsSession::refill()
{
    ThreadBuffers &shared = buffers();
    // A short read has emptied the socket. Only where nothing is handed out this has to be certain: no
    // further readiness would tell of an end that came together with the bytes.
    if (m_inputEnded || m_error != 0 || (shared.hasData && shared.isDrained) || m_unproductive > largestKept)
        return false;
    if (shared.hasData && shared.receives == receivesPerRead) {
        m_holdsInput = true;
        return false;
    }
    ++shared.receives;
    const std::size_t asked
        = isHandshaking() ? inputBytes : std::min(inputBytes, shared.wanted + recordOverhead);
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
    ThreadBuffers &shared = buffers();
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
    const std::span<char> waste(buffers().input.get(), inputBytes);
    for (int i = 0; i < receivesPerDiscard; ++i) {
        const IoResult result = receiveFrom(m_descriptor, waste);
        if (result.status != IoStatus::Done)
            return result;
        if (result.bytes < waste.size())
            break;
    }
    return {IoStatus::WouldBlock, 0, 0};
}

/// False with the reason where no byte of the application can be taken now.
bool TlsSession::mayWrite(IoResult &result)
{
    result = m_state == State::Failed ? stopped(Step::Failed) : finishSending();
    if (result.status == IoStatus::Done && isHandshaking())
        result = handshake();
    if (result.status == IoStatus::EndOfInput)
        result = {IoStatus::Failed, 0, ECONNRESET};
    return result.status == IoStatus::Done;
}

IoResult TlsSession::write(std::span<const std::string_view> views, More more)
{
    IoResult result;
    if (!mayWrite(result))
        return result;
    const Operation operation(*this);
    std::size_t taken = 0;
    const Step step = encryptViews(views, taken);
    return afterWrite(step, taken, more);
}

IoResult TlsSession::sendFile(int file, std::uint64_t offset, std::size_t bytes)
{
    IoResult result;
    if (!mayWrite(result))
        return result;
    const std::span<char> piece(buffers().piece.get(), std::min(bytes, pieceBytes));
    result = platform::readFile(file, offset, piece);
    if (result.status != IoStatus::Done)
        return result;
    const Operation operation(*this);
    const Step step = encrypt({piece.data(), result.bytes});
    return afterWrite(step, result.bytes, More::No);
}

IoResult TlsSession::afterWrite(Step step, std::size_t taken, More more)
{
    send(more);
    if (step != Step::Moved || m_error != 0)
        return stopped(Step::Failed);
    return {IoStatus::Done, taken, 0};
}

TlsSession::Step TlsSession::encrypt(std::string_view bytes)
{
    while (!bytes.empty()) {
        std::size_t count = 0;
        if (const int result = SSL_write_ex(m_ssl, bytes.data(), bytes.size(), &count); result != 1) {
            // The buffers take everything: only a fault of the session itself leads here.
            judge(result);
            return Step::Failed;
        }
        bytes.remove_prefix(count);
    }
    return Step::Moved;
}

/// Short views are put together, so that they share a record.
TlsSession::Step TlsSession::encryptViews(std::span<const std::string_view> views, std::size_t &taken)
{
    char *const piece = buffers().piece.get();
    std::size_t gathered = 0;
    Step step = Step::Moved;
    for (std::string_view view : views) {
        view = view.substr(0, pieceBytes - taken);
        taken += view.size();
        while (!view.empty() && step == Step::Moved) {
            if (gathered == 0 && view.size() >= recordBytes) {
                const std::size_t whole = view.size() / recordBytes * recordBytes;
                step = encrypt(view.substr(0, whole));
                view.remove_prefix(whole);
                continue;
            }
            const std::size_t count = std::min(view.size(), recordBytes - gathered);
            std::memcpy(piece + gathered, view.data(), count);
            view.remove_prefix(count);
            gathered += count;
            if (gathered == recordBytes)
                step = encrypt({piece, std::exchange(gathered, 0)});
        }
    }
    return step == Step::Moved ? encrypt({piece, gathered}) : step;
}

/// Sends what OpenSSL has made, behind what waits, and keeps what the system does not take.
void TlsSession::send(More more)
{
    std::string &output = buffers().output;
    if (output.empty())
        return;
    const std::size_t sent = m_unsent.empty() ? sendBytes(output, more) : 0;
    if (sent < output.size() && m_error == 0)
        m_unsent.append(output, sent);
    output.clear();
    if (m_unsent.size() > largestKept && m_state != State::Failed)
        fail("the peer takes nothing of what it asks for");
}

/// Until the system takes no more: readiness is told only then. Says how many.
std::size_t TlsSession::sendBytes(std::string_view bytes, More more)
{
    std::size_t sent = 0;
    while (sent < bytes.size() && m_error == 0) {
        const std::string_view rest = bytes.substr(sent);
        const IoResult result = sendTo(m_descriptor, {&rest, 1}, more);
        if (result.status == IoStatus::WouldBlock)
            break;
        m_error = result.error;
        sent += result.bytes;
    }
    return sent;
}

IoResult TlsSession::finishSending()
{
    if (m_error != 0)
        return stopped(Step::Failed);
    if (m_unsent.empty())
        return {};
    const std::size_t sent = sendBytes(m_unsent, More::No);
    if (m_error != 0)
        return stopped(Step::Failed);
    if (sent < m_unsent.size()) {
        m_unsent.erase(0, sent);
        return {IoStatus::WouldBlock, 0, 0};
    }
    std::string().swap(m_unsent);
    if (m_endsAfterUnsent)
        platform::shutdownWrite(m_descriptor);
    return {};
}

/// close_notify (RFC 8446 section 6.1), once.
void TlsSession::sendNotice()
{
    if (m_state != State::Open || std::exchange(m_noticeSent, true))
        return;
    const Operation operation(*this);
    SSL_shutdown(m_ssl);
    ERR_clear_error();
    send(More::No);
}

void TlsSession::shutdownWrite()
{
    sendNotice();
    if (m_unsent.empty())
        platform::shutdownWrite(m_descriptor);
    else
        m_endsAfterUnsent = true;
}

bool TlsSession::isResumed() const
{
    return m_ssl && SSL_session_reused(m_ssl);
}

} // namespace servelab::net
