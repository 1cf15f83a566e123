// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace servelab::server {

/// Status and fields of an answer that an embedding program makes. A value: one that is made once can head
/// any number of answers.
///
/// What frames the message is the server's and cannot be added: Connection, Content-Length, Date, Keep-Alive,
/// Proxy-Connection, Trailer, Transfer-Encoding, Upgrade.
class AnswerHead
{
public:
    /// 200 to 599.
    explicit AnswerHead(int status = 200);

    /// Adds one field line (RFC 9110 section 5); a name may come more than once, as Set-Cookie does. A name
    /// or value that cannot be sent makes the whole head unfit: see problem().
    AnswerHead &field(std::string_view name, std::string_view value);

    /// The connection ends behind the answer.
    AnswerHead &closeConnection();

    int status() const { return m_status; }
    std::string_view fieldLines() const { return m_fieldLines; } ///< each with its CRLF
    bool closesConnection() const { return m_closes; }

    /// Why it cannot be sent, for the programmer; empty where it can. A head with a problem is answered with
    /// 500 in its place, and the problem is the server's lastError().
    std::string_view problem() const { return m_problem; }

private:
    int m_status;
    bool m_closes = false;
    std::string m_fieldLines;
    std::string m_problem;
};

/// Whether the server writes that field itself, so that nobody else can.
bool isFramingField(std::string_view name);

/// Bytes of an answer, however the program has them. Move-only where it owns them.
class AnswerBytes
{
public:
    AnswerBytes() = default;
    AnswerBytes(const char *text) ///< text and view are used during the call they are given to
        : m_bytes(std::string_view(text))
    {
    }
    AnswerBytes(std::string_view bytes)
        : m_bytes(bytes)
    {
    }
    AnswerBytes(std::string &&bytes) ///< taken over, not copied
        : m_bytes(std::move(bytes))
    {
    }
    AnswerBytes(const QByteArray &bytes) ///< shared, not copied
        : AnswerBytes(std::make_shared<const QByteArray>(bytes))
    {
    }
    AnswerBytes(std::shared_ptr<const std::string> bytes) ///< shared, not copied
        : m_bytes(Shared{*bytes, bytes})
    {
    }
    AnswerBytes(AnswerBytes &&) = default;
    AnswerBytes &operator=(AnswerBytes &&) = default;

    std::string_view view() const;
    std::size_t size() const { return view().size(); }

    /// The same bytes independent of anybody's memory.
    AnswerBytes owned() &&;

    /// What keeps the bytes at `view` alive; bytes that are merely viewed or owned move there first. `view`
    /// is where they are afterwards.
    std::shared_ptr<const void> keep(std::string_view &view) &&;

private:
    struct Shared
    {
        std::string_view view;
        std::shared_ptr<const void> keeper;
    };

    AnswerBytes(const std::shared_ptr<const QByteArray> &bytes)
        : m_bytes(Shared{{bytes->data(), static_cast<std::size_t>(bytes->size())}, bytes})
    {
    }

    std::variant<std::string_view, std::string, Shared> m_bytes;
};

} // namespace servelab::server
