// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/sitehooks.h"
#include "tests/common/contentcodings.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <QMutex>

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace servelab;
using namespace servelab::tests;

/// A running server takes another configuration, or other hooks: at the next request, never within one.
class LiveConfiguration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void reconfigureTakesEffectAtTheNextRequest();
    void reconfigureKeepsTheConfigurationOfARequestUnderWay();
    void whatNeedsANewListenerCannotBeReconfigured();
    void everyAnswerIsOfOneConfiguration();

private:
    struct Asked;

    site::SiteConfig configOf(int generation) const;
    Asked askFor(int kind) const;
    void load(quint16 port);
    void check(const Asked &asked, const std::optional<Answer> &answer, int least);
    void noteWrong(const QByteArray &what);

    Fixture m_fixture;
    QTemporaryDir m_logs;
    std::atomic<int> m_begun = 0; ///< the latest generation that the server may serve
    std::atomic<int> m_current = 0; ///< the latest one that it has taken
    std::atomic<int> m_answers = 0;
    std::atomic<int> m_hooked = 0; ///< answers of a hook among them
    std::atomic<int> m_coded = 0; ///< answers in a content coding
    std::atomic<bool> m_ends = false;
    QMutex m_mutex;
    int m_wrong = 0; ///< under m_mutex
    QByteArray m_firstWrong; ///< so is this
};

namespace {

constexpr int threads = 4;
constexpr int connectionsOfThread = 16;
constexpr int changes = 60;
constexpr int folders = 4; ///< of which each generation serves one

QByteArray number(int value)
{
    return QByteArray::number(value);
}

QByteArray fileOf(int folder)
{
    return "files " + number(folder) + '\n' + Fixture::patterned(500);
}

QByteArray pageOf(int folder)
{
    return ("<p>page " + number(folder) + "</p>\n").repeated(1000);
}

QByteArray docsOf(int folder)
{
    return "docs " + number(folder);
}

QByteArray missingIn(int generation)
{
    return "<p>nothing in " + number(generation) + "</p>";
}

/// Answers for itself what is asked of it, and sees to it that a request is not handed from one to another.
class NamedHooks : public server::SiteHooks
{
public:
    /// Which hooks saw the head of the request that a client has under way, by its port.
    struct Heads
    {
        QMutex mutex;
        QMap<quint16, int> byPort; ///< under mutex
    };

    NamedHooks(int name, std::shared_ptr<Heads> heads)
        : m_name(name)
        , m_heads(std::move(heads))
    {
    }

    server::HookInterests interests() const override
    {
        return {.head = true, .request = true, .beforeServe = false, .afterServe = true};
    }
    void onHead(const server::HookedRequest &request, server::Responder responder) override
    {
        const QMutexLocker lock(&m_heads->mutex);
        m_heads->byPort[request.peerPort()] = m_name;
        std::move(responder).serve();
    }
    void onRequest(server::HookedRequest &request, server::Responder responder) override
    {
        const QMutexLocker lock(&m_heads->mutex);
        const int head = m_heads->byPort.value(request.peerPort(), -1);
        if (head != m_name)
            std::move(responder).answer(server::AnswerHead(500), "its head was seen by other hooks");
        else if (request.path() == "/hook")
            std::move(responder).answer(
                server::AnswerHead().field("X-Hooks", std::to_string(m_name)), "hooks " + number(m_name));
        else
            std::move(responder).serve();
    }

private:
    const int m_name;
    const std::shared_ptr<Heads> m_heads;
};

template <typename Technique>
Technique way(int generation, int ways)
{
    return static_cast<Technique>(generation % ways);
}

site::TechniquesConfig techniquesOf(int generation)
{
    return {.codedVariants = way<site::CodedVariantsTechnique>(generation / 2, 2),
        .staticCache = way<site::StaticCacheTechnique>(generation / 3, 2),
        .hostLookup = way<site::HostLookupTechnique>(generation, 2),
        .mediaTypes = way<site::MediaTypesTechnique>(generation / 4, 2),
        .queryValues = way<site::QueryValuesTechnique>(generation, 2),
        .rangedRead = way<site::RangedReadTechnique>(generation / 2, 2),
        .answerWrite = way<site::AnswerWriteTechnique>(generation, 3),
        .fieldLookup = way<site::FieldLookupTechnique>(generation / 3, 2),
        .date = way<site::DateTechnique>(generation / 5, 2)};
}

} // namespace

