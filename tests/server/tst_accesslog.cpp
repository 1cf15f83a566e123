// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/accesslog.h"
#include "tests/server/fixture.h"
#include "tests/server/records.h"
#include "tests/server/requestcase.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace servelab;
using namespace servelab::tests;
using server::AccessLog;
using server::AccessRecord;

/// What is written of requests: one valid object a line whatever a client sends, nothing that is secret, and
/// nothing that slows a worker.
class AccessLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void userInformationOfUrlsIsLeftOut();
    void requestFieldsAreRecordedWithoutCredentials();
    void whatDoesNotFitIsDroppedAndCounted();
    void whatWaitsIsLimitedInBytesToo();
    void aFileThatCannotBeOpenedIsNamed();
    void failuresToWriteAreToldOnce();

    void everyRequestOfAServerIsRecorded();
    void aRequestUnderWayIsNotLostBehindAnEarlierAnswer();
    void answersThatWereCutOffSaySo();
    void requestsThatWereNeverWholeAreNotRecorded();
    void logsAreSwitchedWhileServing();
    void fullLogsOfAServerAreSetAside();
    void everyLineOfHostileRequestsIsValid();

private:
    QList<QJsonObject> linesOf(const QString &path);
    QString logPath(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
    Fixture m_fixture;
};

QList<QJsonObject> AccessLogTest::linesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QJsonObject> lines;
    while (!file.atEnd()) {
        const QJsonDocument line = QJsonDocument::fromJson(file.readLine());
        lines.append(line.isObject() ? line.object() : QJsonObject{{QStringLiteral("invalid"), true}});
    }
    return lines;
}

void AccessLogTest::userInformationOfUrlsIsLeftOut()
{
    const auto log = AccessLog::open({.path = logPath("secrets.ndjson")}, [](const base::Error &) { });
    QVERIFY(log);
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("secret-requests.ndjson");
    auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("http://user:hidden1@localhost/",
        "Authorization: Basic hidden2\r\nCookie: hidden3\r\n"
        "Referer: http://user:hidden4@main.test/@x\r\n"));
    QVERIFY(client.readAnswer());
    server.reset();
    QFile file(config.log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("\"target\":\"http://localhost/\""));
    QVERIFY(text.contains("\"referer\":\"http://main.test/@x\""));
    QVERIFY(!text.contains("hidden"));
}

void AccessLogTest::requestFieldsAreRecordedWithoutCredentials()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("fields.ndjson");
    auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/a.txt",
        "AUTHORIZATION: Basic hidden\r\nCookie: a=hidden\r\ncookie: b=hidden\r\n"
        "Proxy-Authorization: hidden\r\nSet-Cookie: hidden\r\nX-Api-Key: hidden\r\n"
        "User-Agent: test\r\nReferer: /\r\nAccept: text/html\r\nX-Api-Keys: shown\r\n"));
    QVERIFY(client.readAnswer());
    server.reset();
    QFile file(config.log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(!text.contains("hidden"));
    const QJsonArray expected = QJsonDocument::fromJson(R"([["authorization","redacted"],
        ["cookie","redacted"],["cookie","redacted"],["proxy-authorization","redacted"],
        ["set-cookie","redacted"],["x-api-key","redacted"],["accept","text/html"],
        ["x-api-keys","shown"]])")
                                    .array();
    QCOMPARE(QJsonDocument::fromJson(text)[QLatin1String("fields")].toArray(), expected);
}

void AccessLogTest::whatDoesNotFitIsDroppedAndCounted()
{
    const QString path = logPath("full.ndjson");
    {
        const auto log = AccessLog::open({.path = path, .queueLength = 10}, [](const base::Error &) { });
        QVERIFY(log);
        std::vector<AccessRecord> batch(25, recordOf("/a"));
        (*log)->hand(batch);
        QVERIFY(batch.empty());
        QVERIFY((*log)->dropped() == 15);
    }
    const QList<QJsonObject> lines = linesOf(path);
    QCOMPARE(lines.size(), 11);
    QCOMPARE(lines.last()[QLatin1String("droppedRecords")].toInt(), 15);
}

