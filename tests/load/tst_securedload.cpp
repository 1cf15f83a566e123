// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/websocketecho.h"
#include "tests/load/running.h"
#include "tests/server/httpsfixture.h"

#include <QTest>

#include <cerrno>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::load;
using namespace running;
using namespace std::chrono_literals;

namespace {

QUrl urlOf(const server::Server &server, const QString &path, const QString &host = u"127.0.0.1"_s)
{
    return QUrl(u"https://%1:%2%3"_s.arg(host).arg(server.httpsPort()).arg(path));
}

LoadPlan trusting(LoadPlan plan, const QString &authorities)
{
    plan.trust.authorities = authorities;
    return plan;
}

} // namespace

/// Load over TLS, on this project's own server, and on others that do it wrong.
class TestSecuredLoad : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_fixture.certificates.add(u"own"_s, {u"localhost"_s, u"127.0.0.1"_s});
        m_fixture.certificates.add(u"other"_s, {u"other.test"_s});
        m_server = tests::startServer(m_fixture.httpsConfig());
    }

    void everyAnswerIsRight_data();
    void everyAnswerIsRight();
    void everyEchoIsRight_data();
    void everyEchoIsRight();
    void anOpenLoopKeepsItsRate();
    void aLargeBodyGoesToTheServer();
    void theServerHasToProveItself_data();
    void theServerHasToProveItself();
    void missingAuthoritiesEndTheRunBeforeItBegins();
    void serversWithoutTls_data();
    void serversWithoutTls();

private:
    tests::HttpsFixture m_fixture;
    std::unique_ptr<server::Server> m_server;
};

void TestSecuredLoad::everyAnswerIsRight_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<bool>("keepAlive");
    QTest::addColumn<quint64>("requests");
    QTest::newRow("one request") << u"/a.txt"_s << qint64(100) << 1 << 1 << 1 << true << quint64(1);
    QTest::newRow("many requests") << u"/a.txt"_s << qint64(100) << 7 << 2 << 1 << true << quint64(900);
    QTest::newRow("pipelined") << u"/a.txt"_s << qint64(100) << 3 << 1 << 16 << true << quint64(900);
    QTest::newRow("a connection and a handshake for each")
        << u"/a.txt"_s << qint64(100) << 5 << 1 << 1 << false << quint64(60);
    QTest::newRow("more than any buffer holds")
        << u"/two-mebibytes.bin"_s << qint64(2 * 1024 * 1024) << 3 << 1 << 1 << true << quint64(30);
    QTest::newRow("more than any buffer holds, pipelined")
        << u"/two-mebibytes.bin"_s << qint64(2 * 1024 * 1024) << 2 << 1 << 4 << true << quint64(30);
    QTest::newRow("more than any buffer holds, with a connection for each")
        << u"/two-mebibytes.bin"_s << qint64(2 * 1024 * 1024) << 3 << 1 << 1 << false << quint64(20);
}

void TestSecuredLoad::everyAnswerIsRight()
{
    QFETCH(QString, path);
    QFETCH(qint64, bytes);
    QFETCH(int, connections);
    QFETCH(int, threads);
    QFETCH(int, pipeline);
    QFETCH(bool, keepAlive);
    QFETCH(quint64, requests);
    LoadPlan plan = trusting(
        countedPlan(urlOf(*m_server, path), connections, requests), m_fixture.certificates.authorityFile());
    plan.threads = threads;
    plan.pipeline = pipeline;
    plan.keepAlive = keepAlive;
    plan.expectation = {200, bytes};
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0, qPrintable(report.toText()));
    QCOMPARE(report.responses, requests);
    QCOMPARE(report.bodyBytes, requests * static_cast<quint64>(bytes));
    QVERIFY(addsUp(report));
    // Each connection shakes hands once, in full; the last ones may have been closed in the middle of it.
    const std::uint64_t handshakes = report.handshakeMicroseconds.totalCount();
    QVERIFY(handshakes >= (keepAlive ? 1 : requests));
    QVERIFY(handshakes <= report.connectMicroseconds.totalCount());
    QVERIFY(keepAlive ? handshakes <= static_cast<std::uint64_t>(connections) : true);
    QVERIFY(report.toText().contains("Handshake"_L1));
}

void TestSecuredLoad::everyEchoIsRight_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<int>("pipeline");
    QTest::newRow("small") << qint64(20) << 3;
    QTest::newRow("more than any buffer holds") << qint64(700'000) << 1;
    QTest::newRow("more than any buffer holds, pipelined") << qint64(700'000) << 3;
}

void TestSecuredLoad::everyEchoIsRight()
{
    QFETCH(qint64, bytes);
    QFETCH(int, pipeline);
    server::Server server;
    server.setHooks(std::make_shared<server::WebSocketEchoHooks>("/echo"));
    QVERIFY(server.deploy(m_fixture.httpsConfig()));
    QUrl url = urlOf(server, u"/echo"_s);
    url.setScheme(u"wss"_s);
    LoadPlan plan = trusting(countedPlan(url, 2, 20), m_fixture.certificates.authorityFile());
    plan.pipeline = pipeline;
    plan.requestTimeout = 3s;
    plan.message.bytes = bytes;
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0, qPrintable(report.toText()));
    QCOMPARE(report.responses, 20U);
    QVERIFY(addsUp(report));
}

void TestSecuredLoad::anOpenLoopKeepsItsRate()
{
    LoadPlan plan
        = trusting(planFor(urlOf(*m_server, u"/a.txt"_s), 4), m_fixture.certificates.authorityFile());
    plan.arrival = ConstantRate{400};
    plan.requests = 100;
    plan.duration.reset();
    const LoadReport report = run(plan);
    QVERIFY2(report.errorCount() == 0, qPrintable(report.toText()));
    QCOMPARE(report.responses, 100U);
    QVERIFY(addsUp(report));
}

