// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/server/httpsfixture.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

using SessionPointer = std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)>;

/// HTTPS as browsers and other well-behaved clients see it, and as a person configures it.
class Https : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsThatAreSpoken_data();
    void versionsThatAreSpoken();
    void theApplicationProtocolIsHttp_data();
    void theApplicationProtocolIsHttp();
    void theServerNameChoosesTheCertificate_data();
    void theServerNameChoosesTheCertificate();
    void sessionsResumeOnEveryWorker_data();
    void sessionsResumeOnEveryWorker();
    void oneTicketIsGiven();

    void filesOfEverySizeArriveWhole_data();
    void filesOfEverySizeArriveWhole();
    void pipelinedRequestsAreAnsweredInOrder();
    void bodiesOfRequestsAreRead();
    void aFileThatShrinksIsNeverPadded();
    void hostsAreCheckedAsWithoutTls();
    void aRecordTellsTheScheme();

    void portsAndUrls_data();
    void portsAndUrls();
    void aTakenPortNamesItsField();
    void newCertificatesCountFromTheNextHandshake();
    void theSameCertificatesKeepTheirSessions();
    void whatNeedsANewListenerCannotBeReconfigured_data();
    void whatNeedsANewListenerCannotBeReconfigured();
    void aCertificateThatHasExpiredIsToldOf();
    void aKeyThatIsTooShortIsAProblem();
    void closeAnswersWhatIsUnderWay();
    void nothingIsLeftOfFiftyServers();

private:
    HttpsFixture m_fixture;
};

void Https::versionsThatAreSpoken_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<site::TlsMinimum>("minimum");
    QTest::addColumn<bool>("isSpoken");
    QTest::newRow("TLS 1.3") << TLS1_3_VERSION << site::TlsMinimum::V1_2 << true;
    QTest::newRow("TLS 1.2") << TLS1_2_VERSION << site::TlsMinimum::V1_2 << true;
    QTest::newRow("TLS 1.1 is too old") << TLS1_1_VERSION << site::TlsMinimum::V1_2 << false;
    QTest::newRow("TLS 1.3, at least that") << TLS1_3_VERSION << site::TlsMinimum::V1_3 << true;
    QTest::newRow("TLS 1.2 where 1.3 is the least") << TLS1_2_VERSION << site::TlsMinimum::V1_3 << false;
}

void Https::versionsThatAreSpoken()
{
    QFETCH(int, version);
    QFETCH(site::TlsMinimum, minimum);
    QFETCH(bool, isSpoken);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.minimumVersion = minimum;
    const auto server = startServer(config);
    TlsClient client(server->httpsPort(), {.version = version});
    ERR_clear_error();
    QCOMPARE(client.handshake(), isSpoken);
    if (isSpoken) {
        QCOMPARE(SSL_version(client.ssl()), version);
        client.send(get("/a.txt"));
        QCOMPARE(client.readAnswer().body, Fixture::patterned(100));
    } else {
        // An alert says why; a reset would not.
        QCOMPARE(ERR_GET_REASON(ERR_peek_last_error()), SSL_R_TLSV1_ALERT_PROTOCOL_VERSION);
        QCOMPARE(client.socket().waitForEnd(), Ending::Closed);
    }
}

void Https::theApplicationProtocolIsHttp_data()
{
    QTest::addColumn<QByteArray>("offered");
    QTest::addColumn<bool>("isTaken");
    QTest::addColumn<QByteArray>("selected");
    QTest::newRow("none is offered") << QByteArray() << true << QByteArray();
    QTest::newRow("HTTP/1.1") << QByteArray("\x08http/1.1") << true << QByteArray("http/1.1");
    QTest::newRow("HTTP/2 first, as browsers do")
        << QByteArray("\x02h2\x08http/1.1") << true << QByteArray("http/1.1");
    QTest::newRow("HTTP/2 alone") << QByteArray("\x02h2") << false << QByteArray();
}

void Https::theApplicationProtocolIsHttp()
{
    QFETCH(QByteArray, offered);
    QFETCH(bool, isTaken);
    QFETCH(QByteArray, selected);
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.protocols = offered});
    QCOMPARE(client.handshake(), isTaken);
    const unsigned char *protocol = nullptr;
    unsigned length = 0;
    SSL_get0_alpn_selected(client.ssl(), &protocol, &length);
    QCOMPARE(QByteArray(reinterpret_cast<const char *>(protocol), length), selected);
}

