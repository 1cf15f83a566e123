// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/common/contentcodings.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

using namespace servelab;
using namespace servelab::tests;

/// What the representations of a file have to do with each other and with time, beyond the rows of the
/// request cases: coded bodies while they are made and afterwards, files that are not in memory, edits.
class SelectionCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void codedBodiesAreWhatTheyStandFor_data();
    void codedBodiesAreWhatTheyStandFor();
    void i10HeadHasTheFieldsOfGet();
    void i11Http10GetsACodedBodyDelimitedByClose();
    void aCodedBodyThatIsReadyKeepsTheConnectionOfHttp10();
    void pipelinedRequestsWaitForAnEncoder();
    void configuredErrorAnswers();
    void filesThatAreNotInMemory_data();
    void filesThatAreNotInMemory();
    void everyAnswerShowsTheLatestEdit();

private:
    Fixture m_fixture;
    std::unique_ptr<server::Server> m_plain;
    std::unique_ptr<server::Server> m_coding;
};

void SelectionCases::initTestCase()
{
    m_plain = startServer(m_fixture.config());

    site::SiteConfig coding = m_fixture.config();
    coding.compression.enabled = true;
    m_coding = startServer(coding);
}

static QByteArray decoded(const QByteArray &coding, const QByteArray &bytes)
{
    const std::string_view coded(bytes.data(), size_t(bytes.size()));
    const Decoded result = coding == "br" ? decodeBrotli(coded) : decodeGzip(coded);
    return result.complete ? result.bytes : QByteArray();
}

void SelectionCases::codedBodiesAreWhatTheyStandFor_data()
{
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<bool>("cached");
    QTest::newRow("gzip, while it is made and from the cache") << QByteArray("gzip") << true;
    QTest::newRow("gzip, made for each request") << QByteArray("gzip") << false;
    QTest::newRow("br, while it is made and from the cache") << QByteArray("br") << true;
    QTest::newRow("br, made for each request") << QByteArray("br") << false;
}

void SelectionCases::codedBodiesAreWhatTheyStandFor()
{
    QFETCH(QByteArray, coding);
    QFETCH(bool, cached);
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    if (!cached)
        config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    const QByteArray page = Fixture::patterned(3'000'000);
    m_fixture.write("large.html", page);
    const auto server = startServer(config);
    RawClient client(server->port());
    for (int round = 0; round < 3; ++round) {
        client.send(get("/large.html", "Accept-Encoding: " + coding + "\r\n"));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->field("content-encoding"), coding);
        verifyFraming(*answer);
        QVERIFY(decoded(coding, answer->body) == page);
    }
}

void SelectionCases::i10HeadHasTheFieldsOfGet()
{
    RawClient client(m_coding->port());
    const QByteArray accepting = "Accept-Encoding: br\r\n";
    std::optional<Answer> whole;
    std::optional<Answer> head;
    const auto askForBoth = [&] {
        client.send(get("/big.html", accepting) + request("HEAD /big.html", accepting));
        whole = client.readAnswer();
        head = client.readAnswer(true);
        return whole && head;
    };
    // Once the variant is in the cache both have the same framing.
    QTRY_VERIFY(askForBoth() && whole->has("content-length") && head->has("content-length"));
    QCOMPARE(head->fields, whole->fields);
    QCOMPARE(head->field("content-encoding"), "br");
}

void SelectionCases::i11Http10GetsACodedBodyDelimitedByClose()
{
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    m_fixture.write("large.html", Fixture::patterned(3'000'000));
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send("GET /large.html HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QVERIFY(!answer->has("transfer-encoding"));
    QCOMPARE(answer->field("connection"), "close");
    QCOMPARE(client.ending(), Ending::Closed);
    QVERIFY(decoded("gzip", answer->body) == Fixture::patterned(3'000'000));
}

/// Whether the coded page comes with a length: it is not made while it is sent.
static bool isReady(quint16 port)
{
    RawClient client(port);
    client.send(get("/big.html", "Accept-Encoding: br\r\n"));
    const auto answer = client.readAnswer();
    return answer && answer->has("content-length");
}

void SelectionCases::aCodedBodyThatIsReadyKeepsTheConnectionOfHttp10()
{
    QTRY_VERIFY(isReady(m_coding->port()));
    runCase(m_coding->port(),
        {"GET /big.html HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: keep-alive\r\n\r\n",
            200, Then::Kept, {"Content-Encoding: br", "Content-Length:"}});
}

void SelectionCases::pipelinedRequestsWaitForAnEncoder()
{
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    m_fixture.write("large.html", Fixture::patterned(3'000'000));
    const auto server = startServer(config);
    RawClient client(server->port());
    const QByteArray coded = get("/large.html", "Accept-Encoding: gzip\r\n");
    client.send(get("/a.txt") + coded + get("/a.txt") + coded + get("/missing"));
    for (const int status : {200, 200, 200, 200, 404}) {
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
    }
}

void SelectionCases::configuredErrorAnswers()
{
    site::SiteConfig config = m_fixture.config();
    config.errors.insert(
        404, {QStringLiteral("<h1>Nothing here</h1>"), {{QStringLiteral("X-Why"), QStringLiteral("gone")}}});
    const auto server = startServer(config);
    runCase(server->port(),
        {get("/no"), 404, Then::Kept, {"X-Why: gone", "Content-Length: 21"}, -1, "Nothing here"});
    runCase(server->port(), {request("HEAD /no"), 404, Then::Kept, {"X-Why: gone", "Content-Length: 21"}, 0});
}

void SelectionCases::filesThatAreNotInMemory_data()
{
    QTest::addColumn<bool>("cache");
    QTest::newRow("larger than the cache takes") << true;
    QTest::newRow("without a cache") << false;
}

void SelectionCases::filesThatAreNotInMemory()
{
    QFETCH(bool, cache);
    site::SiteConfig config = m_fixture.config();
    config.techniques.staticCache = cache ? site::StaticCacheTechnique::On : site::StaticCacheTechnique::Off;
    const QByteArray bytes = Fixture::patterned(4'000'000);
    m_fixture.write("film.bin", bytes);
    const auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/film.bin") + get("/a.txt") + get("/film.bin", "Range: bytes=1000000-2999999\r\n")
        + get("/missing"));
    const auto whole = client.readAnswer();
    const auto small = client.readAnswer();
    const auto part = client.readAnswer();
    const auto missing = client.readAnswer();
    QVERIFY(whole && small && part && missing);
    QVERIFY(whole->body == bytes);
    QCOMPARE(small->body.size(), 100);
    QCOMPARE(part->field("content-range"), "bytes 1000000-2999999/4000000");
    QVERIFY(part->body == bytes.mid(1'000'000, 2'000'000));
    QCOMPARE(missing->status, 404);
}

void SelectionCases::everyAnswerShowsTheLatestEdit()
{
    RawClient client(m_plain->port());
    for (int round = 0; round < 50; ++round) {
        const QByteArray text = "edit " + QByteArray::number(round);
        m_fixture.write("edited.txt", text, 1'700'000'000 + round);
        client.send(get("/edited.txt"));
        const auto answer = client.readAnswer();
        QVERIFY(answer);
        QCOMPARE(answer->body, text);
    }
}

QTEST_GUILESS_MAIN(SelectionCases)
#include "tst_selectioncases.moc"