void AccessLogTest::whatWaitsIsLimitedInBytesToo()
{
    const QString path = logPath("long.ndjson");
    {
        const auto log = AccessLog::open({.path = path, .queueBytes = 250'000}, [](const base::Error &) { });
        QVERIFY(log);
        std::vector<AccessRecord> batch(25, recordOf(QByteArray(100'000, 'a')));
        (*log)->hand(batch);
        QVERIFY((*log)->dropped() == 23);
    }
    QCOMPARE(linesOf(path).size(), 3);
}

void AccessLogTest::aFileThatCannotBeOpenedIsNamed()
{
    const QString path = logPath("no such folder/x.ndjson");
    const auto log = AccessLog::open({.path = path}, [](const base::Error &) { });
    QVERIFY(!log);
    QCOMPARE(log.error().where, QStringLiteral("log"));
    QVERIFY(log.error().message.contains(path));
    QVERIFY(!log.error().remedy.isEmpty());

    site::SiteConfig config = m_fixture.config();
    config.log = path;
    server::Server server;
    const auto deployed = server.deploy(config);
    QVERIFY(!deployed);
    QCOMPARE(deployed.error().first().where, QStringLiteral("log"));
    QCOMPARE(server.state(), server::Server::State::Stopped);
}

void AccessLogTest::failuresToWriteAreToldOnce()
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("This system has no device that is always full.");
    site::SiteConfig config = m_fixture.config();
    config.log = QStringLiteral("/dev/full");
    const auto server = startServer(config);
    QStringList told;
    connect(server.get(), &server::Server::noticed, this,
        [&told](const base::Error &error) { told.append(error.where); });
    RawClient client(server->port());
    for (int i = 0; i < 5; ++i) {
        client.send(get("/a.txt"));
        QVERIFY(client.readAnswer()); // serving goes on
    }
    QTRY_COMPARE(told, QStringList{QStringLiteral("log")});
}

void AccessLogTest::everyRequestOfAServerIsRecorded()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("requests.ndjson");
    config.compression.enabled = true;
    auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/a.txt?q=1", "User-Agent: test\r\nReferer: http://main.test/\r\n")
        + get("/big.html", "Accept-Encoding: br\r\n") + request("POST /a.txt", "Content-Length: 3\r\n")
        + "abc" + "BAD\r\n\r\n");
    const qsizetype received = client.readToEnd().size();
    server.reset();

    const QList<QJsonObject> lines = linesOf(config.log);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0][QLatin1String("target")].toString(), QStringLiteral("/a.txt?q=1"));
    QCOMPARE(lines[0][QLatin1String("client")].toString(), QStringLiteral("127.0.0.1"));
    QCOMPARE(lines[0][QLatin1String("host")].toString(), QStringLiteral("localhost"));
    QCOMPARE(lines[0][QLatin1String("userAgent")].toString(), QStringLiteral("test"));
    QCOMPARE(lines[0][QLatin1String("referer")].toString(), QStringLiteral("http://main.test/"));
    QCOMPARE(lines[1][QLatin1String("coding")].toString(), QStringLiteral("br"));
    QCOMPARE(lines[2][QLatin1String("method")].toString(), QStringLiteral("POST"));
    QCOMPARE(lines[3][QLatin1String("status")].toInt(), 400);
    QVERIFY(!lines[3].contains(QLatin1String("method")));
    qsizetype bytes = 0;
    QList<int> statuses;
    for (const QJsonObject &line : lines) {
        bytes += line[QLatin1String("bytes")].toInt();
        statuses.append(line[QLatin1String("status")].toInt());
    }
    QCOMPARE(statuses, QList<int>({200, 200, 405, 400}));
    QCOMPARE(bytes, received);
}

void AccessLogTest::aRequestUnderWayIsNotLostBehindAnEarlierAnswer()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("under-way.ndjson");
    auto server = startServer(config);
    RawClient client(server->port());
    client.send(get("/a.txt") + request("POST /b.txt", "Content-Length: 3\r\n") + "a");
    QVERIFY(client.readAnswer());
    client.send("bc");
    QVERIFY(client.readAnswer());
    server.reset();
    const QList<QJsonObject> lines = linesOf(config.log);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[1][QLatin1String("target")].toString(), QStringLiteral("/b.txt"));
    QCOMPARE(lines[1][QLatin1String("status")].toInt(), 405);
}

