// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace servelab;
using namespace servelab::tests;
using namespace Qt::StringLiterals;
using server::RecordedBody;

/// What access records tell of the bodies of requests where the site is told to record them.
class RecordedBodies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsToldFromBytes_data();
    void textIsToldFromBytes();
    void aBodyCutAnywhereIsText();
    void bodiesAreInTheLog_data();
    void bodiesAreInTheLog();
    void nothingIsRecordedUnlessAsked();
    void aBodyThatIsTooLongIsCutAndCounted();
    void aRefusedBodyTellsWhatCame();
    void bodiesThatHooksTakeAreRecordedToo_data();
    void bodiesThatHooksTakeAreRecordedToo();
    void theStreamOfRecordsHasThem();
    void headsKeepTheirSecrets();

private:
    site::SiteConfig config(int mostBytes = 4096);
    QList<QJsonObject> lines() const;
    QJsonObject lineOf(const QByteArrayList &parts);

    QTemporaryDir m_folder;
    int m_logs = 0;
    QString m_log;
    Fixture m_fixture;
};

site::SiteConfig RecordedBodies::config(int mostBytes)
{
    site::SiteConfig config = m_fixture.config();
    m_log = m_folder.filePath(u"%1.ndjson"_s.arg(++m_logs));
    config.log = m_log;
    config.logBody = true;
    config.logBodyBytes = mostBytes;
    return config;
}

QList<QJsonObject> RecordedBodies::lines() const
{
    QFile file(m_log);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QJsonObject> lines;
    while (!file.atEnd())
        lines += QJsonDocument::fromJson(file.readLine()).object();
    return lines;
}

/// Of a request that comes in these parts, one after another has been taken.
QJsonObject RecordedBodies::lineOf(const QByteArrayList &parts)
{
    auto server = startServer(config());
    RawClient client(server->port());
    std::uint64_t received = 0;
    for (const QByteArray &part : parts) {
        client.send(part);
        received += static_cast<std::uint64_t>(part.size());
        if (!QTest::qWaitFor([&] { return server->counters().bytesReceived == received; }))
            return {};
    }
    const bool isAnswered = client.readAnswer().has_value();
    server.reset();
    return isAnswered ? lines().value(0) : QJsonObject();
}

static QByteArray post(const QByteArray &body, const QByteArray &fieldLines = {})
{
    return request("POST /a.txt", fieldLines + "Content-Length: " + QByteArray::number(body.size()) + "\r\n")
        + body;
}

void RecordedBodies::textIsToldFromBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("most");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isText");
    QTest::newRow("nothing") << QByteArray() << 4 << QByteArray() << true;
    QTest::newRow("as long as is kept") << QByteArray("abcd") << 4 << QByteArray("abcd") << true;
    QTest::newRow("longer") << QByteArray("abcde") << 4 << QByteArray("abcd") << true;
    QTest::newRow("a character cut behind its first byte")
        << QByteArray("abc\xc3\xa9") << 4 << QByteArray("abc") << true;
    QTest::newRow("a character cut behind its third byte")
        << QByteArray("a\xf0\x9f\x98\x80") << 4 << QByteArray("a") << true;
    QTest::newRow("nothing but a part of a character")
        << QByteArray("\xf0\x9f\x98\x80") << 3 << QByteArray() << true;
    QTest::newRow("the same part, and no more came") << QByteArray("abc\xc3") << 4 << QByteArray() << false;
    QTest::newRow("a byte that is never UTF-8") << QByteArray("a\xff") << 4 << QByteArray() << false;
    QTest::newRow("a surrogate") << QByteArray("\xed\xa0\x80") << 4 << QByteArray() << false;
}

void RecordedBodies::textIsToldFromBytes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, most);
    QFETCH(QByteArray, text);
    QFETCH(bool, isText);
    RecordedBody body(static_cast<std::size_t>(most));
    for (const char byte : bytes)
        body.add({&byte, 1});
    QCOMPARE(body.length(), static_cast<std::uint64_t>(bytes.size()));
    QCOMPARE(bytesOf(body.bytes()), bytes.left(most));
    QCOMPARE(body.isCut(), bytes.size() > most);
    QCOMPARE(body.text().has_value(), isText);
    if (isText)
        QCOMPARE(bytesOf(*body.text()), text);
}

void RecordedBodies::aBodyCutAnywhereIsText()
{
    const QByteArray text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    for (qsizetype most = 1; most < text.size(); ++most) {
        RecordedBody body(static_cast<std::size_t>(most));
        body.add({text.data(), static_cast<std::size_t>(text.size())});
        QVERIFY(body.text());
        const QByteArray kept = bytesOf(*body.text());
        QVERIFY(text.startsWith(kept) && kept.isValidUtf8() && most - kept.size() < 4);
    }
}

void RecordedBodies::bodiesAreInTheLog_data()
{
    QTest::addColumn<QByteArrayList>("parts");
    QTest::addColumn<QByteArray>("line"); // what of it is about the body
    const QByteArray chunked = request("POST /a.txt", "Transfer-Encoding: chunked\r\n");
    QTest::newRow("a form") << QByteArrayList{post("user=a&password=b")}
                            << QByteArray(R"({"body":"user=a&password=b","bodyBytes":17})");
    QTest::newRow("quotes, controls and UTF-8")
        << QByteArrayList{post("{\"a\":\"\\\n\x01\xc3\xa9\"}")}
        << QByteArray(R"({"body":"{\"a\":\"\\\n\u0001é\"}","bodyBytes":13})");
    QTest::newRow("bytes") << QByteArrayList{post(QByteArray("\xff\x00\x01", 3))}
                           << QByteArray(R"({"body":"/wAB","bodyBytes":3,"bodyEncoding":"base64"})");
    QTest::newRow("in parts") << QByteArrayList{post("abcdef").chopped(4), "cd", "ef"}
                              << QByteArray(R"({"body":"abcdef","bodyBytes":6})");
    QTest::newRow("in chunks") << QByteArrayList{chunked + "3\r\nabc\r\n", "2;x=y\r\nde\r\n0\r\nT: x\r\n\r\n"}
                               << QByteArray(R"({"body":"abcde","bodyBytes":5})");
    QTest::newRow("chunks of nothing")
        << QByteArrayList{chunked + "0\r\n\r\n"} << QByteArray(R"({"bodyBytes":0})");
    QTest::newRow("of length 0") << QByteArrayList{post({})} << QByteArray("{}");
    QTest::newRow("none") << QByteArrayList{get("/a.txt")} << QByteArray("{}");
}

