// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/answerhead.h"

#include "core/http/requesthead.h"
#include "core/http/responsehead.h"

#include <algorithm>
#include <array>

namespace servelab::server {

namespace {

constexpr std::array<std::string_view, 8> framingFields{"connection", "content-length", "date", "keep-alive",
    "proxy-connection", "trailer", "transfer-encoding", "upgrade"};

std::string quoted(std::string_view name)
{
    std::string text("\"");
    for (const char c : name)
        text += c > ' ' && c < 0x7f ? c : '?';
    return text + '"';
}

std::string problemOf(std::string_view name, std::string_view value)
{
    if (!http::isToken(name))
        return quoted(name) + " is no field name.";
    if (isFramingField(name))
        return quoted(name) + " is written by the server.";
    if (!http::isFieldValue(value))
        return "The value of " + quoted(name) + " has control characters.";
    return {};
}

} // namespace

AnswerHead::AnswerHead(int status)
    : m_status(status)
{
    if (status < 200 || status > 599)
        m_problem = "The status of an answer is 200 to 599, not " + std::to_string(status) + '.';
}

AnswerHead &AnswerHead::field(std::string_view name, std::string_view value)
{
    if (std::string problem = problemOf(name, value); !problem.empty())
        m_problem = std::move(problem);
    else
        m_fieldLines.append(name).append(": ").append(value).append("\r\n");
    return *this;
}

AnswerHead &AnswerHead::closeConnection()
{
    m_closes = true;
    return *this;
}

bool isFramingField(std::string_view name)
{
    return std::ranges::any_of(
        framingFields, [name](std::string_view field) { return http::equalsIgnoringCase(field, name); });
}

std::string_view AnswerBytes::view() const
{
    if (const auto *shared = std::get_if<Shared>(&m_bytes))
        return shared->view;
    if (const auto *own = std::get_if<std::string>(&m_bytes))
        return *own;
    return std::get<std::string_view>(m_bytes);
}

AnswerBytes AnswerBytes::owned() &&
{
    if (const auto *borrowed = std::get_if<std::string_view>(&m_bytes))
        return std::string(*borrowed);
    return std::move(*this);
}

std::shared_ptr<const void> AnswerBytes::keep(std::string_view &view) &&
{
    if (auto *shared = std::get_if<Shared>(&m_bytes)) {
        view = shared->view;
        return std::move(shared->keeper);
    }
    auto *own = std::get_if<std::string>(&m_bytes);
    const auto kept = std::make_shared<const std::string>(own ? std::move(*own) : std::string(this->view()));
    view = *kept;
    return kept;
}

} // namespace servelab::server
