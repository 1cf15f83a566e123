// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loadtarget.h"

#include <QTest>
#include <QUrl>

using namespace servelab::load;

class TestLoadTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void localTargets_data();
    void localTargets();
    void refusedTargets_data();
    void refusedTargets();
    void otherNamesAreAskedFor();
    void confirmedTargets();
};

void TestLoadTarget::localTargets_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<int>("port");
    QTest::addColumn<QStringList>("addresses");
    QTest::newRow("an IPv4 address") << QStringLiteral("http://127.0.0.1:81/") << 81
                                     << QStringList{QStringLiteral("127.0.0.1")};
    QTest::newRow("an IPv6 address") << QStringLiteral("http://[::1]/") << 80
                                     << QStringList{QStringLiteral("::1")};
    const QStringList both{QStringLiteral("::1"), QStringLiteral("127.0.0.1")};
    QTest::newRow("https without a port")
        << QStringLiteral("https://127.0.0.1/") << 443 << QStringList{QStringLiteral("127.0.0.1")};
    QTest::newRow("a WebSocket without a port")
        << QStringLiteral("ws://127.0.0.1/") << 80 << QStringList{QStringLiteral("127.0.0.1")};
    QTest::newRow("a secured WebSocket without a port")
        << QStringLiteral("wss://127.0.0.1/") << 443 << QStringList{QStringLiteral("127.0.0.1")};
    QTest::newRow("localhost is both") << QStringLiteral("http://localhost:8080/") << 8080 << both;
    QTest::newRow("localhost in capitals, with its root dot")
        << QStringLiteral("http://LOCALHOST./") << 80 << both;
    QTest::newRow("a name below localhost") << QStringLiteral("http://a.b.localhost/") << 80 << both;
}

void TestLoadTarget::localTargets()
{
    QFETCH(QString, url);
    QFETCH(int, port);
    QFETCH(QStringList, addresses);
    const auto known = knownAddresses(QUrl(url).host());
    QVERIFY(known.has_value());
    const auto target = targetAt(QUrl(url), *known, {});
    QVERIFY(target.has_value());
    QCOMPARE(int(target->port), port);
    QStringList found;
    for (const QHostAddress &address : target->addresses)
        found << address.toString();
    QCOMPARE(found, addresses);
}

void TestLoadTarget::refusedTargets_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("a private address") << QStringLiteral("http://192.168.1.1/");
    QTest::newRow("a public address") << QStringLiteral("http://203.0.113.9/");
    QTest::newRow("all interfaces") << QStringLiteral("http://0.0.0.0/");
    QTest::newRow("all IPv6 interfaces") << QStringLiteral("http://[::]/");
}

void TestLoadTarget::refusedTargets()
{
    QFETCH(QString, url);
    const auto known = knownAddresses(QUrl(url).host());
    QVERIFY(known.has_value());
    const auto target = targetAt(QUrl(url), *known, QStringLiteral("another.test"));
    QVERIFY(!target.has_value());
    QCOMPARE(target.error().where, QStringLiteral("url"));
    QVERIFY(target.error().message.contains(QUrl(url).host()));
    QVERIFY(!target.error().remedy.isEmpty());
}

void TestLoadTarget::otherNamesAreAskedFor()
{
    QVERIFY(!knownAddresses(QStringLiteral("localhost.invalid")));
    QVERIFY(!knownAddresses(QStringLiteral("nolocalhost")));
}

/// A name has to be this machine with all of its addresses, unless somebody confirms it.
void TestLoadTarget::confirmedTargets()
{
    const QUrl url(QStringLiteral("http://Site.Test:8080/"));
    const QList<QHostAddress> mixed{
        QHostAddress(QHostAddress::LocalHost), QHostAddress(QStringLiteral("192.0.2.7"))};
    QVERIFY(!targetAt(url, mixed, {}));
    QVERIFY(!targetAt(url, mixed, QStringLiteral("192.0.2.7")));
    QVERIFY(!targetAt(url, mixed, QStringLiteral("test")));
    const auto target = targetAt(url, mixed, QStringLiteral("site.test"));
    QVERIFY(target);
    QCOMPARE(target->addresses, mixed);
    QCOMPARE(int(target->port), 8080);
}

QTEST_GUILESS_MAIN(TestLoadTarget)
#include "tst_loadtarget.moc"
