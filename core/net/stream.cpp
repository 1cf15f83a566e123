// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/stream.h"

#include "core/net/rawio.h"
#include "core/net/tlscontext.h"
#include "core/net/tlssession.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace servelab::net {

namespace {

/// Enough for what a client says first; a session reads the rest itself.
constexpr std::size_t firstReadBytes = 4096;

/// Whether a client that begins so means to speak TLS. Only text is taken for something else: whatever else
/// it may be gets an alert.
bool isTextByte(char byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '\r' || byte == '\n';
}

} // namespace

Stream::Stream() = default;

Stream::Stream(base::UniqueFd descriptor)
    : m_descriptor(std::move(descriptor))
{
}

Stream::Stream(Stream &&other) noexcept
    : m_descriptor(std::move(other.m_descriptor))
    , m_layer(std::exchange(other.m_layer, Layer::Plain))
    , m_failure(std::exchange(other.m_failure, TlsFailure::None))
    , m_acceptor(std::exchange(other.m_acceptor, nullptr))
    , m_tls(std::move(other.m_tls))
{
}

Stream &Stream::operator=(Stream &&other) noexcept
{
    if (this != &other) {
        close();
        m_descriptor = std::move(other.m_descriptor);
        m_layer = std::exchange(other.m_layer, Layer::Plain);
        m_failure = std::exchange(other.m_failure, TlsFailure::None);
        m_acceptor = std::exchange(other.m_acceptor, nullptr);
        m_tls = std::move(other.m_tls);
    }
    return *this;
}

Stream::~Stream()
{
    close();
}

base::Expected<Stream> Stream::connectTo(const QHostAddress &address, quint16 port)
{
    Stream stream;
    stream.m_descriptor = platform::openTcpSocket(address.protocol() != QAbstractSocket::IPv4Protocol);
    const int error = stream.isOpen() ? platform::connect(stream.descriptor(), address, port) : errno;
    if (error == 0 || error == EINPROGRESS)
        return stream;
    return base::fail(QStringLiteral("Cannot connect to %1 port %2: %3.")
            .arg(address.toString(), QString::number(port), QString::fromLocal8Bit(std::strerror(error))));
}

int Stream::connectError() const
{
    return platform::pendingError(descriptor());
}

void Stream::awaitTls(const TlsAcceptor &acceptor)
{
    m_acceptor = &acceptor;
    m_layer = Layer::AwaitingTls;
}

void Stream::startTlsClient(std::shared_ptr<const TlsClientContext> context, const std::string &hostName)
{
    m_tls = TlsSession::connect(descriptor(), std::move(context), hostName);
    m_layer = Layer::Tls;
}

IoResult Stream::handshake()
{
    return m_layer == Layer::Tls ? noted(m_tls->handshake()) : IoResult{};
}

IoResult Stream::read(std::span<char> buffer)
{
    if (m_layer == Layer::Plain) [[likely]]
        return receiveFrom(descriptor(), buffer);
    return readTls(buffer);
}

IoResult Stream::readTls(std::span<char> buffer)
{
    return m_layer == Layer::AwaitingTls ? beginTls(buffer) : noted(m_tls->read(buffer));
}

/// The first bytes decide whether there is TLS at all; only then a session is made.
IoResult Stream::beginTls(std::span<char> buffer)
{
    const std::span<char> part = buffer.first(std::min(buffer.size(), firstReadBytes));
    const IoResult first = receiveFrom(descriptor(), part);
    if (first.status != IoStatus::Done)
        return first;
    if (isTextByte(buffer.front()) || !m_acceptor->context) {
        m_layer = Layer::Plain;
        m_failure = TlsFailure::PlainPeer;
        return {IoStatus::Failed, 0, EPROTO};
    }
    m_tls = TlsSession::accept(descriptor(), m_acceptor->context, {buffer.data(), first.bytes});
    m_layer = Layer::Tls;
    return noted(m_tls->read(buffer));
}

/// A session that has just failed shows in tlsFailure().
IoResult Stream::noted(IoResult result)
{
    if (result.status == IoStatus::Failed && m_tls->hasFailed())
        m_failure = TlsFailure::Refused;
    return result;
}

IoResult Stream::write(std::span<const std::string_view> views, More more)
{
    if (m_layer == Layer::Plain) [[likely]]
        return sendTo(descriptor(), views, more);
    return m_layer == Layer::Tls ? noted(m_tls->write(views, more)) : IoResult{IoStatus::WouldBlock, 0, 0};
}

IoResult Stream::writePages(int file, std::uint64_t offset, std::size_t bytes)
{
    return sendPagesTo(descriptor(), file, offset, bytes);
}

IoResult Stream::finishSending()
{
    return m_layer == Layer::Tls ? noted(m_tls->finishSending()) : IoResult{};
}

bool Stream::isResumed() const
{
    return m_tls && m_tls->isResumed();
}

std::string Stream::tlsProblem() const
{
    return m_tls ? m_tls->problem() : std::string();
}

bool Stream::isTruncated() const
{
    return m_tls && m_tls->isTruncated();
}

bool Stream::isSessionHandshaking() const
{
    return m_tls->isHandshaking();
}

bool Stream::sessionHoldsInput() const
{
    return m_tls->holdsInput();
}

std::size_t Stream::unsentBytes() const
{
    return m_tls ? m_tls->unsentBytes() : 0;
}

void Stream::shutdownWrite()
{
    if (m_layer == Layer::Tls) [[unlikely]]
        m_tls->shutdownWrite();
    else
        platform::shutdownWrite(descriptor());
}

void Stream::setSendQueue(SendQueue queue)
{
    platform::setSendQueue(descriptor(), queue);
}

std::uint64_t Stream::unacknowledgedBytes() const
{
    return platform::unacknowledgedBytes(descriptor()) + unsentBytes();
}

void Stream::close()
{
    if (!isOpen())
        return;
    if (m_tls) [[unlikely]] {
        m_tls->sendNotice();
        dropTls();
    }
    platform::close(m_descriptor.release());
}

void Stream::abort()
{
    if (!isOpen())
        return;
    dropTls();
    platform::abort(m_descriptor.release());
}

/// Only a descriptor is left to be closed.
void Stream::dropTls()
{
    m_tls.reset();
    m_layer = Layer::Plain;
}

QHostAddress Stream::peerAddress() const
{
    return platform::peerEndpoint(descriptor()).address;
}

quint16 Stream::peerPort() const
{
    return platform::peerEndpoint(descriptor()).port;
}

} // namespace servelab::net
