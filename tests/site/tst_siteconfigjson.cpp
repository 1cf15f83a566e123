// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"
#include "core/site/siteconfigjson.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

namespace {

QJsonObject object(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

/// No setting has its default.
SiteConfig changedEverywhere()
{
    SiteConfig config;
    config.name = u"Shop"_s;
    config.root = u"/srv/shop"_s;
    config.host = u"0.0.0.0"_s;
    config.port = 9090;
    config.workers = 3;
    config.domain = u"shop.test"_s;
    config.domains
        = {{u"docs.test"_s, u"docs"_s}, {u"*.api.test"_s, u"/srv/api"_s, u"api.pem"_s, u"api-key.pem"_s}};
    config.https = {true, true, 9443, u"own.pem"_s, u"key.pem"_s, u"chain.pem"_s, u"secret"_s,
        u"secret.txt"_s, TlsMinimum::V1_3};
    config.anyHost = true;
    config.index = u"start.html"_s;
    config.spaFallback = u"app.html"_s;
    config.directoryRedirect = false;
    config.directoryListing = true;
    config.cleanUrls = true;
    config.precompressedSiblings = true;
    config.notFoundPage = false;
    config.allowDotfiles = true;
    config.noCache = false;
    config.cacheControl = u"max-age=60"_s;
    config.contentTypes = {{u"md"_s, u"text/markdown"_s}, {u"exe"_s, std::nullopt}};
    config.restrictedTypes = {u"key"_s};
    config.errors = {{404, {u"<p>Lost</p>"_s, {{u"X-Hint"_s, u"look"_s}}}}, {500, {}}};
    config.timeouts = {std::chrono::milliseconds(1), std::chrono::milliseconds(2),
        std::chrono::milliseconds(3), std::chrono::milliseconds(4)};
    config.maximumBodyBytes = 5;
    config.compression = {true, 10, 11, 9};
    config.cache = {1000, 100};
    config.techniques = {.codedVariants = CodedVariantsTechnique::EachRequest,
        .staticCache = StaticCacheTechnique::Off,
        .hostLookup = HostLookupTechnique::Linear,
        .mediaTypes = MediaTypesTechnique::Copied,
        .queryValues = QueryValuesTechnique::CopyOnEach,
        .rangedRead = RangedReadTechnique::WholeFile,
        .answerWrite = AnswerWriteTechnique::EmptyTrailingWrite,
        .fieldLookup = FieldLookupTechnique::LowerCasedCopies,
        .date = DateTechnique::EachRequest};
    config.log = u"access.ndjson"_s;
    config.logRotation = {8192, 2};
    config.logBody = true;
    config.logBodyBytes = 100;
    config.verbose = true;
    return config;
}

} // namespace

class TestSiteConfigJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySettingIsInTheTable()
    {
        const SiteConfig defaults;
        const SiteConfig changed = changedEverywhere();
        for (const ConfigField &field : configFields())
            QVERIFY2(field.write(changed) != field.write(defaults), qPrintable(field.path));
    }

    void everySettingSurvivesJson()
    {
        const SiteConfig changed = changedEverywhere();
        const auto read = fromJson(object(QJsonDocument(toJson(changed)).toJson()));
        QVERIFY(read.has_value());
        QVERIFY(*read == changed);
        QVERIFY(*fromJson(toJson({}), changed) == SiteConfig());
    }

    void theFallbackIsAFileTrueOrFalse()
    {
        QCOMPARE(fromJson(object("{\"spaFallback\":true}"))->spaFallback, std::optional<QString>(QString()));
        QCOMPARE(fromJson(object("{\"spaFallback\":false}"), changedEverywhere())->spaFallback, std::nullopt);
        SiteConfig config;
        config.spaFallback = QString();
        QCOMPARE(toJsonDifference(config), object("{\"spaFallback\":true}"));
    }

    void contentTypesMayBeOffAltogether()
    {
        const auto off = fromJson(object("{\"contentTypes\":false}"), changedEverywhere());
        QVERIFY(off.has_value());
        QVERIFY(!off->contentTypesEnabled && off->contentTypes.isEmpty());
        QCOMPARE(toJson(*off).value(u"contentTypes"_s), QJsonValue(false));
        QVERIFY(fromJson(object("{\"contentTypes\":{}}"), *off)->contentTypesEnabled);
    }

