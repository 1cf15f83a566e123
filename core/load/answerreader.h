// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/responseparser.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::load {

class BodyDigest;

/// Follows one answer from its first to its last byte and keeps what is checked of it. Bytes are looked at
/// where they lie; only a head that comes in pieces is copied, up to ResponseParser's limit. One for each
/// connection.
class AnswerReader
{
public:
    enum class Status : std::uint8_t { Incomplete, Complete, Malformed };

    /// Forgets the last answer. `requestWasHead`: the answer has no body whatever it says. `digest`, where
    /// given, takes the body's bytes and is there until the next begin().
    void begin(bool requestWasHead, BodyDigest *digest = nullptr);

    /// Takes the next bytes of the connection. On Complete surplus() says how many lie behind the answer.
    Status take(std::string_view bytes);

    /// The server ended its side: whether that is the end of this answer.
    bool endsWithConnection() const { return m_hasHead && m_body.endsWithConnection(); }

    bool hasHead() const { return m_hasHead; }
    /// Whether anything of it has arrived.
    bool hasBegun() const { return m_hasHead || !m_partialHead.empty(); }
    int status() const { return m_status; }
    bool closes() const { return m_closes; }
    std::uint64_t bodyBytes() const { return m_body.bodyBytes(); }
    /// The least that the whole body will have, from what was announced and what has arrived.
    std::uint64_t leastBodyBytes() const;
    std::size_t surplus() const { return m_surplus; }

private:
    Status takeHead(std::string_view &bytes);
    void beginBody(const http::ResponseHead &head);
    http::BodyReader::Status takeBody(std::string_view bytes, std::size_t &consumed);

    http::ResponseParser m_parser;
    http::BodyReader m_body;
    std::string m_partialHead;
    BodyDigest *m_digest = nullptr;
    std::uint64_t m_announcedBytes = 0;
    std::size_t m_surplus = 0;
    int m_status = 0;
    bool m_requestWasHead = false;
    bool m_hasHead = false;
    bool m_closes = false;
};

} // namespace servelab::load
