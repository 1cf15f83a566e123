// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/requestparser.h"
#include "core/server/answerplan.h"
#include "core/server/requestbody.h"
#include "tests/server/fixture.h"

#include <QTest>

using namespace servelab;
using namespace servelab::tests;
using server::AnswerPlan;
using server::Persistence;
using server::RequestBody;
using server::StreamFraming;

/// What is decided from a request's head alone, and how its body is counted: no connection is needed for
/// either.
class AnswerPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void statuses_data();
    void statuses();
    void persistence_data();
    void persistence();
    void bodiesThatAreNotRead_data();
    void bodiesThatAreNotRead();
    void rangesSelectAPart();
    void codedVariantsAreMadeOnceAndThenReady();
    void http10ClosesBehindABodyOfUnknownLength();
    void refusalsClose();
    void bodiesCutAtEveryByte_data();
    void bodiesCutAtEveryByte();

private:
    http::RequestHead &parsed(const QByteArray &bytes);
    AnswerPlan planned(const QByteArray &bytes);

    Fixture m_fixture;
    std::shared_ptr<const site::Site> m_site;
    site::LookupScratch m_scratch;
    http::RequestHead m_head;
    QByteArray m_bytes; ///< what m_head points into
};

void AnswerPlanTest::initTestCase()
{
    site::SiteConfig config = m_fixture.config();
    config.maximumBodyBytes = 10;
    config.compression.enabled = true;
    const auto site = site::Site::compile(config);
    QVERIFY(site);
    m_site = *site;
}

http::RequestHead &AnswerPlanTest::parsed(const QByteArray &bytes)
{
    m_bytes = bytes;
    http::RequestParser parser;
    const std::string_view view(m_bytes.data(), static_cast<std::size_t>(m_bytes.size()));
    if (parser.parse(view, m_head) != http::RequestParser::Status::Complete)
        qFatal("The test's request is broken.");
    return m_head;
}

AnswerPlan AnswerPlanTest::planned(const QByteArray &bytes)
{
    AnswerPlan plan = server::planAnswer(parsed(bytes), {*m_site, m_scratch, 1'800'000'000});
    m_scratch.endTurn();
    return plan;
}

static QByteArray requestOf(
    const QByteArray &line, const QByteArray &fields = {}, const QByteArray &host = "localhost")
{
    return line + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n";
}

/// Each row breaks everything that the later ones break, too: the order of the checks.
void AnswerPlanTest::statuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const QByteArray tooLong = "Content-Length: 11\r\n";
    const QByteArray expects = "Expect: foo\r\n";
    const QByteArray range = "Range: bytes=200-\r\n";
    const QByteArray unmodified = "If-Unmodified-Since: Mon, 13 Nov 2023 22:13:20 GMT\r\n";
    QTest::newRow("unknown host first") << requestOf("BREW bad", tooLong + expects + range, "no.test") << 421;
    QTest::newRow("then the length of the body") << requestOf("BREW bad", tooLong + expects + range) << 413;
    QTest::newRow("then the expectation") << requestOf("BREW bad", expects + range) << 417;
    QTest::newRow("then an unknown method") << requestOf("BREW bad", range) << 501;
    QTest::newRow("or one that is not allowed") << requestOf("PUT bad", range) << 405;
    QTest::newRow("then the target") << requestOf("GET bad", range) << 400;
    QTest::newRow("then what it stands for") << requestOf("GET /no", range) << 404;
    QTest::newRow("then preconditions") << requestOf("GET /a.txt", unmodified + range) << 412;
    QTest::newRow("then the range") << requestOf("GET /a.txt", range) << 416;
    QTest::newRow("and nothing is left to refuse") << requestOf("GET /a.txt") << 200;
}

void AnswerPlanTest::statuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    const AnswerPlan plan = planned(bytes);
    QCOMPARE(plan.status, status);
    QCOMPARE(plan.representation != nullptr, status == 200);
}

void AnswerPlanTest::persistence_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Persistence>("persistence");
    const QByteArray http10 = "GET /a.txt HTTP/1.0\r\nHost: localhost\r\n";
    QTest::newRow("HTTP/1.1") << requestOf("GET /a.txt") << Persistence::Kept;
    QTest::newRow("HTTP/1.1 asking") << requestOf("GET /a.txt", "Connection: keep-alive\r\n")
                                     << Persistence::KeptExpressly;
    QTest::newRow("HTTP/1.1 closing")
        << requestOf("GET /a.txt", "Connection: close\r\n") << Persistence::Closed;
    QTest::newRow("HTTP/1.0") << http10 + "\r\n" << Persistence::Closed;
    QTest::newRow("HTTP/1.0 asking") << http10 + "Connection: keep-alive\r\n\r\n"
                                     << Persistence::KeptExpressly;
}

void AnswerPlanTest::persistence()
{
    QFETCH(QByteArray, bytes);
    QFETCH(Persistence, persistence);
    QCOMPARE(planned(bytes).persistence, persistence);
}

void AnswerPlanTest::bodiesThatAreNotRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("skipped");
    QTest::newRow("too long") << requestOf("POST /a.txt", "Content-Length: 11\r\n") << true;
    QTest::newRow("too long for another host")
        << requestOf("POST /a.txt", "Content-Length: 11\r\n", "no.test") << true;
    QTest::newRow("at the limit") << requestOf("POST /a.txt", "Content-Length: 10\r\n") << false;
    QTest::newRow("chunked, which shows later")
        << requestOf("POST /a.txt", "Transfer-Encoding: chunked\r\n") << false;
    QTest::newRow("unknown expectation")
        << requestOf("POST /a.txt", "Expect: x\r\nContent-Length: 1\r\n") << true;
    QTest::newRow("unknown expectation without a body") << requestOf("GET /a.txt", "Expect: x\r\n") << false;
    QTest::newRow("CONNECT") << requestOf("CONNECT localhost:80") << true;
    QTest::newRow("bad target") << requestOf("GET *") << true;
}