    void theDifferenceHoldsOnlyWhatDiffers()
    {
        SiteConfig config;
        QCOMPARE(toJsonDifference(config), QJsonObject());
        config.compression.brotliQuality = 11;
        QCOMPARE(toJsonDifference(config), object("{\"compression\":{\"brotliQuality\":11}}"));
        QCOMPARE(toJsonDifference(config, config), QJsonObject());
    }

    void theDifferenceIsAPatch()
    {
        const SiteConfig changed = changedEverywhere();
        const SiteConfig defaults;
        QVERIFY(*fromJson(toJsonDifference(changed, defaults), defaults) == changed);
        QVERIFY(*fromJson(toJsonDifference(defaults, changed), changed) == defaults);
    }

    void secretsCanBeLeftOut()
    {
        SiteConfig config;
        config.https.passphrase = u"open sesame"_s;
        QJsonObject expected = toJson(config);
        QJsonObject https = expected.value(u"https"_s).toObject();
        https.remove(u"passphrase"_s);
        expected.insert(u"https"_s, https);
        QCOMPARE(withoutSecrets(toJson(config)), expected);
        QCOMPARE(withoutSecrets(toJsonDifference(config)), QJsonObject());
        QCOMPARE(withoutSecrets({{u"https"_s, true}}), QJsonObject({{u"https"_s, true}}));
    }

    void absentKeysKeepTheirValues()
    {
        const SiteConfig base = changedEverywhere();
        SiteConfig expected = base;
        expected.compression.gzipLevel = 1;
        QVERIFY(*fromJson(object("{\"compression\":{\"gzipLevel\":1}}"), base) == expected);
    }

    void wrongValuesAreProblems_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("words");

