// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/workloadhooks.h"

#include "core/server/websocketecho.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <optional>

using namespace Qt::StringLiterals;

namespace servelab::subject {
namespace {

using server::AnswerHead;
using server::HookedRequest;
using server::Responder;
using server::ServedAnswer;

const AnswerHead &plainText()
{
    static const AnswerHead head = AnswerHead().field("Content-Type", "text/plain");
    return head;
}

const AnswerHead &json()
{
    static const AnswerHead head = AnswerHead().field("Content-Type", "application/json");
    return head;
}

/// A number without sign that fits, and nothing else.
std::optional<std::size_t> readNumber(std::string_view text, std::size_t largest)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number > largest)
        return {};
    return number;
}

QString textOf(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void tellBody(HookedRequest &request, Responder responder)
{
    const std::string text = request.text() ? std::to_string(request.text()->size()) : "none";
    std::move(responder).answer(
        plainText(), "text=" + text + " bytes=" + std::to_string(request.body().size()));
}

void tellRepeatedQuery(HookedRequest &request, Responder responder)
{
    const std::vector<std::string_view> values = request.parameters().values("v");
    std::string body = "count=" + std::to_string(values.size());
    if (!values.empty())
        body.append(" first=").append(values.front()).append(" last=").append(values.back());
    std::move(responder).answer(plainText(), std::move(body));
}

void tellRequestAsJson(HookedRequest &request, Responder responder)
{
    const QJsonObject object{
        {u"method"_s, textOf(request.methodToken())}, {u"path"_s, textOf(request.path())}};
    std::move(responder).answer(json(), QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void sayHello(HookedRequest &, Responder responder)
{
    std::move(responder).answer(plainText(), "Hello, World!");
}

void writeTenFields(HookedRequest &, Responder responder)
{
    std::string name = "X-Servelab-Measured-Field-Name-0";
    std::string value = "abcdefghijklmnopqrstuvwxyz012340";
    AnswerHead head;
    for (char digit = '0'; digit <= '9'; ++digit) {
        name.back() = value.back() = digit;
        head.field(name, value);
    }
    std::move(responder).answer(head, "ok");
}

void echoField(HookedRequest &request, Responder responder)
{
    const QByteArray body
        = QByteArray::fromRawData(request.body().data(), static_cast<qsizetype>(request.body().size()));
    const QJsonValue message = QJsonDocument::fromJson(body).object().value("message"_L1);
    if (message.isUndefined()) {
        std::move(responder).answer(AnswerHead(400), "A JSON object with the field \"message\" is wanted.");
        return;
    }
    const QJsonObject answer{{u"message"_s, message}};
    std::move(responder).answer(json(), QJsonDocument(answer).toJson(QJsonDocument::Compact));
}

void answerFromCache(HookedRequest &, Responder responder)
{
    static const auto body = std::make_shared<const std::string>(1024, 'c');
    std::move(responder).answer(plainText(), body);
}

void readIncomingFields(HookedRequest &request, Responder responder)
{
    if (request.path() == "/host")
        std::move(responder).answer(plainText(), *request.field("host"));
    else
        std::move(responder).answer(plainText(), "none");
}

/// What is asked of the workload "simple".
struct Pieces
{
    std::size_t bytes = 0;
    std::size_t pieces = 1;
    bool isChunked = false;
};

std::optional<Pieces> readPieces(std::string_view path)
{
    std::array<std::string_view, 3> parts;
    for (std::string_view &part : parts) {
        if (!path.starts_with('/'))
            return {};
        path.remove_prefix(1);
        part = path.substr(0, path.find('/'));
        path.remove_prefix(part.size());
    }
    const auto bytes = readNumber(parts[0], 16 * 1024 * 1024);
    const auto pieces = readNumber(parts[1], 1024);
    if (!bytes || !pieces || *pieces == 0 || (parts[2] != "length" && parts[2] != "chunked") || !path.empty())
        return {};
    return Pieces{*bytes, *pieces, parts[2] == "chunked"};
}

/// The last piece takes what cannot be shared evenly.
void writePieces(const Pieces &wanted, Responder responder)
{
    const auto length = wanted.isChunked ? std::nullopt : std::optional<std::uint64_t>(wanted.bytes);
    server::BodyWriter writer = std::move(responder).begin(plainText(), length);
    const std::size_t size = wanted.bytes / wanted.pieces;
    for (std::size_t i = 1; i < wanted.pieces; ++i)
        writer.write(std::string(size, 's'));
    writer.write(std::string(wanted.bytes - size * (wanted.pieces - 1), 's'));
    std::move(writer).end();
}

void answerSimply(HookedRequest &request, Responder responder)
{
    const std::optional<Pieces> wanted = readPieces(request.path());
    if (!wanted)
        std::move(responder).serve();
    else if (wanted->pieces == 1 && !wanted->isChunked)
        std::move(responder).answer(plainText(), std::string(wanted->bytes, 's'));
    else
        writePieces(*wanted, std::move(responder));
}

void writeManyFields(HookedRequest &request, Responder responder)
{
    const std::string_view path = request.path();
    const int count = path == "/few" ? 10 : path == "/medium" ? 50 : path == "/many" ? 600 : 0;
    if (count == 0) {
        std::move(responder).serve();
        return;
    }
    const std::string value(readNumber(request.parameters().first("length"), 4096).value_or(16), 'v');
    AnswerHead head;
    for (int i = 0; i < count; ++i)
        head.field("X-" + std::to_string(i), value);
    std::move(responder).answer(head, "ok");
}

/// Hooks that are one function for whole requests.
class RequestHook final : public server::SiteHooks
{
public:
    using Function = void (*)(HookedRequest &request, Responder responder);

    explicit RequestHook(Function function)
        : m_function(function)
    {
    }
    server::HookInterests interests() const override
    {
        return {.head = false, .request = true, .beforeServe = false, .afterServe = false};
    }
    void onRequest(HookedRequest &request, Responder responder) override
    {
        m_function(request, std::move(responder));
    }

private:
    const Function m_function;
};

class RangeHook final : public server::SiteHooks
{
public:
    server::HookInterests interests() const override
    {
        return {.head = false, .request = false, .beforeServe = true, .afterServe = true};
    }
    void beforeServe(const HookedRequest &, ServedAnswer &answer) override
    {
        const auto bytes = answer.status() == 206 ? answer.bytes() : std::nullopt;
        if (!bytes)
            return;
        answer.setField("X-Hook-Bytes", std::to_string(bytes->size()));
        answer.setField("X-Ended", std::to_string(m_ended.load()));
        std::string turned(*bytes);
        std::ranges::transform(turned, turned.begin(), [](char c) { return static_cast<char>(~c); });
        answer.setBytes(std::move(turned));
    }
    void afterServe(const server::AccessRecord &) override { ++m_ended; }

private:
    std::atomic<std::uint64_t> m_ended = 0;
};

class ReadingHook final : public server::SiteHooks
{
public:
    server::HookInterests interests() const override
    {
        return {.head = false, .request = false, .beforeServe = true, .afterServe = false};
    }
    void beforeServe(const HookedRequest &, ServedAnswer &answer) override
    {
        if (const auto bytes = answer.bytes())
            answer.setField("X-Hook-Bytes", std::to_string(bytes->size()));
    }
};

using Hooks = std::shared_ptr<server::SiteHooks>;

template <RequestHook::Function function>
Hooks makeRequestHook()
{
    return std::make_shared<RequestHook>(function);
}

struct Entry
{
    QLatin1StringView name;
    Hooks (*make)();
};

constexpr std::array entries{
    Entry{"request-hook"_L1, makeRequestHook<tellBody>},
    Entry{"repeated-query"_L1, makeRequestHook<tellRepeatedQuery>},
    Entry{"range-hook"_L1, []() -> Hooks { return std::make_shared<RangeHook>(); }},
    Entry{"head-large-hook"_L1, []() -> Hooks { return std::make_shared<ReadingHook>(); }},
    Entry{"dynamic-hook"_L1, makeRequestHook<tellRequestAsJson>},
    Entry{"hello-world"_L1, makeRequestHook<sayHello>},
    Entry{"headers"_L1, makeRequestHook<writeTenFields>},
    Entry{"json-post"_L1, makeRequestHook<echoField>},
    Entry{"cached"_L1, makeRequestHook<answerFromCache>},
    Entry{"ws-echo"_L1, []() -> Hooks { return std::make_shared<server::WebSocketEchoHooks>("/echo"); }},
    Entry{"incoming-headers"_L1, makeRequestHook<readIncomingFields>},
    Entry{"simple"_L1, makeRequestHook<answerSimply>},
    Entry{"response-headers"_L1, makeRequestHook<writeManyFields>},
};

} // namespace

QStringList workloadHookNames()
{
    QStringList names;
    for (const Entry &entry : entries)
        names.append(entry.name);
    return names;
}

base::Expected<std::shared_ptr<server::SiteHooks>> makeWorkloadHooks(const QString &name)
{
    for (const Entry &entry : entries) {
        if (entry.name == name)
            return entry.make();
    }
    return base::fail(u"There are no hooks named \"%1\"."_s.arg(name),
        u"Known are %1."_s.arg(workloadHookNames().join(u", "_s)));
}

} // namespace servelab::subject
