// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace servelab::bench {

/// Reads one answer by its own framing: a head, then a body of a known length, in chunks, or to the end of
/// the connection. For checking, and for answers whose lengths differ; the timed path of the others only
/// counts.
class AnswerReader
{
public:
    enum class Keep : std::uint8_t { Nothing, Body };

    /// `hasBody`: false for what answers HEAD, and for 304.
    AnswerReader(bool hasBody, Keep keep)
        : m_hasBody(hasBody)
        , m_keep(keep)
    {
    }

    /// Takes bytes up to the end of the answer; says how many.
    std::size_t take(std::string_view bytes);
    /// The connection has ended: true where that ends the answer rightly.
    bool endOfInput();

    bool isComplete() const { return m_part == Part::Complete; }
    bool isMalformed() const { return m_part == Part::Malformed; }
    int status() const { return m_status; }
    const std::string &head() const { return m_head; }
    const std::string &body() const { return m_body; }
    std::uint64_t bodyBytes() const { return m_bodyBytes; }
    std::uint64_t wireBytes() const { return m_wireBytes; }
    /// Value of a field of the head; empty: not there.
    std::string field(std::string_view name) const;

private:
    enum class Part : std::uint8_t {
        Head,
        Length,
        UntilEnd,
        ChunkLine,
        ChunkData,
        ChunkEnd,
        Trailer,
        Complete,
        Malformed
    };

    std::size_t takePart(std::string_view bytes);
    std::size_t takeHead(std::string_view bytes);
    std::size_t takeBody(std::string_view bytes);
    std::size_t takeLine(std::string_view bytes);
    void beginBody();
    void onLine();

    bool m_hasBody;
    Keep m_keep;
    Part m_part = Part::Head;
    int m_status = 0;
    std::uint64_t m_left = 0; ///< of the body or of the chunk
    std::uint64_t m_bodyBytes = 0;
    std::uint64_t m_wireBytes = 0;
    std::string m_head;
    std::string m_line;
    std::string m_body;
};

} // namespace servelab::bench
