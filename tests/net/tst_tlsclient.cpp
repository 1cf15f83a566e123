// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/net/tlspair.h"

#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;

/// What a client makes sure of, and what it remembers of earlier connections.
class TestTlsClient : public QObject, private TlsContexts
{
    Q_OBJECT

private Q_SLOTS:
    void aClientVerifies_data();
    void aClientVerifies();
    void sessionsAreResumedWhereAsked_data();
    void sessionsAreResumedWhereAsked();
    void aSessionIsOfOneName();
    void anotherServerMakesTheFullHandshake();
    void connectionsThatBreakOffForgetNothing();
    void threadsShareTheSessions();

private:
    using Resumption = TlsClientContext::Resumption;

    static ClientPointer clientOf(TlsVersion version, Resumption resumption)
    {
        return *TlsClientContext::create({.verification = TlsClientContext::Verification::None,
            .minimumVersion = version,
            .onlyMinimumVersion = true,
            .resumption = resumption});
    }

    /// One connection with an answer. True when both ends say that it was resumed; empty when it failed, or
    /// they do not agree.
    static std::optional<bool> connectOnce(
        const ServerPointer &server, const ClientPointer &client, const std::string &name = "own.test")
    {
        Pair pair(server, client, name);
        if (pair.shakeHands() != IoStatus::Done)
            return {};
        write(pair.accepting, "answer");
        if (readAll(pair.connecting) != "answer" || pair.connecting.isResumed() != pair.accepting.isResumed())
            return {};
        return pair.connecting.isResumed();
    }
};

void TestTlsClient::aClientVerifies_data()
{
    using enum TlsClientContext::Verification;
    QTest::addColumn<TlsClientContext::Verification>("verification");
    QTest::addColumn<bool>("knowsTheAuthority");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("the name is in the certificate") << Full << true << QByteArray("own.test") << QByteArray();
    QTest::newRow("the address is") << Full << true << QByteArray("127.0.0.1") << QByteArray();
    QTest::newRow("another name") << Full << true << QByteArray("other.test")
                                  << QByteArray("hostname mismatch");
    QTest::newRow("another address") << Full << true << QByteArray("127.0.0.2")
                                     << QByteArray("IP address mismatch");
    QTest::newRow("an authority that nobody knows")
        << Full << false << QByteArray("own.test") << QByteArray("local issuer certificate");
    QTest::newRow("nothing is verified") << None << false << QByteArray("other.test") << QByteArray();
}

void TestTlsClient::aClientVerifies()
{
    QFETCH(TlsClientContext::Verification, verification);
    QFETCH(bool, knowsTheAuthority);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, problem);
    const QString authorities = knowsTheAuthority ? m_files.authorityFile() : QString();
    const ClientPointer client
        = *TlsClientContext::create({.verification = verification, .authorities = authorities});
    Pair pair(serverContext(), client, name.toStdString());
    QCOMPARE(pair.shakeHands(), problem.isEmpty() ? IoStatus::Done : IoStatus::Failed);
    QCOMPARE(pair.connecting.tlsFailure(), problem.isEmpty() ? TlsFailure::None : TlsFailure::Refused);
    const QByteArray told = QByteArray::fromStdString(pair.connecting.tlsProblem());
    QVERIFY2(told.contains(problem) && told.isEmpty() == problem.isEmpty(), told.constData());
    QVERIFY(!TlsClientContext::create({.authorities = m_files.path(u"nothere.pem"_s)}));
}

void TestTlsClient::sessionsAreResumedWhereAsked_data()
{
    QTest::addColumn<TlsVersion>("version");
    QTest::addColumn<TlsClientContext::Resumption>("resumption");
    QTest::newRow("TLS 1.3") << TlsVersion::V1_3 << Resumption::Newest;
    QTest::newRow("TLS 1.2") << TlsVersion::V1_2 << Resumption::Newest;
    QTest::newRow("not asked, TLS 1.3") << TlsVersion::V1_3 << Resumption::None;
    QTest::newRow("not asked, TLS 1.2") << TlsVersion::V1_2 << Resumption::None;
}

void TestTlsClient::sessionsAreResumedWhereAsked()
{
    QFETCH(TlsVersion, version);
    QFETCH(TlsClientContext::Resumption, resumption);
    const ServerPointer server = serverContext();
    const ClientPointer client = clientOf(version, resumption);
    QCOMPARE(connectOnce(server, client), std::optional(false));
    for (int again = 0; again < 3; ++again)
        QCOMPARE(connectOnce(server, client), std::optional(resumption == Resumption::Newest));
}

/// The certificate is looked at in the full handshake only.
void TestTlsClient::aSessionIsOfOneName()
{
    const ServerPointer server = serverContext();
    const ClientPointer client = *TlsClientContext::create(
        {.authorities = m_files.authorityFile(), .resumption = Resumption::Newest});
    QCOMPARE(connectOnce(server, client), std::optional(false));
    QCOMPARE(connectOnce(server, client, "127.0.0.1"), std::optional(false));
    QCOMPARE(connectOnce(server, client, "other.test"), std::optional<bool>());
    QCOMPARE(connectOnce(server, client), std::optional(true));
    QCOMPARE(connectOnce(server, client, "127.0.0.1"), std::optional(true));
}

void TestTlsClient::anotherServerMakesTheFullHandshake()
{
    const ClientPointer client = clientOf(TlsVersion::V1_3, Resumption::Newest);
    QCOMPARE(connectOnce(serverContext(), client), std::optional(false));
    const ServerPointer other = serverContext(); // has other keys of tickets
    QCOMPARE(connectOnce(other, client), std::optional(false));
    QCOMPARE(connectOnce(other, client), std::optional(true));
}

/// OpenSSL takes the end of a connection that was not announced for a reason to resume it no more.
void TestTlsClient::connectionsThatBreakOffForgetNothing()
{
    const ServerPointer server = serverContext();
    const ClientPointer client = clientOf(TlsVersion::V1_3, Resumption::Newest);
    QCOMPARE(connectOnce(server, client), std::optional(false));
    for (int again = 0; again < 3; ++again) {
        Pair pair(server, client);
        QCOMPARE(pair.shakeHands(), IoStatus::Done);
        QVERIFY(pair.connecting.isResumed());
        pair.connecting.abort();
    }
}

void TestTlsClient::threadsShareTheSessions()
{
    const ServerPointer server = serverContext();
    const ClientPointer client = clientOf(TlsVersion::V1_3, Resumption::Newest);
    QCOMPARE(connectOnce(server, client), std::optional(false));
    std::array<int, 4> resumed{};
    {
        std::vector<std::jthread> threads;
        for (int &count : resumed)
            threads.emplace_back([&] {
                for (int i = 0; i < 25; ++i)
                    count += connectOnce(server, client) == std::optional(true);
            });
    }
    for (const int count : resumed)
        QCOMPARE(count, 25);
}

QTEST_GUILESS_MAIN(TestTlsClient)
#include "tst_tlsclient.moc"