void TestSecuredLoad::aLargeBodyGoesToTheServer()
{
    LoadPlan plan
        = trusting(countedPlan(urlOf(*m_server, u"/a.txt"_s), 2, 8), m_fixture.certificates.authorityFile());
    plan.method = "POST";
    plan.body = QByteArray(600'000, 'x');
    plan.expectation.status = 405;
    const LoadReport report = run(plan);
    QCOMPARE(report.responses + report.errorCount(), 8U);
    QVERIFY2(report.errorCount(LoadErrorKind::Tls) == 0, qPrintable(report.toText()));
    QVERIFY(report.responses > 0);
}

void TestSecuredLoad::theServerHasToProveItself_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isAuthorityKnown");
    QTest::addColumn<bool>("verifies");
    QTest::addColumn<QString>("problem"); // empty: there is none
    QTest::newRow("an address of the certificate") << u"own"_s << u"127.0.0.1"_s << true << true << QString();
    QTest::newRow("a name of the certificate") << u"own"_s << u"localhost"_s << true << true << QString();
    QTest::newRow("an authority that nobody trusts")
        << u"own"_s << u"127.0.0.1"_s << false << true << u"certificate"_s;
    QTest::newRow("another address") << u"other"_s << u"127.0.0.1"_s << true << true << u"IP address"_s;
    QTest::newRow("another name") << u"other"_s << u"localhost"_s << true << true << u"hostname"_s;
    QTest::newRow("another name, and nobody asks")
        << u"other"_s << u"localhost"_s << false << false << QString();
}

void TestSecuredLoad::theServerHasToProveItself()
{
    QFETCH(QString, certificate);
    QFETCH(QString, host);
    QFETCH(bool, isAuthorityKnown);
    QFETCH(bool, verifies);
    QFETCH(QString, problem);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.certificate = m_fixture.certificates.certificate(certificate);
    config.https.key = m_fixture.certificates.key(certificate);
    const auto server = tests::startServer(config);
    LoadPlan plan = countedPlan(urlOf(*server, u"/a.txt"_s, host), 1, 2);
    plan.trust.verifies = verifies;
    if (isAuthorityKnown)
        plan.trust.authorities = m_fixture.certificates.authorityFile();
    const LoadReport report = run(plan);
    QVERIFY(addsUp(report));
    QCOMPARE(report.responses, problem.isEmpty() ? 2U : 0U);
    const LoadErrors errors = errorsOf(report, LoadErrorKind::Tls);
    QCOMPARE(errors.count, problem.isEmpty() ? 0U : 2U);
    QCOMPARE(errors.systemError, 0);
    QVERIFY2(problem.isEmpty() || errors.sample.contains(problem), qPrintable(errors.sample));
}

void TestSecuredLoad::missingAuthoritiesEndTheRunBeforeItBegins()
{
    LoadGenerator generator;
    QSignalSpy failed(&generator, &LoadGenerator::failed);
    QVERIFY(generator.start(trusting(countedPlan(urlOf(*m_server, u"/"_s), 1, 1), u"/nowhere/ca.pem"_s)));
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.first().first().value<base::Error>().toString().contains("/nowhere/ca.pem"_L1));
}

void TestSecuredLoad::serversWithoutTls_data()
{
    using Accept = std::function<void(QTcpSocket & socket)>;
    QTest::addColumn<Accept>("accept");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("systemError");
    const auto row = [](const char *name, const Accept &accept, LoadErrorKind kind, int systemError = 0) {
        QTest::newRow(name) << accept << static_cast<int>(kind) << systemError;
    };
    row(
        "it answers in clear", [](QTcpSocket &socket) { socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"); },
        LoadErrorKind::Tls);
    row("it closes", [](QTcpSocket &socket) { socket.disconnectFromHost(); }, LoadErrorKind::Tls);
    row("it resets", sendsAndResets({}), LoadErrorKind::Tls, ECONNRESET);
    row("it says nothing", [](QTcpSocket &) { }, LoadErrorKind::ConnectTimeout, ETIMEDOUT);
    row(
        "it never ends its first record",
        [](QTcpSocket &socket) { socket.write(QByteArray::fromHex("1603030100") + "\x02"); },
        LoadErrorKind::ConnectTimeout, ETIMEDOUT);
}

void TestSecuredLoad::serversWithoutTls()
{
    using Accept = std::function<void(QTcpSocket & socket)>;
    QFETCH(Accept, accept);
    QFETCH(int, kind);
    QFETCH(int, systemError);
    QTcpServer server;
    server.listen(QHostAddress(QHostAddress::LocalHost));
    // What it does follows the client's first words, which a reset would otherwise outrun.
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server, accept] {
        while (QTcpSocket *socket = server.nextPendingConnection())
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, accept] {
                socket->readAll();
                accept(*socket);
            });
    });
    LoadPlan plan = countedPlan(QUrl(u"https://127.0.0.1:%1/"_s.arg(server.serverPort())), 1, 2);
    plan.trust.verifies = false;
    plan.connectTimeout = 300ms;
    const LoadReport report = run(plan);
    QVERIFY(addsUp(report));
    QCOMPARE(report.errorCount(), 2U);
    const LoadErrors errors = errorsOf(report, static_cast<LoadErrorKind>(kind));
    QVERIFY2(errors.count == 2, qPrintable(report.toText()));
    QCOMPARE(errors.systemError, systemError);
    QVERIFY(!errors.sample.isEmpty());
}

QTEST_GUILESS_MAIN(TestSecuredLoad)
#include "tst_securedload.moc"
