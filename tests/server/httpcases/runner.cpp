// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/runner.h"

#include "core/http/httpdate.h"
#include "core/http/status.h"
#include "tests/common/contentcodings.h"

#include <QRandomGenerator>
#include <QSet>

#include <algorithm>

namespace servelab::tests::httpcases {
namespace {

/// All that an answer of these servers may say of itself. Another name would be one that a request put there.
const QSet<QByteArray> &knownFields()
{
    static const QSet<QByteArray> names{"accept-ranges", "allow", "cache-control", "connection",
        "content-encoding", "content-length", "content-range", "content-type", "date", "etag", "keep-alive",
        "last-modified", "location", "transfer-encoding", "vary", "x-content-type-options"};
    return names;
}

bool isPrintable(const QByteArray &text)
{
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

QByteArray problemWithFields(const Answer &answer)
{
    for (const auto &[name, value] : answer.fields) {
        if (!knownFields().contains(name))
            return "a field nobody asked for: " + name;
        if (!isPrintable(value))
            return "bytes that no field may hold: " + name;
        if (answer.count(name) > 1)
            return "said twice: " + name;
    }
    return {};
}

QByteArray problemWithStatusLine(const Answer &answer)
{
    const std::string_view reason = http::reasonPhrase(answer.status);
    const QByteArray expected = "HTTP/1.1 " + QByteArray::number(answer.status) + ' '
        + QByteArray(reason.data(), qsizetype(reason.size()));
    return answer.statusLine == expected ? QByteArray() : "status line: " + answer.statusLine;
}

QByteArray problemWithFraming(const Answer &answer)
{
    const bool hasLength = answer.has("content-length");
    const bool hasCoding = answer.has("transfer-encoding");
    if (hasLength && hasCoding)
        return "Content-Length and Transfer-Encoding";
    const bool isBodiless = http::isBodiless(answer.status);
    if (isBodiless && (hasLength || hasCoding))
        return "a length of what has no body";
    if (!isBodiless && !hasLength && !hasCoding && answer.field("connection") != "close")
        return "a body without an end";
    return {};
}

QByteArray problemWithNeeds(const Answer &answer)
{
    const QByteArray date = answer.field("date");
    if (!http::parseHttpDate({date.data(), size_t(date.size())}, 1'700'000'000))
        return "no Date: " + date;
    if (answer.status == 405 && !answer.has("allow"))
        return "405 without Allow";
    if (answer.has("etag") && !answer.field("etag").startsWith("W/\""))
        return "a strong tag: " + answer.field("etag");
    if (answer.has("content-type") && answer.field("x-content-type-options") != "nosniff")
        return "a type that may be guessed at";
    return {};
}

/// The first that is not empty.
QByteArray firstOf(std::initializer_list<QByteArray> problems)
{
    const auto found = std::ranges::find_if_not(problems, &QByteArray::isEmpty);
    return found == problems.end() ? QByteArray() : *found;
}

QByteArray problemWithField(const Answer &answer, const QByteArray &expectation)
{
    if (expectation.startsWith('!'))
        return answer.has(expectation.mid(1).toLower()) ? "there is " + expectation.mid(1) : QByteArray();
    const QByteArray name = expectation.left(expectation.indexOf(':')).toLower();
    const QByteArray value = expectation.mid(name.size() + 1).trimmed();
    if (answer.count(name) != 1)
        return "there is no " + expectation;
    return value.isEmpty() || answer.field(name) == value
        ? QByteArray()
        : "not " + expectation + " but " + answer.field(name);
}

/// The body without its content coding; empty where that does not come off.
std::optional<QByteArray> decodedBody(const Answer &answer)
{
    const QByteArray coding = answer.field("content-encoding");
    if (coding.isEmpty())
        return answer.body;
    const std::string_view bytes(answer.body.data(), size_t(answer.body.size()));
    const Decoded decoded = coding == "br" ? decodeBrotli(bytes) : decodeGzip(bytes);
    return decoded.complete ? std::optional(decoded.bytes) : std::nullopt;
}

QByteArray problemWithBody(const Answer &answer, const Expectation &expected)
{
    if (expected.isToHead)
        return {};
    const std::optional<QByteArray> body = decodedBody(answer);
    if (!body)
        return "the body is not what its coding says";
    if (expected.exactBody && *body != *expected.exactBody)
        return "not the body: " + shown(*body);
    if (expected.bodyLength && body->size() != *expected.bodyLength)
        return "length of the body: " + QByteArray::number(body->size());
    if (!expected.absent.isEmpty() && body->contains(expected.absent))
        return "the body holds " + expected.absent;
    return {};
}

QByteArray problemWithExpected(const Answer &answer, const Expectation &expected)
{
    if (answer.status != expected.status)
        return "not " + QByteArray::number(expected.status) + " but " + answer.statusLine;
    if (answer.interims != expected.interims)
        return QByteArray::number(answer.interims) + " answers 100";
    for (const QByteArray &field : expected.fields) {
        if (const QByteArray problem = problemWithField(answer, field); !problem.isEmpty())
            return problem;
    }
    return problemWithBody(answer, expected);
}

QByteArray readExpected(RawClient &client, const Expectation &expected)
{
    const std::optional<Answer> answer = client.readAnswer(expected.isToHead);
    if (!answer)
        return "no whole answer came where one with " + QByteArray::number(expected.status) + " was due";
    return firstOf({problemWithExpected(*answer, expected), problemWithAnswer(*answer)});
}

/// One conversation.
class Run
{
public:
    Run(const Row &row, Delivery delivery, Scene &scene, quint32 seed)
        : m_row(row)
        , m_delivery(delivery)
        , m_client(scene.transport().connect(scene.port(row.served)))
        , m_seed(seed)
    {
    }

    QByteArray problem()
    {
        deliver();
        QByteArray problem = m_delivery == Delivery::Pipelined ? readMarker() : QByteArray();
        for (qsizetype i = 0; problem.isEmpty() && i < m_row.answers.size(); ++i)
            problem = readRowsAnswer(i);
        if (!problem.isEmpty())
            return problem;
        return m_row.ends == Ends::No ? problemWithKept() : problemWithEnd();
    }

private:
    void deliver()
    {
        switch (m_delivery) {
        case Delivery::AtOnce:
            m_client->send(m_row.bytes);
            break;
        case Delivery::Pipelined:
            m_client->send(marker() + m_row.bytes + (m_row.halfCloses ? QByteArray() : marker()));
            break;
        case Delivery::Bytewise:
            for (const char byte : m_row.bytes)
                m_client->send(QByteArray(1, byte));
            break;
        case Delivery::CutInTwo:
            deliverCut(1 + QRandomGenerator(m_seed).bounded(int(m_row.bytes.size()) - 1));
            break;
        }
        if (m_row.halfCloses)
            m_client->shutdownWrite();
    }

    /// The pause, in which an answer may come already, lets the server look at the first part alone.
    void deliverCut(qsizetype place)
    {
        m_client->send(m_row.bytes.first(place));
        m_client->receive(2);
        m_client->send(m_row.bytes.sliced(place));
    }

    QByteArray marker(const QByteArray &fields = {}) const { return markerRequest(m_row.served, fields); }

    QByteArray readMarker()
    {
        const QByteArray problem = readExpected(*m_client, Expectation(200).body(markerBody()));
        return problem.isEmpty() ? problem : "the request beside it: " + problem;
    }

    QByteArray readRowsAnswer(qsizetype index)
    {
        Expectation expected = m_row.answers.at(index);
        const bool isLast = index + 1 == m_row.answers.size();
        if (m_row.ends == Ends::Announced && isLast)
            expected.with({"Connection: close"});
        else if (m_row.ends == Ends::No && !expected.fields.contains("Connection: keep-alive"))
            expected.with({"!Connection"});
        return readExpected(*m_client, expected);
    }

    /// The connection serves on, and nothing came out of the row but its answers.
    QByteArray problemWithKept()
    {
        if (m_delivery == Delivery::Pipelined) {
            if (const QByteArray problem = readMarker(); !problem.isEmpty())
                return problem;
        }
        m_client->send(marker("Connection: close\r\n"));
        const QByteArray problem = readMarker();
        return problem.isEmpty() ? problemWithEnd() : problem;
    }

    QByteArray problemWithEnd()
    {
        switch (m_client->waitForEnd()) {
        case Ending::None:
            return "more came, or no end: " + shown(m_client->readToEnd());
        case Ending::Reset:
            return "a reset";
        case Ending::Closed:
            return {};
        }
        return {};
    }

    const Row &m_row;
    const Delivery m_delivery;
    const std::unique_ptr<RawClient> m_client;
    const quint32 m_seed;
};

} // namespace

QByteArray problemWithAnswer(const Answer &answer)
{
    return firstOf({problemWithStatusLine(answer), problemWithFields(answer), problemWithFraming(answer),
        problemWithNeeds(answer)});
}

QByteArray problemWith(const Row &row, Delivery delivery, Scene &scene, quint32 seed)
{
    return Run(row, delivery, scene, seed).problem();
}

} // namespace servelab::tests::httpcases
