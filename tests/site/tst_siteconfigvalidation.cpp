// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/credentials.h"
#include "core/site/siteconfigjson.h"
#include "tests/site/sitefolder.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

namespace {

SiteConfig patched(const SiteConfig &base, const QByteArray &json)
{
    const auto config = fromJson(QJsonDocument::fromJson(json).object(), base);
    if (!config)
        qFatal("%s", qPrintable(config.error().constFirst().toString()));
    return *config;
}

QStringList fieldsOf(const Problems &problems)
{
    QStringList fields;
    for (const base::Error &problem : problems)
        fields += problem.where;
    return fields;
}

} // namespace

class TestSiteConfigValidation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"docs/index.html"_s, "docs");
        m_folder.write(u"file.txt"_s, "text");
    }

    void whatCanBeServedHasNoProblems_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("defaults") << QByteArray("{}");
        QTest::newRow("every address") << QByteArray(R"({"host":"0.0.0.0"})");
        QTest::newRow("an IPv6 address") << QByteArray(R"({"host":"::1"})");
        QTest::newRow("localhost") << QByteArray(R"({"host":"localhost"})");
        QTest::newRow("virtual hosts") << QByteArray(
            R"({"domain":"Main.test","domains":[{"host":"docs.test","root":"docs"},{"host":"*.docs.test","root":"docs"}]})");
        QTest::newRow("an international name") << QByteArray("{\"domain\":\"b\xc3\xbc"
                                                             "cher.test\"}");
        QTest::newRow("the index as fallback") << QByteArray(R"({"spaFallback":true})");
        QTest::newRow("a fallback in a folder") << QByteArray(R"({"spaFallback":"docs/index.html"})");
        QTest::newRow("no index") << QByteArray(R"({"index":""})");
        QTest::newRow("a hidden index where those are served")
            << QByteArray(R"({"index":".index","allowDotfiles":true})");
        QTest::newRow("own types") << QByteArray(
            R"({"contentTypes":{".md":"text/markdown; charset=utf-8","exe":false},"restrictedTypes":["key"]})");
        QTest::newRow("own errors") << QByteArray(
            R"({"errors":{"404":{"body":"","headers":{"Retry-After":"1"}}}})");
        QTest::newRow("a log beside the program") << QByteArray(R"({"log":"access.ndjson"})");
        QTest::newRow("log files of the least size")
            << QByteArray(R"({"logRotation":{"maximumBytes":4096,"filesKept":0}})");
        QTest::newRow("a log without limit") << QByteArray(R"({"logRotation":{"maximumBytes":0}})");
    }

    void whatCanBeServedHasNoProblems()
    {
        QFETCH(QByteArray, json);
        QCOMPARE(fieldsOf(validate(patched(m_folder.config(), json))), QStringList());
    }

    void whatCannotBeServedNamesItsField_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *name, const char *json, const char *field) {
            QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(field);
        };
        row("a name to listen on", R"({"host":"example.test"})", "host");
        row("an address with a port", R"({"host":"127.0.0.1:80"})", "host");
        row("a number too many in an address", R"({"host":"1.2.3.4.5"})", "host");
        row("no address", R"({"host":""})", "host");
        row("no root", R"({"root":""})", "root");
        row("a root that is not there", R"({"root":"/nothere/at/all"})", "root");
        row("a host name with a port", R"({"domain":"a.test:80"})", "domain");
        row("a host name with a path", R"({"domain":"a.test/x"})", "domain");
        row("a host name with a dot at its end", R"({"domain":"a.test."})", "domain");
        row("a wildcard within a name", R"({"domain":"a.*.test"})", "domain");
        row("a wildcard alone", R"({"domain":"*"})", "domain");
        row("an empty host name", R"({"domains":[{"host":"","root":"docs"}]})", "domains[0].host");
        row("a host name twice in another case",
            R"({"domain":"a.test","domains":[{"host":"A.TEST","root":"docs"}]})", "domains[0].host");
        row("a virtual host without its folder", R"({"domains":[{"host":"a.test","root":"nothere"}]})",
            "domains[0].root");
        row("a virtual host whose folder is a file", R"({"domains":[{"host":"a.test","root":"file.txt"}]})",
            "domains[0].root");
        row("an index in a folder", R"({"index":"docs/index.html"})", "index");
        row("an index that is hidden", R"({"index":".index"})", "index");
        row("a parent segment in the fallback", R"({"spaFallback":"../index.html"})", "spaFallback");
        row("the index as fallback, but none", R"({"spaFallback":true,"index":""})", "spaFallback");
        row("a line break in Cache-Control", R"({"cacheControl":"a\r\nb"})", "cacheControl");
        row("an extension with a slash", R"({"contentTypes":{"a/b":"text/plain"}})", "contentTypes.a/b");
        row("a media type without a slash", R"({"contentTypes":{"md":"markdown"}})", "contentTypes.md");
        row("a media type with a line break", R"({"contentTypes":{"md":"text/x;\r\n"}})", "contentTypes.md");
        row("an empty restricted type", R"({"restrictedTypes":["key","."]})", "restrictedTypes[1]");
        row("a field name with a space", R"({"errors":{"404":{"headers":{"A B":"x"}}}})",
            "errors.404.headers.A B");
        row("a field value with a line break", R"({"errors":{"404":{"headers":{"A":"x\ny"}}}})",
            "errors.404.headers.A");
        row("a field the server writes", R"({"errors":{"404":{"headers":{"Content-LENGTH":"1"}}}})",
            "errors.404.headers.Content-LENGTH");
        row("a log in a folder that is not there", R"({"log":"/nothere/access.log"})", "log");
        row("a log that is a folder", R"({"log":"/"})", "log");
        row("log files too small for their records", R"({"logRotation":{"maximumBytes":4095}})",
            "logRotation.maximumBytes");
    }

    void whatCannotBeServedNamesItsField()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, field);
        const Problems problems = validate(patched(m_folder.config(), json));
        QCOMPARE(fieldsOf(problems), QStringList(field));
        QVERIFY(!problems.constFirst().message.isEmpty() && !problems.constFirst().remedy.isEmpty());
    }

    void withoutOpenSslThereIsNoHttps()
    {
        if (certificates::areSupported())
            QSKIP("this build has OpenSSL");
        SiteConfig config = m_folder.config();
        config.https.enabled = true;
        QCOMPARE(fieldsOf(validate(config)), QStringList(u"https.enabled"_s));
    }

    void aSecretIsInNoMessage()
    {
        const auto config = fromJson(QJsonDocument::fromJson(R"({"https":{"passphrase":12345}})").object());
        QVERIFY(!config.has_value());
        QCOMPARE(fieldsOf(config.error()), QStringList(u"https.passphrase"_s));
        QVERIFY(!config.error().constFirst().toString().contains(u"12345"_s));
    }

    void rangesAreCheckedInConfigurationsMadeByCode()
    {
        SiteConfig config = m_folder.config();
        config.compression.brotliQuality = 12;
        config.timeouts.keepAlive = std::chrono::milliseconds(-1);
        config.techniques.staticCache = StaticCacheTechnique(7);
        QCOMPARE(fieldsOf(validate(config)),
            QStringList(
                {u"timeouts.keepAlive"_s, u"compression.brotliQuality"_s, u"techniques.staticCache"_s}));
    }

    void allProblemsComeAtOnce()
    {
        const SiteConfig config
            = patched(m_folder.config(), R"({"host":"x","root":"/nothere","index":"a/b","log":"/"})");
        QCOMPARE(fieldsOf(validate(config)), QStringList({u"host"_s, u"root"_s, u"index"_s, u"log"_s}));
    }

    void aSiteIsNotCompiledWithProblems()
    {
        SiteConfig config = m_folder.config();
        config.host = u"nowhere"_s;
        const auto site = Site::compile(config);
        QVERIFY(!site.has_value());
        QCOMPARE(fieldsOf(site.error()), QStringList(u"host"_s));
    }

private:
    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestSiteConfigValidation)
#include "tst_siteconfigvalidation.moc"