void Https::theServerNameChoosesTheCertificate_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("certificate");
    QTest::newRow("no name") << QByteArray() << u"own.test"_s;
    QTest::newRow("the site's own") << QByteArray("own.test") << u"own.test"_s;
    QTest::newRow("a virtual host") << QByteArray("docs.test") << u"docs.test"_s;
    QTest::newRow("in another case") << QByteArray("DOCS.Test") << u"docs.test"_s;
    QTest::newRow("below a wildcard") << QByteArray("a.wild.test") << u"*.wild.test"_s;
    QTest::newRow("an exact name wins over a wildcard")
        << QByteArray("exact.wild.test") << u"exact.wild.test"_s;
    QTest::newRow("a virtual host without one of its own") << QByteArray("plain.test") << u"own.test"_s;
    QTest::newRow("nobody's name") << QByteArray("nobody.test") << u"own.test"_s;
}

void Https::theServerNameChoosesTheCertificate()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, certificate);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.domain = u"own.test"_s;
    for (const auto &host : {u"docs.test"_s, u"*.wild.test"_s, u"exact.wild.test"_s}) {
        const QString stem = QString(host).replace(u'*', u'_');
        m_fixture.certificates.add(stem, {host});
        config.domains += {
            host, u"../docs"_s, m_fixture.certificates.certificate(stem), m_fixture.certificates.key(stem)};
    }
    config.domains += {u"plain.test"_s, u"../docs"_s};
    const auto server = startServer(config);
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        TlsClient client(server->httpsPort(), {.version = version, .serverName = name});
        QVERIFY(client.handshake());
        QCOMPARE(client.commonName(), certificate);
    }
}

void Https::sessionsResumeOnEveryWorker_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("TLS 1.2") << TLS1_2_VERSION;
    QTest::newRow("TLS 1.3") << TLS1_3_VERSION;
}

void Https::sessionsResumeOnEveryWorker()
{
    QFETCH(int, version);
    constexpr int connections = 24; // all on one of two workers: once in 16 million runs
    site::SiteConfig config = m_fixture.httpsConfig();
    config.workers = 2;
    const auto server = startServer(config);
    TlsClient first(server->httpsPort(), {.version = version});
    QVERIFY(first.handshake());
    first.send(get("/a.txt"));
    QCOMPARE(first.readAnswer().status, 200);
    const SessionPointer session(SSL_get1_session(first.ssl()), SSL_SESSION_free);
    QVERIFY(SSL_SESSION_is_resumable(session.get()));
    for (int i = 0; i < connections; ++i) {
        TlsClient client(server->httpsPort(), {.version = version, .session = session.get()});
        QVERIFY(client.handshake());
        QVERIFY(SSL_session_reused(client.ssl()));
    }
    QTRY_COMPARE(server->counters().tlsHandshakes, quint64(connections + 1));
    QCOMPARE(server->counters().tlsResumptions, quint64(connections));
}

static int ticketsGiven(SSL *ssl, SSL_SESSION *)
{
    ++*static_cast<int *>(SSL_get_app_data(ssl));
    return 0;
}

void Https::oneTicketIsGiven()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = TLS1_3_VERSION});
    int tickets = 0;
    SSL_set_app_data(client.ssl(), &tickets);
    SSL_CTX *context = SSL_get_SSL_CTX(client.ssl());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, ticketsGiven);
    QVERIFY(client.handshake());
    client.send(get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 200);
    QCOMPARE(tickets, 1);
}

void Https::filesOfEverySizeArriveWhole_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("version");
    for (const int size :
        {0, 1, 16'383, 16'384, 16'385, 65'536, 100'000, 262'144, 262'145, 700'001, 3'000'000}) {
        QTest::addRow("%d bytes, TLS 1.3", size) << size << TLS1_3_VERSION;
        QTest::addRow("%d bytes, TLS 1.2", size) << size << TLS1_2_VERSION;
    }
}

void Https::filesOfEverySizeArriveWhole()
{
    QFETCH(int, size);
    QFETCH(int, version);
    m_fixture.write("sized.bin", Fixture::patterned(size));
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.version = version, .receiveBuffer = 4096});
    QVERIFY(client.handshake());
    for (int round = 0; round < 2; ++round) { // the second may come from the cache
        client.send(get("/sized.bin"));
        const TlsClient::Whole answer = client.readAnswer();
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.body == Fixture::patterned(size));
    }
}

