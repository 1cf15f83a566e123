// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace servelab::net {
class Gather;
}

namespace servelab::server {

struct AnswerContext;
struct AnswerPlan;

/// An answer of the site on its way to the client, as the before-serve hook sees and changes it. Valid until
/// the hook returns. Of a HEAD the bytes are those of the whole representation, and none of them are sent; of
/// a 206 they are the selected ones alone, and no others are read.
class ServedAnswer
{
public:
    /// Largest body that bytes() gives.
    static constexpr std::uint64_t largestReadBytes = 64 * 1024 * 1024;

    struct Field
    {
        std::string name;
        std::string value;
    };

    ServedAnswer(const AnswerPlan &plan, const AnswerContext &context);

    int status() const;
    const std::vector<Field> &fields() const { return m_fields; }
    std::optional<std::string_view> field(std::string_view name) const; ///< the first, in any case

    /// Replaces every field line of that name. Content-Length and what else frames the message cannot be set
    /// (see AnswerHead): an answer with such a field, or with a broken one, becomes a 500.
    void setField(std::string_view name, std::string_view value);
    void removeField(std::string_view name);

    std::uint64_t length() const; ///< of the body
    std::uint64_t first() const; ///< of a 206: offset in the representation
    /// The body. Read now where it is a file's; empty optional where that fails (the file has become shorter)
    /// or there is more of it than largestReadBytes.
    std::optional<std::string_view> bytes();

    /// Another body. One of a 206 has to keep its length, else it becomes a 500. Validators (ETag,
    /// Last-Modified) stay those of the file: remove them where the bytes do not depend on it alone.
    void setBytes(std::string bytes);

    // For the server.
    const std::string &problem() const { return m_problem; }
    void write(net::Gather &gather);

private:
    void readHead(std::string_view head);
    bool readFile(std::string &out) const;
    void fail(std::string problem);

    const AnswerPlan &m_plan;
    const AnswerContext &m_context;
    std::string m_statusLine;
    std::vector<Field> m_fields;
    std::string m_problem;
    std::optional<std::string> m_read; ///< of the file
    std::optional<std::string> m_replaced;
};

} // namespace servelab::server
