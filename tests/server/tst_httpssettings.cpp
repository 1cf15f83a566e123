// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/server/httpsfixture.h"

#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

using SessionPointer = std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)>;

/// HTTPS as a person configures it, from its start to its end.
class HttpsSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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

void HttpsSettings::portsAndUrls_data()
{
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<bool>("only");
    QTest::newRow("HTTP only") << false << false;
    QTest::newRow("HTTP only, whatever else is said") << false << true;
    QTest::newRow("both") << true << false;
    QTest::newRow("HTTPS only") << true << true;
}

void HttpsSettings::portsAndUrls()
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

void HttpsSettings::aTakenPortNamesItsField()
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

void HttpsSettings::newCertificatesCountFromTheNextHandshake()
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

void HttpsSettings::theSameCertificatesKeepTheirSessions()
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

void HttpsSettings::whatNeedsANewListenerCannotBeReconfigured_data()
{
    QTest::addColumn<QString>("field");
    for (const auto &field : {u"https.enabled"_s, u"https.only"_s, u"https.port"_s})
        QTest::newRow(qPrintable(field)) << field;
}

void HttpsSettings::whatNeedsANewListenerCannotBeReconfigured()
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

void HttpsSettings::aCertificateThatHasExpiredIsToldOf()
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

void HttpsSettings::aKeyThatIsTooShortIsAProblem()
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

void HttpsSettings::closeAnswersWhatIsUnderWay()
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

void HttpsSettings::nothingIsLeftOfFiftyServers()
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

QTEST_GUILESS_MAIN(HttpsSettings)
#include "tst_httpssettings.moc"
