// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/rawio.h"
#include "core/net/tlsoperation.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

// Writing and ending.
namespace servelab::net {

namespace {

/// The largest, from the first record on: a first one that fits a packet, which browsers on slow networks
/// could use earlier, takes 4 % (100 KiB) to 15 % (1 KiB) more processor time for an answer.
constexpr std::size_t recordBytes = SSL3_RT_MAX_PLAIN_LENGTH;

} // namespace

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
    char *const piece = TlsBuffers::ofThisThread().piece.get();
    std::size_t gathered = 0;
    Step step = Step::Moved;
    for (std::string_view view : views) {
        view = view.substr(0, TlsBuffers::pieceBytes - taken);
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
    std::string &output = TlsBuffers::ofThisThread().output;
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

} // namespace servelab::net