void LiveConfiguration::init()
{
    for (int folder = 0; folder < folders; ++folder) {
        QDir(m_fixture.root()).mkpath(QStringLiteral("../live%1").arg(folder));
        QDir(m_fixture.root()).mkpath(QStringLiteral("../live%1-docs").arg(folder));
        const QByteArray base = "../live" + number(folder);
        m_fixture.write((base + "/a.txt").constData(), fileOf(folder));
        m_fixture.write((base + "/page.html").constData(), pageOf(folder));
        m_fixture.write((base + "-docs/a.txt").constData(), docsOf(folder));
    }
}

void LiveConfiguration::reconfigureTakesEffectAtTheNextRequest()
{
    site::SiteConfig config = m_fixture.config();
    const auto server = startServer(config);
    RawClient client(server->port());
    QCOMPARE(statusOf(client, get("/.env")), 403);
    config.allowDotfiles = true;
    QVERIFY(server->reconfigure(config));
    QCOMPARE(server->config(), config);
    QCOMPARE(statusOf(client, get("/.env")), 200); // on the connection that was open already
    config.root = QStringLiteral("/no such folder");
    QVERIFY(!server->reconfigure(config));
    QCOMPARE(statusOf(client, get("/.env")), 200);
}

void LiveConfiguration::reconfigureKeepsTheConfigurationOfARequestUnderWay()
{
    site::SiteConfig config = m_fixture.config();
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/a.txt", "Content-Length: 3\r\n") + "a");
    QTRY_COMPARE(server->counters().requests, 1u);
    config.restrictedTypes = {QStringLiteral("txt")};
    QVERIFY(server->reconfigure(config));
    RawClient other(server->port());
    QCOMPARE(statusOf(other, get("/a.txt")), 403);
    QCOMPARE(statusOf(client, "bc"), 200);
    QCOMPARE(statusOf(client, get("/a.txt")), 403);
}

void LiveConfiguration::whatNeedsANewListenerCannotBeReconfigured()
{
    const auto server = startServer(m_fixture.config());
    site::SiteConfig config = m_fixture.config();
    config.port = 1;
    config.host = QStringLiteral("0.0.0.0");
    config.workers = 3;
    const auto result = server->reconfigure(config);
    QVERIFY(!result);
    QStringList fields;
    for (const base::Error &problem : result.error())
        fields.append(problem.where);
    QCOMPARE(
        fields, QStringList({QStringLiteral("host"), QStringLiteral("port"), QStringLiteral("workers")}));
    config = m_fixture.config();
    config.port = server->port(); // the same one, only written out
    QVERIFY(server->reconfigure(config));
}

/// Every setting that a request meets is of its generation, and can be told by it.
site::SiteConfig LiveConfiguration::configOf(int generation) const
{
    site::SiteConfig config = m_fixture.config();
    const QString folder = m_fixture.root() + QStringLiteral("/../live%1").arg(generation % folders);
    config.workers = 2;
    config.root = folder;
    config.domains = {{QStringLiteral("docs.test"), folder + QStringLiteral("-docs")}};
    if (generation % 2 == 1)
        config.domains.prepend({QStringLiteral("*.other.test"), folder});
    config.noCache = false;
    config.cacheControl = QStringLiteral("max-age=%1").arg(generation);
    config.compression.enabled = generation % 2 == 1;
    config.errors.insert(404,
        {QString::fromUtf8(missingIn(generation)),
            {{QStringLiteral("X-Generation"), QString::number(generation)}}});
    config.techniques = techniquesOf(generation);
    if (generation % 5 == 0) {
        config.log = m_logs.filePath(QStringLiteral("access.ndjson"));
        config.logBody = true;
    }
    return config;
}

/// One request, and what of its answer tells the generation.
struct LiveConfiguration::Asked
{
    enum Kind { File, Part, Page, Docs, Missing, Body, Hook, Kinds };

    Kind kind = File;
    QByteArray bytes;
};

LiveConfiguration::Asked LiveConfiguration::askFor(int kind) const
{
    using Kind = Asked::Kind;
    switch (static_cast<Kind>(kind % Kind::Kinds)) {
    case Kind::File:
        break;
    case Kind::Part:
        return {Kind::Part, get("/a.txt", "Range: bytes=0-7\r\n")};
    case Kind::Page:
        return {Kind::Page, get("/page.html", "Accept-Encoding: br\r\n")};
    case Kind::Docs:
        return {Kind::Docs, "GET /a.txt HTTP/1.1\r\nHost: docs.test\r\n\r\n"};
    case Kind::Missing:
        return {Kind::Missing, get("/missing")};
    case Kind::Body:
        return {Kind::Body, get("/a.txt", "Content-Length: 5\r\n") + "abcde"};
    case Kind::Hook:
        return {Kind::Hook, get("/hook")};
    case Kind::Kinds:
        break;
    }
    return {Kind::File, get("/a.txt")};
}