        const auto row = [](const char *name, const char *json, const char *where, const char *words) {
            QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(where)
                                << QString::fromLatin1(words);
        };
        row("a text where a number belongs", R"({"port":"80"})", "port",
            "port is \"80\". Give a whole number from 0 to 65535.");
        row("a number out of its range", R"({"port":65536})", "port", "65536");
        row("a number below its range", R"({"compression":{"gzipLevel":0}})", "compression.gzipLevel",
            "from 1 to 9");
        row("a number with a fraction", R"({"workers":1.5})", "workers", "a whole number");
        row("a number beyond 64 bits", R"({"maximumBodyBytes":1e30})", "maximumBodyBytes", "a whole number");
        row("a negative duration", R"({"timeouts":{"request":-1}})", "timeouts.request", "from 0 to");
        row("a number where a text belongs", R"({"root":1})", "root", "Give a text");
        row("null where a text belongs", R"({"root":null})", "root", "root is null");
        row("a text where a switch belongs", R"({"noCache":"yes"})", "noCache", "Give true or false");
        row("more log files than are ever kept", R"({"logRotation":{"filesKept":101}})",
            "logRotation.filesKept", "from 0 to 100");
        row("nothing of a body", R"({"logBodyBytes":0})", "logBodyBytes", "from 1 to 1048576");
        row("a word that is no choice", R"({"techniques":{"staticCache":"maybe"}})", "techniques.staticCache",
            "on, off");
        row("a value where a group belongs", R"({"cache":5})", "cache", "Give an object of settings");
        row("domains that are no list", R"({"domains":{}})", "domains", "Give a list");
        row("a domain that is no object", R"({"domains":["x"]})", "domains[0]", "Give an object");
        row("a domain without a root", R"({"domains":[{"host":"x"}]})", "domains[0].root", "has no \"root\"");
        row("a domain with an unknown key", R"({"domains":[{"host":"x","root":"y","rot":"z"}]})",
            "domains[0].rot", "\"root\"");
        row("a fallback that is a number", R"({"spaFallback":1})", "spaFallback", "Give a file name");
        row("a content type that is true", R"({"contentTypes":{"md":true}})", "contentTypes.md", "false");
        row("content types that are true", R"({"contentTypes":true})", "contentTypes", "or false");
        row("a restricted type that is a number", R"({"restrictedTypes":["a",1]})", "restrictedTypes[1]",
            "an extension");
        row("an error status that is none", R"({"errors":{"200":{}}})", "errors.200", "400 to 599");
        row("an error answer that is a text", R"({"errors":{"404":"x"}})", "errors.404", "Give an object");
        row("an error body that is a number", R"({"errors":{"404":{"body":1}}})", "errors.404.body",
            "Give a text");
        row("an error header that is a number", R"({"errors":{"404":{"headers":{"A":1}}}})",
            "errors.404.headers.A", "Give a text");
    }

    void wrongValuesAreProblems()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, where);
        QFETCH(QString, words);
        const auto read = fromJson(object(json));
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().size(), 1);
        QCOMPARE(read.error().constFirst().where, where);
        QVERIFY2(read.error().constFirst().toString().contains(words),
            qPrintable(read.error().constFirst().toString()));
    }

    void anUnknownKeyNamesTheNearestOne_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("nearest");
        QTest::newRow("two letters swapped") << QByteArray(R"({"prot":1})") << u"port"_s;
        QTest::newRow("another case") << QByteArray(R"({"nocache":true})") << u"noCache"_s;
        QTest::newRow("within a group")
            << QByteArray(R"({"compression":{"brotliquality":1}})") << u"compression.brotliQuality"_s;
        QTest::newRow("outside its group")
            << QByteArray(R"({"brotliQuality":1})") << u"compression.brotliQuality"_s;
        QTest::newRow("a misspelt group") << QByteArray(R"({"timeout":{}})") << u"\"timeouts\""_s;
    }

    void anUnknownKeyNamesTheNearestOne()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, nearest);
        const auto read = fromJson(object(json));
        QVERIFY(!read.has_value());
        QVERIFY2(
            read.error().constFirst().remedy.contains(nearest), qPrintable(read.error().constFirst().remedy));
    }

    void allProblemsComeAtOnce()
    {
        const auto read
            = fromJson(object(R"({"port":-1,"rood":"x","noCache":3,"cache":{"budgetBytes":"much"}})"));
        QVERIFY(!read.has_value());
        QStringList where;
        for (const base::Error &problem : read.error())
            where += problem.where;
        where.sort();
        QCOMPARE(where, QStringList({u"cache.budgetBytes"_s, u"noCache"_s, u"port"_s, u"rood"_s}));
    }

    void aFileIsReadOverItsBase()
    {
        const QString file = writeFile("{\"port\": 1234}");
        SiteConfig base;
        base.index = u"start.html"_s;
        const auto config = readConfigFile(file, base);
        QVERIFY(config.has_value());
        QCOMPARE(config->port, 1234);
        QCOMPARE(config->index, u"start.html"_s);
    }

    void aBrokenFileNamesItsLine()
    {
        const QString file = writeFile("{\n  \"port\": 1,\n  \"host\" 2\n}");
        const auto config = readConfigFile(file);
        QVERIFY(!config.has_value());
        const base::Error problem = config.error().constFirst();
        QCOMPARE(problem.where, file + u":3"_s);
        QVERIFY(problem.message.contains(file) && problem.message.contains(u"line 3"_s));
    }

    void aFileWithWrongValuesIsNamed()
    {
        const QString file = writeFile("{\"port\": true}");
        const auto config = readConfigFile(file);
        QVERIFY(!config.has_value());
        QCOMPARE(config.error().constFirst().where, u"port"_s);
        QVERIFY(config.error().constFirst().message.startsWith(file));
    }

    void aFileThatHoldsNoObjectIsRefused()
    {
        const auto config = readConfigFile(writeFile("[1]"));
        QVERIFY(!config.has_value());
        QVERIFY(config.error().constFirst().message.contains(u"no configuration"_s));
    }

    void aMissingFileIsNamed()
    {
        const QString file = m_folder.filePath(u"nothere.json"_s);
        const auto config = readConfigFile(file);
        QVERIFY(!config.has_value());
        QVERIFY(config.error().constFirst().message.contains(file));
    }

    void theSchemaDescribesEverySetting()
    {
        const QJsonObject schema = object(siteConfigSchema());
        for (const ConfigField &field : configFields()) {
            QJsonObject node = schema;
            for (const QString &part : field.path.split(u'.'))
                node = node.value(u"properties"_s).toObject().value(part).toObject();
            QVERIFY2(!node.value(u"description"_s).toString().isEmpty(), qPrintable(field.path));
            QVERIFY2(node.contains(u"default"_s), qPrintable(field.path));
        }
    }

    void thePublishedSchemaIsThisOne()
    {
        const QString source = qEnvironmentVariable("SERVELAB_SOURCE_DIR");
        QVERIFY(!source.isEmpty());
        QFile published(source + u"/resources/schema/site.schema.json"_s);
        QVERIFY2(published.open(QIODevice::ReadOnly), qPrintable(published.fileName()));
        QCOMPARE(published.readAll(), siteConfigSchema());
    }

private:
    QString writeFile(const QByteArray &text)
    {
        QFile file(m_folder.filePath(u"site.json"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write the file");
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestSiteConfigJson)
#include "tst_siteconfigjson.moc"
