// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/site/sitefolder.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

class TestHosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const QString &name : {u"main"_s, u"docs"_s, u"wild"_s, u"deep"_s})
            m_folder.write((name == u"main"_s ? QString() : name + u'/') + u"index.html"_s, name.toUtf8());
    }

    void aHostChoosesItsFolder_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("authority");
        QTest::addColumn<QByteArray>("body"); // empty: 421

        const QByteArray loopback("{}");
        QTest::newRow("loopback: localhost")
            << loopback << QByteArray("localhost:8080") << QByteArray("main");
        QTest::newRow("loopback: localhost in another case")
            << loopback << QByteArray("LocalHost") << QByteArray("main");
        QTest::newRow("loopback: below localhost")
            << loopback << QByteArray("shop.localhost:1") << QByteArray("main");
        QTest::newRow("loopback: its address")
            << loopback << QByteArray("127.0.0.1:8080") << QByteArray("main");
        QTest::newRow("loopback: another address of it")
            << loopback << QByteArray("127.9.8.7") << QByteArray("main");
        QTest::newRow("loopback: its IPv6 address")
            << loopback << QByteArray("[::1]:80") << QByteArray("main");
        QTest::newRow("loopback: a foreign name") << loopback << QByteArray("evil.test:8080") << QByteArray();
        QTest::newRow("loopback: a name that begins as its address")
            << loopback << QByteArray("127.0.0.1.evil.test") << QByteArray();
        QTest::newRow("loopback: a name that ends nearly as localhost")
            << loopback << QByteArray("evillocalhost") << QByteArray();
        QTest::newRow("loopback: an address of the network")
            << loopback << QByteArray("192.168.0.1") << QByteArray();

        const QByteArray any(R"({"anyHost":true})");
        QTest::newRow("any host: a foreign name") << any << QByteArray("evil.test") << QByteArray("main");

        const QByteArray open(R"({"host":"0.0.0.0"})");
        QTest::newRow("all addresses: any name") << open << QByteArray("laptop.lan") << QByteArray("main");

        const QByteArray named(R"({"domain":"main.test","domains":[{"host":"Docs.test","root":"docs"},
            {"host":"*.test","root":"wild"},{"host":"*.deep.test","root":"deep"}]})");
        QTest::newRow("named: the main name") << named << QByteArray("main.test") << QByteArray("main");
        QTest::newRow("named: another case and a port")
            << named << QByteArray("DOCS.test:1") << QByteArray("docs");
        QTest::newRow("named: an exact name wins over a wildcard")
            << named << QByteArray("docs.test") << QByteArray("docs");
        QTest::newRow("named: a wildcard") << named << QByteArray("x.test") << QByteArray("wild");
        QTest::newRow("named: a wildcard, more labels")
            << named << QByteArray("y.x.test") << QByteArray("wild");
        QTest::newRow("named: the longer wildcard wins")
            << named << QByteArray("x.deep.test") << QByteArray("deep");
        QTest::newRow("named: a wildcard is not its own domain")
            << named << QByteArray("test") << QByteArray();
        QTest::newRow("named: an unknown name") << named << QByteArray("x.example") << QByteArray();
        QTest::newRow("named: a bare address") << named << QByteArray("127.0.0.1") << QByteArray();
        QTest::newRow("named: a dot at the end") << named << QByteArray("main.test.") << QByteArray();
        QTest::newRow("named: localhost is not listed") << named << QByteArray("localhost") << QByteArray();

        const QByteArray listed(R"({"domains":[{"host":"docs.test","root":"docs"}]})");
        QTest::newRow("root without a name: a listed name")
            << listed << QByteArray("docs.test") << QByteArray("docs");
        QTest::newRow("root without a name: localhost")
            << listed << QByteArray("localhost") << QByteArray("main");
        QTest::newRow("root without a name: a foreign name")
            << listed << QByteArray("evil.test") << QByteArray();

        const QByteArray namedAny(R"({"domain":"main.test","anyHost":true})");
        QTest::newRow("named and any host: an unknown name")
            << namedAny << QByteArray("x.example") << QByteArray("main");

        const QByteArray address(R"({"host":"::","domain":"::1"})");
        QTest::newRow("an address as name") << address << QByteArray("[::1]:8080") << QByteArray("main");
        QTest::newRow("an address as name, another one")
            << address << QByteArray("[::2]:8080") << QByteArray();

        const QByteArray international("{\"domain\":\"b\xc3\xbc"
                                       "cher.test\"}");
        QTest::newRow("an international name")
            << international << QByteArray("xn--bcher-kva.test") << QByteArray("main");
    }

    void aHostChoosesItsFolder()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, authority);
        QFETCH(QByteArray, body);
        const auto config = fromJson(QJsonDocument::fromJson(json).object(), m_folder.config());
        QVERIFY(config.has_value());
        const auto site = Site::compile(*config);
        QVERIFY(site.has_value());
        LookupScratch scratch;
        const VirtualHost *host = (*site)->hostFor(authority.toStdString(), scratch);
        QCOMPARE(host != nullptr, !body.isEmpty());
        if (host)
            QCOMPARE(bytesOf(resolve(*host, scratch, "/").representation), body);
    }

    void aThousandHostsAreTold()
    {
        SiteConfig config = m_folder.config();
        for (int i = 0; i < 1000; ++i)
            config.domains += {u"Host%1.test"_s.arg(i), i % 2 ? u"docs"_s : u"wild"_s};
        const auto site = Site::compile(config);
        QVERIFY(site.has_value());
        LookupScratch scratch;
        for (int i = 0; i < 1000; ++i) {
            const auto *host = (*site)->hostFor("hOST" + std::to_string(i) + ".test:80", scratch);
            QVERIFY(host);
            QCOMPARE(bytesOf(resolve(*host, scratch, "/").representation), i % 2 ? "docs" : "wild");
        }
        QVERIFY(!(*site)->hostFor("host1000.test", scratch));
    }

private:
    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestHosts)
#include "tst_hosts.moc"