void LiveConfiguration::noteWrong(const QByteArray &what)
{
    const QMutexLocker lock(&m_mutex);
    if (m_wrong++ == 0)
        m_firstWrong = what;
}

/// The whole answer is of one generation, which the server had when the request was sent, or has got since.
void LiveConfiguration::check(const Asked &asked, const std::optional<Answer> &answer, int least)
{
    using Kind = Asked::Kind;
    ++m_answers;
    if (!answer)
        return noteWrong("no answer to " + asked.bytes);
    if (answer->has("x-hooks")) {
        ++m_hooked;
        if (asked.kind != Kind::Hook || answer->body != "hooks " + answer->field("x-hooks"))
            noteWrong(answer->statusLine + ", hooks mixed: " + answer->body);
        return;
    }
    const bool isMissing = asked.kind == Kind::Missing || asked.kind == Kind::Hook;
    const QByteArray mark = isMissing
        ? answer->field("x-generation")
        : answer->field("cache-control").mid(static_cast<qsizetype>(std::string_view("max-age=").size()));
    const int generation = mark.toInt();
    if (generation < least || generation > m_begun)
        return noteWrong(answer->statusLine + " of generation \"" + mark + "\", after " + number(least));
    const int folder = generation % folders;
    const bool isCoded = answer->field("content-encoding") == "br";
    m_coded += isCoded;
    if (asked.kind == Kind::Page && isCoded != (generation % 2 == 1))
        return noteWrong("generation " + mark + " with a content coding of another one");
    const QByteArray body = isCoded
        ? decodeBrotli({answer->body.constData(), static_cast<std::size_t>(answer->body.size())}).bytes
        : answer->body;
    const QByteArray expected = isMissing ? missingIn(generation)
        : asked.kind == Kind::Docs        ? docsOf(folder)
        : asked.kind == Kind::Page        ? pageOf(folder)
        : asked.kind == Kind::Part        ? fileOf(folder).first(8)
                                          : fileOf(folder);
    const int status = isMissing ? 404 : asked.kind == Kind::Part ? 206 : 200;
    if (answer->status != status || body != expected)
        noteWrong(answer->statusLine + " in generation " + mark + ": " + body.left(100));
}

/// Asks on its connections at once, over and over.
void LiveConfiguration::load(quint16 port)
{
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < connectionsOfThread; ++i)
        clients.push_back(std::make_unique<RawClient>(port));
    for (int round = 0; !m_ends; ++round) {
        std::array<int, connectionsOfThread> least{};
        std::array<Asked, connectionsOfThread> asked;
        for (std::size_t i = 0; i < clients.size(); ++i) {
            least[i] = m_current;
            asked[i] = askFor(round + static_cast<int>(i));
            const qsizetype halves = asked[i].kind == Asked::Kind::Body ? asked[i].bytes.size() - 3 : 0;
            clients[i]->send(asked[i].bytes.first(halves));
        }
        for (std::size_t i = 0; i < clients.size(); ++i) {
            const qsizetype halves = asked[i].kind == Asked::Kind::Body ? asked[i].bytes.size() - 3 : 0;
            clients[i]->send(asked[i].bytes.sliced(halves));
        }
        for (std::size_t i = 0; i < clients.size(); ++i)
            check(asked[i], clients[i]->readAnswer(), least[i]);
    }
}

void LiveConfiguration::everyAnswerIsOfOneConfiguration()
{
    const auto server = startServer(configOf(0));
    const auto heads = std::make_shared<NamedHooks::Heads>();
    bool areTaken = true;
    {
        std::vector<std::jthread> loads;
        for (int i = 0; i < threads; ++i)
            loads.emplace_back([this, port = server->port()] { load(port); });
        for (int generation = 1; generation <= changes; ++generation) {
            const int before = m_answers;
            m_begun = generation;
            areTaken = areTaken && server->reconfigure(configOf(generation));
            m_current = generation;
            if (generation % 3 == 0)
                server->setHooks(std::make_shared<NamedHooks>(generation, heads));
            else if (generation % 3 == 2)
                server->setHooks(nullptr);
            server->setRecording(generation % 4 < 2);
            if (!QTest::qWaitFor([&] { return m_answers > before + 64; }))
                break; // told below
        }
        m_ends = true;
    }
    QVERIFY(areTaken);
    QVERIFY2(m_wrong == 0, number(m_wrong) + " wrong, the first one: " + m_firstWrong);
    QVERIFY(m_answers >= 64 * changes);
    QVERIFY(m_hooked > 0);
    QVERIFY(m_coded > 0);
    QVERIFY(!server->lastError());
    QCOMPARE(server->counters().connectionsAccepted, 64u); // none was ever closed
}

QTEST_GUILESS_MAIN(LiveConfiguration)
#include "tst_liveconfiguration.moc"
