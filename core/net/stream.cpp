// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/stream.h"

#include "core/net/eventloop.h"
#include "core/net/platform.h"

#include <cerrno>
#include <cstring>

namespace servelab::net {

Stream::Stream(base::UniqueFd descriptor)
    : m_descriptor(std::move(descriptor))
{
}

Stream &Stream::operator=(Stream &&other) noexcept
{
    if (this != &other) {
        close();
        m_descriptor = std::move(other.m_descriptor);
    }
    return *this;
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

IoResult Stream::read(std::span<char> buffer)
{
    const IoResult result = platform::receive(descriptor(), buffer);
    if (result.status == IoStatus::WouldBlock
        || (result.status == IoStatus::Done && result.bytes < buffer.size()))
        EventLoop::noteReadDrained(descriptor());
    return result;
}

IoResult Stream::write(std::span<const std::string_view> views, More more)
{
    const IoResult result = platform::send(descriptor(), views, more);
    if (result.status == IoStatus::WouldBlock)
        EventLoop::noteWriteBlocked(descriptor());
    return result;
}

IoResult Stream::sendFile(int file, std::uint64_t offset, std::size_t bytes)
{
    const IoResult result = platform::sendFile(descriptor(), file, offset, bytes);
    if (result.status == IoStatus::WouldBlock)
        EventLoop::noteWriteBlocked(descriptor());
    return result;
}

void Stream::shutdownWrite()
{
    platform::shutdownWrite(descriptor());
}

std::uint64_t Stream::unacknowledgedBytes() const
{
    return platform::unacknowledgedBytes(descriptor());
}

void Stream::close()
{
    if (isOpen())
        platform::close(m_descriptor.release());
}

void Stream::abort()
{
    if (isOpen())
        platform::abort(m_descriptor.release());
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