void Https::pipelinedRequestsAreAnsweredInOrder()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.receiveBuffer = 4096});
    QVERIFY(client.handshake());
    constexpr int rounds = 8;
    client.send((get("/two-mebibytes.bin") + get("/a.txt")).repeated(rounds));
    const QByteArray large = Fixture::patterned(2 * 1024 * 1024);
    for (int i = 0; i < rounds; ++i) {
        QVERIFY(client.readAnswer().body == large);
        QCOMPARE(client.readAnswer().body, Fixture::patterned(100));
    }
}

void Https::bodiesOfRequestsAreRead()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort());
    QVERIFY(client.handshake());
    client.send(
        request("POST /a.txt", "Content-Length: 900000\r\n") + QByteArray(900'000, 'x') + get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 405);
    QCOMPARE(client.readAnswer().status, 200);
}

void Https::aFileThatShrinksIsNeverPadded()
{
    const QByteArray whole = Fixture::patterned(30'000'000);
    m_fixture.write("shrinking.bin", whole);
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient client(server->httpsPort(), {.receiveBuffer = 4096});
    QVERIFY(client.handshake());
    client.send(get("/shrinking.bin"));
    QVERIFY(!client.read().isEmpty());
    QVERIFY(QFile::resize(m_fixture.path("shrinking.bin"), 1000));
    const QByteArray rest = client.readToEnd();
    QVERIFY(rest.size() < whole.size());
    QVERIFY(whole.contains(rest.right(50'000)));
    QVERIFY(!client.hasCloseNotify()); // who reads to the end must not take this for the whole
}

void Https::hostsAreCheckedAsWithoutTls()
{
    site::SiteConfig config = m_fixture.httpsConfig();
    config.anyHost = false;
    const auto server = startServer(config);
    TlsClient client(server->httpsPort());
    QVERIFY(client.handshake());
    client.send("GET /a.txt HTTP/1.1\r\nHost: foreign.test\r\n\r\n" + get("/a.txt"));
    QCOMPARE(client.readAnswer().status, 421);
    QCOMPARE(client.readAnswer().status, 200);
}

void Https::aRecordTellsTheScheme()
{
    server::Server server;
    server.setRecording(true);
    QVERIFY(server.deploy(m_fixture.httpsConfig()));
    RawClient plain(server.port());
    plain.send(get("/a.txt"));
    QVERIFY(plain.readAnswer());
    TlsClient secured(server.httpsPort());
    QVERIFY(secured.handshake());
    secured.send(get("/index.html"));
    QCOMPARE(secured.readAnswer().status, 200);
    QList<server::AccessRecord> records;
    const auto gather = [&] {
        records += *server.takeRecords().records;
        return records.size();
    };
    QTRY_COMPARE(gather(), 2);
    for (const server::AccessRecord &record : std::as_const(records)) {
        QCOMPARE(record.scheme, record.target == "/a.txt" ? "http" : "https");
        std::string line;
        appendJsonLine(record, line);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
        QCOMPARE(json["scheme"_L1].toString().toStdString(), record.scheme);
    }
}

void Https::portsAndUrls_data()
{
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<bool>("only");
    QTest::newRow("HTTP only") << false << false;
    QTest::newRow("HTTP only, whatever else is said") << false << true;
    QTest::newRow("both") << true << false;
    QTest::newRow("HTTPS only") << true << true;
}

void Https::portsAndUrls()
{
    QFETCH(bool, enabled);
    QFETCH(bool, only);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.enabled = enabled;
    config.https.only = only;
    const auto server = startServer(config);
    const bool hasPlain = !enabled || !only;
    QCOMPARE(server->port() != 0, hasPlain);
    QCOMPARE(server->httpsPort() != 0, enabled);
    const QUrl plain(u"http://127.0.0.1:%1/"_s.arg(server->port()));
    const QUrl secured(u"https://127.0.0.1:%1/"_s.arg(server->httpsPort()));
    QCOMPARE(server->url(), hasPlain ? plain : secured);
    QCOMPARE(server->httpsUrl(), enabled ? secured : QUrl());
    if (hasPlain)
        runCase(server->port(), {get("/a.txt"), 200});
    server->close(0ms);
    QTRY_COMPARE(server->state(), server::Server::State::Stopped);
    QCOMPARE(server->port(), 0);
    QCOMPARE(server->httpsPort(), 0);
}

void Https::aTakenPortNamesItsField()
{
    const auto first = startServer(m_fixture.httpsConfig());
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.port = first->httpsPort();
    server::Server second;
    auto deployed = second.deploy(config);
    QVERIFY(!deployed.has_value());
    QCOMPARE(deployed.error().size(), 1);
    QCOMPARE(deployed.error().first().where, u"https.port"_s);
    QVERIFY(deployed.error().first().message.contains(QString::number(first->httpsPort())));
    QCOMPARE(second.state(), server::Server::State::Stopped);

    config.port = first->port();
    deployed = second.deploy(config);
    QCOMPARE(deployed.error().size(), 2);
    QCOMPARE(deployed.error().first().where, u"port"_s);
}

void Https::newCertificatesCountFromTheNextHandshake()
{
    m_fixture.certificates.add(u"swapped"_s, {u"before.test"_s});
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.certificate = m_fixture.certificates.certificate(u"swapped"_s);
    config.https.key = m_fixture.certificates.key(u"swapped"_s);
    config.workers = 2;
    const auto server = startServer(config);
    TlsClient silent(server->httpsPort()); // has connected, and said nothing
    TlsClient before(server->httpsPort());
    QVERIFY(before.handshake());
    before.send(get("/a.txt"));
    QCOMPARE(before.readAnswer().status, 200);
    const SessionPointer session(SSL_get1_session(before.ssl()), SSL_SESSION_free);

    m_fixture.certificates.add(u"swapped"_s, {u"after.test"_s}); // the same files
    QVERIFY(server->reconfigure(config));
    before.send(get("/a.txt"));
    QCOMPARE(before.readAnswer().status, 200);
    const auto shown = [&](SSL_SESSION *resumed) {
        TlsClient client(server->httpsPort(), {.session = resumed});
        return client.handshake() ? client.commonName() : QString();
    };
    QTRY_COMPARE(shown(nullptr), u"after.test"_s);
    QTRY_COMPARE(shown(session.get()), u"after.test"_s);
    QVERIFY(silent.handshake());
    QCOMPARE(silent.commonName(), u"after.test"_s);
}

void Https::theSameCertificatesKeepTheirSessions()
{
    site::SiteConfig config = m_fixture.httpsConfig();
    const auto server = startServer(config);
    TlsClient first(server->httpsPort());
    QVERIFY(first.handshake());
    first.send(get("/a.txt"));
    QCOMPARE(first.readAnswer().status, 200);
    const SessionPointer session(SSL_get1_session(first.ssl()), SSL_SESSION_free);
    config.index = u"a.txt"_s;
    QVERIFY(server->reconfigure(config));
    TlsClient second(server->httpsPort(), {.session = session.get()});
    QVERIFY(second.handshake());
    QVERIFY(SSL_session_reused(second.ssl()));
}

void Https::whatNeedsANewListenerCannotBeReconfigured_data()
{
    QTest::addColumn<QString>("field");
    for (const auto &field : {u"https.enabled"_s, u"https.only"_s, u"https.port"_s})
        QTest::newRow(qPrintable(field)) << field;
}

void Https::whatNeedsANewListenerCannotBeReconfigured()
{
    QFETCH(QString, field);
    site::SiteConfig config = m_fixture.httpsConfig();
    const auto server = startServer(config);
    config.https.port = server->httpsPort(); // the one it has is the same
    QVERIFY(server->reconfigure(config));
    config.https.enabled = field != "https.enabled"_L1;
    config.https.only = field == "https.only"_L1;
    if (field == "https.port"_L1)
        config.https.port = 1;
    const auto changed = server->reconfigure(config);
    QVERIFY(!changed.has_value());
    QCOMPARE(changed.error().size(), 1);
    QCOMPARE(changed.error().first().where, field);
    TlsClient client(server->httpsPort());
    QVERIFY(client.handshake());
}

void Https::aCertificateThatHasExpiredIsToldOf()
{
    KeyAndCertificate pair = m_fixture.certificates.issue({u"old.test"_s});
    pair.certificate = endingIn(pair, -1);
    m_fixture.certificates.addPair(u"old"_s, pair);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.domains += {u"old.test"_s, u"../docs"_s, m_fixture.certificates.certificate(u"old"_s),
        m_fixture.certificates.key(u"old"_s)};
    server::Server server;
    QSignalSpy noticed(&server, &server::Server::noticed);
    QVERIFY(server.deploy(config)); // a preview server serves all the same
    QCOMPARE(noticed.size(), 1);
    const auto error = noticed.first().first().value<base::Error>();
    QCOMPARE(error.where, u"domains[0].certificate"_s);
    QVERIFY(error.message.contains(m_fixture.certificates.certificate(u"old"_s)));
}

void Https::aKeyThatIsTooShortIsAProblem()
{
    using namespace certificates;
    KeyAndCertificate pair = m_fixture.certificates.issue({u"short.test"_s});
    std::vector<X509Pointer> parts = certificatesIn(pair.certificate);
    const KeyPointer key(EVP_RSA_gen(512));
    QVERIFY(key);
    X509_set_pubkey(parts.front().get(), key.get());
    X509_sign(parts.front().get(), key.get(), EVP_sha256());
    const auto text = [](auto write) {
        const BioPointer bio(BIO_new(BIO_s_mem()));
        write(bio.get());
        char *bytes = nullptr;
        const long length = BIO_get_mem_data(bio.get(), &bytes);
        return QByteArray(bytes, length);
    };
    pair.certificate = text([&](BIO *bio) { PEM_write_bio_X509(bio, parts.front().get()); });
    pair.key = text([&](BIO *bio) {
        PEM_write_bio_PKCS8PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
    m_fixture.certificates.addPair(u"short"_s, pair);
    site::SiteConfig config = m_fixture.httpsConfig();
    config.https.certificate = m_fixture.certificates.certificate(u"short"_s);
    config.https.key = m_fixture.certificates.key(u"short"_s);
    server::Server server;
    const auto deployed = server.deploy(config);
    QVERIFY(!deployed.has_value());
    QCOMPARE(deployed.error().first().where, u"https.certificate"_s);
    QVERIFY2(deployed.error().first().message.contains(u"too small"_s),
        qPrintable(deployed.error().first().message));
}

void Https::closeAnswersWhatIsUnderWay()
{
    const auto server = startServer(m_fixture.httpsConfig());
    TlsClient reading(server->httpsPort(), {.receiveBuffer = 4096});
    QVERIFY(reading.handshake());
    reading.send(get("/two-mebibytes.bin"));
    QVERIFY(!reading.read().isEmpty());
    TlsClient idle(server->httpsPort());
    QVERIFY(idle.handshake());
    idle.send(get("/a.txt"));
    QCOMPARE(idle.readAnswer().status, 200);
    TlsClient silent(server->httpsPort());
    TlsClient begun(server->httpsPort());
    begun.socket().send(begun.hello().left(100));
    QTRY_COMPARE(server->counters().connectionsOpen, 4u);

    server->close(30s);
    QVERIFY(idle.readToEnd().isEmpty());
    QVERIFY(idle.hasCloseNotify());
    QVERIFY(silent.socket().waitForEnd() != Ending::None);
    QVERIFY(begun.socket().waitForEnd() != Ending::None);
    QCOMPARE(server->state(), server::Server::State::Closing);
    const QByteArray rest = reading.readToEnd();
    QVERIFY(rest.endsWith(Fixture::patterned(2 * 1024 * 1024).right(1'000'000)));
    QVERIFY(reading.hasCloseNotify());
    reading.socket().close();
    QTRY_COMPARE(server->state(), server::Server::State::Stopped);
}

void Https::nothingIsLeftOfFiftyServers()
{
    const auto openDescriptors = [] { return base::openDescriptorCount().value_or(-1); };
    site::SiteConfig config = m_fixture.httpsConfig();
    config.workers = 2;
    const int before = openDescriptors();
    for (int i = 0; i < 50; ++i) {
        const auto server = startServer(config);
        TlsClient half(server->httpsPort());
        half.socket().send(half.hello());
        TlsClient whole(server->httpsPort());
        QVERIFY(whole.handshake());
        whole.send(get("/two-mebibytes.bin"));
        QVERIFY(!whole.read().isEmpty());
        if (i % 2)
            server->close(0ms);
    }
    QCOMPARE(openDescriptors(), before);
}

QTEST_GUILESS_MAIN(Https)
#include "tst_https.moc"