void AnswerPlanTest::bodiesThatAreNotRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, skipped);
    const AnswerPlan plan = planned(bytes);
    QCOMPARE(plan.skipsRequestBody, skipped);
    QCOMPARE(plan.persistence == Persistence::Closed, skipped);
}

void AnswerPlanTest::rangesSelectAPart()
{
    const AnswerPlan part = planned(requestOf("GET /a.txt", "Range: bytes=10-19\r\n"));
    QCOMPARE(part.status, 206);
    QVERIFY(part.first == 10 && part.length == 10 && part.wholeLength == 100);
    const AnswerPlan none = planned(requestOf("GET /a.txt", "Range: bytes=100-\r\n"));
    QCOMPARE(none.status, 416);
    QVERIFY(none.wholeLength == 100);
    const AnswerPlan head = planned(requestOf("HEAD /a.txt", "Range: bytes=10-19\r\n"));
    QCOMPARE(head.status, 200);
    QVERIFY(head.withoutBody && head.length == 100);
}

void AnswerPlanTest::codedVariantsAreMadeOnceAndThenReady()
{
    const QByteArray bytes = requestOf("GET /big.html", "Accept-Encoding: br\r\n");
    std::vector<std::unique_ptr<site::CodingJob::Subscription>> interests;
    const AnswerPlan first = planned(bytes);
    QVERIFY(first.coding);
    QCOMPARE(first.contentCoding(), http::ContentCoding::Brotli);
    const auto isReady = [&] {
        const AnswerPlan plan = planned(bytes);
        if (plan.coding)
            interests.push_back(plan.coding->subscribe([] { })); // the encoder begins
        return !plan.coding;
    };
    QTRY_VERIFY(isReady());
    const AnswerPlan ready = planned(bytes);
    QCOMPARE(ready.representation->coding, http::ContentCoding::Brotli);
    QVERIFY(ready.length == ready.representation->length);
    QVERIFY(ready.length < 31'000);
    QVERIFY(!planned(requestOf("GET /big.html", "Accept-Encoding: br\r\nRange: bytes=0-9\r\n")).coding);
}

void AnswerPlanTest::http10ClosesBehindABodyOfUnknownLength()
{
    m_fixture.write("other.html", Fixture::bigPage());
    const AnswerPlan plan = planned("GET /other.html HTTP/1.0\r\nHost: localhost\r\nConnection: "
                                    "keep-alive\r\nAccept-Encoding: gzip\r\n\r\n");
    QVERIFY(plan.coding);
    QCOMPARE(plan.streamFraming, StreamFraming::ConnectionClose);
    QCOMPARE(plan.persistence, Persistence::Closed);
}

void AnswerPlanTest::refusalsClose()
{
    const AnswerPlan plan = server::planRefusal(408, true);
    QCOMPARE(plan.status, 408);
    QCOMPARE(plan.persistence, Persistence::Closed);
    QVERIFY(plan.withoutBody);
}

void AnswerPlanTest::bodiesCutAtEveryByte_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<RequestBody::Status>("status");
    QTest::addColumn<qsizetype>("consumed"); // -1: where it ends is of no interest
    const QByteArray chunked = "Transfer-Encoding: chunked\r\n";
    using Status = RequestBody::Status;
    QTest::newRow("length") << QByteArray("Content-Length: 3\r\n") << QByteArray("abcNEXT")
                            << Status::Complete << qsizetype(3);
    QTest::newRow("short of its length")
        << QByteArray("Content-Length: 9\r\n") << QByteArray("abc") << Status::Incomplete << qsizetype(3);
    QTest::newRow("chunks") << chunked << QByteArray("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nNEXT")
                            << Status::Complete << qsizetype(20);
    QTest::newRow("chunks at the limit")
        << chunked << QByteArray("a\r\n0123456789\r\n0\r\n\r\n") << Status::Complete << qsizetype(20);
    QTest::newRow("one chunk over the limit")
        << chunked << QByteArray("b\r\n") << Status::TooLarge << qsizetype(-1);
    QTest::newRow("chunks over the limit together")
        << chunked << QByteArray("9\r\n012345678\r\n2\r\n") << Status::TooLarge << qsizetype(-1);
    QTest::newRow("malformed") << chunked << QByteArray("3\nabc") << Status::Malformed << qsizetype(-1);
}

void AnswerPlanTest::bodiesCutAtEveryByte()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, body);
    QFETCH(RequestBody::Status, status);
    QFETCH(qsizetype, consumed);
    const http::RequestHead &head = parsed(requestOf("POST /", fields));
    const std::string_view bytes(body.data(), static_cast<std::size_t>(body.size()));
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        RequestBody reader(head, 10);
        std::size_t first = 0;
        std::size_t second = 0;
        RequestBody::Status result = reader.take(bytes.substr(0, cut), first);
        if (result == RequestBody::Status::Incomplete) {
            QCOMPARE(first, cut);
            result = reader.take(bytes.substr(cut), second);
        }
        QCOMPARE(result, status);
        if (consumed >= 0)
            QCOMPARE(static_cast<qsizetype>(first + second), consumed);
    }
}

QTEST_GUILESS_MAIN(AnswerPlanTest)
#include "tst_answerplan.moc"