void AccessLogTest::answersThatWereCutOffSaySo()
{
    m_fixture.write("film.bin", Fixture::patterned(16'000'000));
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("cut.ndjson");
    auto server = startServer(config);
    RawClient client(server->port(), 4096);
    client.send(get("/film.bin"));
    QVERIFY(client.receive());
    client.reset();
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    server.reset();
    const QList<QJsonObject> lines = linesOf(config.log);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0][QLatin1String("complete")].toBool(true), false);
    QVERIFY(lines[0][QLatin1String("bytes")].toInt() < 16'000'000);
}

void AccessLogTest::requestsThatWereNeverWholeAreNotRecorded()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("halves.ndjson");
    auto server = startServer(config);
    {
        RawClient head(server->port());
        head.send("GET /a.txt HTTP/1.1\r\nHo");
        RawClient body(server->port());
        body.send(request("POST /a.txt", "Content-Length: 10\r\n") + "abc");
        QTRY_COMPARE(server->counters().requests, 1u);
        body.reset();
    }
    QTRY_COMPARE(server->counters().connectionsOpen, 0u);
    server.reset();
    QCOMPARE(linesOf(config.log).size(), 0);
}

void AccessLogTest::logsAreSwitchedWhileServing()
{
    site::SiteConfig config = m_fixture.config();
    auto server = startServer(config);
    RawClient client(server->port());
    const auto askUnder = [&](const QString &log) {
        config.log = log;
        if (!server->reconfigure(config))
            return false;
        client.send(get("/a.txt"));
        return client.readAnswer().has_value();
    };
    QVERIFY(askUnder(QString()));
    QVERIFY(askUnder(logPath("one.ndjson")));
    QVERIFY(askUnder(QString()));
    QVERIFY(askUnder(logPath("two.ndjson")));
    server.reset();
    QCOMPARE(linesOf(logPath("one.ndjson")).size(), 1);
    QCOMPARE(linesOf(logPath("two.ndjson")).size(), 1);
}

void AccessLogTest::fullLogsOfAServerAreSetAside()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("rotated.ndjson");
    config.logRotation = {.maximumBytes = 4096, .filesKept = 100};
    auto server = startServer(config);
    RawClient client(server->port());
    constexpr int requests = 200;
    for (int i = 0; i < requests; ++i) {
        client.send(get("/a.txt?" + QByteArray::number(i)));
        QVERIFY(client.readAnswer());
    }
    server.reset();
    QStringList targets;
    QString path = config.log;
    for (int age = 1; QFile::exists(path); ++age) {
        QVERIFY(QFileInfo(path).size() <= 4096);
        QStringList here;
        for (const QJsonObject &line : linesOf(path))
            here += line[QLatin1String("target")].toString();
        targets = here + targets;
        path = config.log + QStringLiteral(".%1").arg(age);
    }
    QVERIFY(QFile::exists(config.log + QStringLiteral(".2")));
    QCOMPARE(targets.size(), requests);
    for (int i = 0; i < requests; ++i)
        QCOMPARE(targets[i], QStringLiteral("/a.txt?%1").arg(i));
}

void AccessLogTest::everyLineOfHostileRequestsIsValid()
{
    site::SiteConfig config = m_fixture.config();
    config.log = logPath("hostile.ndjson");
    auto server = startServer(config);
    int answered = 0;
    for (int byte = 1; byte < 256; ++byte) {
        const QByteArray odd(3, static_cast<char>(byte));
        RawClient target(server->port());
        target.send(get("/a" + odd + "\\\""));
        answered += target.readAnswer().has_value();
        RawClient field(server->port());
        field.send(get("/", "X-Odd: a" + odd + "\"\\\r\n"));
        answered += field.readAnswer().has_value();
    }
    server.reset();
    const QList<QJsonObject> lines = linesOf(config.log);
    QCOMPARE(lines.size(), answered);
    QVERIFY(answered >= 2 * 128);
    for (const QJsonObject &line : lines)
        QVERIFY(line.contains(QLatin1String("status")));
}

QTEST_GUILESS_MAIN(AccessLogTest)
#include "tst_accesslog.moc"
