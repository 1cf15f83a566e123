// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/servedanswer.h"

#include "core/http/requesthead.h"
#include "core/http/responsehead.h"
#include "core/server/answerhead.h"
#include "core/server/answerwriter.h"
#include "core/server/techniques/wholefileread.h"
#include "core/site/filesystem.h"

#include <algorithm>

namespace servelab::server {

namespace {

bool isContentLength(const ServedAnswer::Field &field)
{
    return http::equalsIgnoringCase(field.name, "content-length");
}

} // namespace

ServedAnswer::ServedAnswer(const AnswerPlan &plan, const AnswerContext &context)
    : m_plan(plan)
    , m_context(context)
{
    std::string head;
    writeAnswerHead(plan, context, head);
    readHead(head);
}

/// The head was written just now: its lines are right.
void ServedAnswer::readHead(std::string_view head)
{
    const std::size_t end = head.find("\r\n") + 2;
    m_statusLine = head.substr(0, end);
    for (head.remove_prefix(end); head != "\r\n"; head.remove_prefix(head.find("\r\n") + 2)) {
        const std::string_view line = head.substr(0, head.find("\r\n"));
        const std::size_t colon = line.find(": ");
        m_fields.push_back({std::string(line.substr(0, colon)), std::string(line.substr(colon + 2))});
    }
}

int ServedAnswer::status() const
{
    return m_plan.status;
}

std::uint64_t ServedAnswer::first() const
{
    return m_plan.first;
}

std::optional<std::string_view> ServedAnswer::field(std::string_view name) const
{
    for (const Field &field : m_fields) {
        if (http::equalsIgnoringCase(field.name, name))
            return field.value;
    }
    return {};
}

void ServedAnswer::setField(std::string_view name, std::string_view value)
{
    const AnswerHead line = AnswerHead().field(name, value);
    if (!line.problem().empty()) {
        fail(std::string(line.problem()));
        return;
    }
    removeField(name);
    m_fields.push_back({std::string(name), std::string(value)});
}

void ServedAnswer::removeField(std::string_view name)
{
    if (isFramingField(name))
        return;
    std::erase_if(
        m_fields, [name](const Field &field) { return http::equalsIgnoringCase(field.name, name); });
}

std::uint64_t ServedAnswer::length() const
{
    return m_replaced ? m_replaced->size() : answerBody(m_plan, m_context).length;
}

std::optional<std::string_view> ServedAnswer::bytes()
{
    if (m_replaced)
        return *m_replaced;
    const AnswerBody body = answerBody(m_plan, m_context);
    if (body.file < 0)
        return body.memory.bytes;
    if (!m_read && !readFile(m_read.emplace())) {
        m_read.reset();
        return {};
    }
    return *m_read;
}

bool ServedAnswer::readFile(std::string &out) const
{
    const AnswerBody body = answerBody(m_plan, m_context);
    if (body.length > largestReadBytes)
        return false;
    out.resize(static_cast<std::size_t>(body.length));
    const bool isSelected
        = m_context.deployment->techniques.rangedRead == site::RangedReadTechnique::Selected;
    const bool isRead = isSelected
        ? site::readAt(body.file, out.data(), out.size(), body.offset) == std::ptrdiff_t(out.size())
        : readThroughWholeFile(body.file, m_plan.representation->length, body.offset, out);
    // Bytes that were written meanwhile would belong to another file than the fields do.
    base::FileState state = m_plan.representation->fileState;
    return isRead && state.stillHolds(body.file);
}

void ServedAnswer::setBytes(std::string bytes)
{
    if (m_plan.status == 304)
        fail("A 304 has no body to replace.");
    else if (m_plan.status == 206 && bytes.size() != length())
        fail("The bytes of a 206 have to keep their length.");
    else
        m_replaced = std::move(bytes);
}

void ServedAnswer::write(net::Gather &gather)
{
    http::ResponseHeadWriter head(gather.head());
    head.prepared(m_statusLine);
    for (const Field &field : m_fields) {
        if (isContentLength(field))
            head.field(field.name, length());
        else
            head.field(field.name, field.value);
    }
    head.end();
    gather.commitHead();
    if (m_plan.withoutBody)
        return;
    if (m_replaced) {
        std::string_view view;
        auto keeper = AnswerBytes(std::move(*m_replaced)).keep(view);
        gather.append(view, std::move(keeper));
    } else {
        appendAnswerBody(m_plan, m_context, gather);
    }
}

void ServedAnswer::fail(std::string problem)
{
    m_problem = std::move(problem);
}

} // namespace servelab::server