void RecordedBodies::bodiesAreInTheLog()
{
    QFETCH(QByteArrayList, parts);
    QFETCH(QByteArray, line);
    const QJsonObject whole = lineOf(parts);
    QVERIFY(whole.contains(u"status"_s));
    QJsonObject found;
    for (const QString &key : whole.keys()) {
        if (key.startsWith(u"body"_s))
            found.insert(key, whole.value(key));
    }
    QCOMPARE(found, QJsonDocument::fromJson(line).object());
}

void RecordedBodies::nothingIsRecordedUnlessAsked()
{
    site::SiteConfig silent = config();
    silent.logBody = false;
    auto server = startServer(silent);
    RawClient client(server->port());
    client.send(post("hidden") + post("hidden"));
    QVERIFY(client.readAnswer() && client.readAnswer());
    silent.logBody = true;
    QVERIFY(server->reconfigure(silent)); // and on while it serves
    client.send(post("shown"));
    QVERIFY(client.readAnswer());
    server.reset();
    QCOMPARE(lines().size(), 3);
    QVERIFY(!lines()[0].contains(u"body"_s) && !lines()[1].contains(u"bodyBytes"_s));
    QCOMPARE(lines()[2][u"body"_s].toString(), u"shown"_s);
}

void RecordedBodies::aBodyThatIsTooLongIsCutAndCounted()
{
    auto server = startServer(config(10));
    RawClient client(server->port());
    client.send(post(QByteArray(100'000, 'x')) + post("0123456789"));
    QVERIFY(client.readAnswer() && client.readAnswer());
    server.reset();
    QCOMPARE(lines()[0][u"body"_s].toString(), QString(10, u'x'));
    QCOMPARE(lines()[0][u"bodyBytes"_s].toInt(), 100'000);
    QCOMPARE(lines()[0][u"bodyCut"_s].toBool(), true);
    QVERIFY(!lines()[1].contains(u"bodyCut"_s));
}

void RecordedBodies::aRefusedBodyTellsWhatCame()
{
    site::SiteConfig narrow = config();
    narrow.maximumBodyBytes = 5;
    auto server = startServer(narrow);
    RawClient client(server->port());
    client.send(request("POST /a.txt", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n3\r\nd");
    QVERIFY(client.readAnswer());
    server.reset();
    QCOMPARE(lines()[0][u"status"_s].toInt(), 413);
    QCOMPARE(lines()[0][u"body"_s].toString(), u"abc"_s);
}

void RecordedBodies::bodiesThatHooksTakeAreRecordedToo_data()
{
    QTest::addColumn<QByteArrayList>("parts");
    QTest::newRow("with the head") << QByteArrayList{post("abc")};
    QTest::newRow("behind the head") << QByteArrayList{post("abc").chopped(3), "abc"};
}

void RecordedBodies::bodiesThatHooksTakeAreRecordedToo()
{
    QFETCH(QByteArrayList, parts);
    const auto hooks = std::make_shared<FunctionHooks>();
    hooks->request = [](server::HookedRequest &seen, server::Responder responder) {
        server::AnswerHead head;
        std::move(responder).answer(std::move(head), seen.takeBody());
    };
    server::Server server;
    server.setHooks(hooks);
    QVERIFY(server.deploy(config()));
    RawClient client(server.port());
    std::uint64_t received = 0;
    for (const QByteArray &part : parts) {
        client.send(part);
        received += static_cast<std::uint64_t>(part.size());
        QTRY_COMPARE(server.counters().bytesReceived, received);
    }
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body, "abc");
    QTRY_COMPARE(hooks->ended().size(), 1);
    const auto body = hooks->ended().first().body;
    QVERIFY(body);
    QCOMPARE(bytesOf(body->bytes()), "abc");
    QTRY_COMPARE(lines().size(), 1);
    QCOMPARE(lines()[0][u"body"_s].toString(), u"abc"_s);
}

void RecordedBodies::theStreamOfRecordsHasThem()
{
    site::SiteConfig streamed = m_fixture.config();
    streamed.logBody = true;
    const auto server = startServer(streamed);
    server->setRecording(true);
    RawClient client(server->port());
    client.send(post("abc"));
    QVERIFY(client.readAnswer());
    server::RecordBatch batch;
    QVERIFY(QTest::qWaitFor([&] { return !(batch = server->takeRecords()).records->isEmpty(); }));
    QVERIFY(batch.records->first().body);
    QCOMPARE(bytesOf(batch.records->first().body->bytes()), "abc");
}

void RecordedBodies::headsKeepTheirSecrets()
{
    const QJsonObject line
        = lineOf({post("user=a", "Authorization: Basic hidden\r\nCookie: hidden\r\nX-Api-Key: hidden\r\n")});
    QVERIFY(!QJsonDocument(line).toJson().contains("hidden"));
    QCOMPARE(line[u"body"_s].toString(), u"user=a"_s);
}

QTEST_GUILESS_MAIN(RecordedBodies)
#include "tst_recordedbodies.moc"
