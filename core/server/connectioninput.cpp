// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/connectioninput.h"

namespace servelab::server {

void ConnectionInput::noteReadiness(net::Readiness readiness)
{
    m_isReadable |= readiness.readable;
    m_peerClosed |= readiness.peerClosed;
}

ConnectionInput::Part ConnectionInput::next(net::Stream &stream, std::span<char> buffer)
{
    if (m_holdsUnseen)
        return {.bytes = *m_kept};
    Part part = read(stream, buffer);
    if (part.received > 0 && m_kept)
        part.bytes = m_kept->append(part.bytes);
    return part;
}

ConnectionInput::Part ConnectionInput::read(net::Stream &stream, std::span<char> buffer)
{
    if (!m_isReadable)
        return {};
    const net::IoResult result = stream.read(buffer);
    const bool hasBytes = result.status == net::IoStatus::Done;
    // A short read has drained the socket, but for an end of input that was told together with the bytes.
    m_isReadable = hasBytes && (result.bytes == buffer.size() || m_peerClosed || stream.holdsInput());
    m_hasEnded |= result.status == net::IoStatus::EndOfInput;
    if (!hasBytes)
        return {.bytes = {}, .isBroken = result.status == net::IoStatus::Failed};
    return {.bytes = {buffer.data(), result.bytes}, .received = result.bytes};
}

void ConnectionInput::keep(std::string_view part, std::size_t consumed, Rest rest)
{
    const bool wasKept = m_kept && part.data() == m_kept->data();
    m_holdsUnseen = consumed < part.size() && rest == Rest::Unseen;
    if (consumed == part.size())
        m_kept.reset();
    else if (wasKept)
        m_kept->erase(0, consumed);
    else
        m_kept = std::make_unique<std::string>(part.substr(consumed));
}

void ConnectionInput::drop()
{
    m_kept.reset();
    m_holdsUnseen = false;
}

} // namespace servelab::server
