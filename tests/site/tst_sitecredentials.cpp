// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitecredentials.h"
#include "tests/certificates/testcertificates.h"
#include "tests/site/sitefolder.h"

#include <QJsonDocument>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

namespace {

QStringList fieldsOf(const Problems &problems)
{
    QStringList fields;
    for (const base::Error &problem : problems)
        fields += problem.where;
    return fields;
}

} // namespace

/// What a configuration says of certificates, and what is said of it.
class TestSiteCredentials : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"docs/index.html"_s, "docs");
        const auto own = m_certificates.add(u"own"_s, {u"own.test"_s});
        m_certificates.add(u"other"_s, {u"other.test"_s});
        m_certificates.write("locked.pem", tests::encrypted(own.key, "sesame"));
        m_certificates.write("sesame.txt", "sesame\r\nand more\n");
        QCOMPARE(::mkfifo(QFile::encodeName(m_certificates.path(u"pipe"_s)).constData(), 0600), 0);
    }

    void httpsNamesItsFields_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QStringList>("fields");
        const auto row = [](const char *name, const char *json, const QStringList &fields) {
            QTest::newRow(name) << QByteArray(json) << fields;
        };
        const QString where = u"https."_s;
        row("off, whatever else is given", R"({"certificate":"nothere.pem","port":8080})", {});
        row("certificate and key", R"({"enabled":true,"certificate":"own.pem","key":"own-key.pem"})", {});
        row("a chain", R"({"enabled":true,"certificate":"own.pem","key":"own-key.pem","ca":"authority.pem"})",
            {});
        row("a passphrase",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphrase":"sesame"})", {});
        row("a passphrase in a file",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphraseFile":"sesame.txt"})",
            {});
        row("no certificate", R"({"enabled":true})", {where + u"certificate"_s});
        row("a certificate that is not there",
            R"({"enabled":true,"certificate":"nothere.pem","key":"own-key.pem"})",
            {where + u"certificate"_s});
        row("another's key", R"({"enabled":true,"certificate":"own.pem","key":"other-key.pem"})",
            {where + u"key"_s});
        row("neither is there", R"({"enabled":true,"certificate":"nothere.pem","key":"nowhere.pem"})",
            {where + u"certificate"_s, where + u"key"_s});
        row("a chain that is none",
            R"({"enabled":true,"certificate":"own.pem","key":"own-key.pem","ca":"own-key.pem"})",
            {where + u"ca"_s});
        row("no passphrase", R"({"enabled":true,"certificate":"own.pem","key":"locked.pem"})",
            {where + u"passphrase"_s});
        row("a wrong passphrase",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphrase":"x"})",
            {where + u"passphrase"_s});
        row("a wrong passphrase in a file",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphraseFile":"own.pem"})",
            {where + u"passphraseFile"_s});
        row("a passphrase file that is not there",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphraseFile":"nothere"})",
            {where + u"passphraseFile"_s});
        row("pipes, for which one could wait for ever",
            R"({"enabled":true,"certificate":"pipe","key":"pipe","passphraseFile":"sesame.txt"})",
            {where + u"certificate"_s, where + u"key"_s});
        row("a pipe for the passphrase",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphraseFile":"pipe"})",
            {where + u"passphraseFile"_s});
        row("two passphrases",
            R"({"enabled":true,"certificate":"own.pem","key":"locked.pem","passphrase":"sesame","passphraseFile":"sesame.txt"})",
            {where + u"passphraseFile"_s});
        row("the port of HTTP", R"({"enabled":true,"certificate":"own.pem","key":"own-key.pem","port":8080})",
            {where + u"port"_s});
        row("the port of HTTP, but HTTPS only",
            R"({"enabled":true,"only":true,"certificate":"own.pem","key":"own-key.pem","port":8080})", {});
    }

    void httpsNamesItsFields()
    {
        QFETCH(QByteArray, json);
        QFETCH(QStringList, fields);
        const SiteConfig config = withCertificates(patched(json));
        const Problems problems = validate(config);
        QCOMPARE(fieldsOf(problems), fields);
        for (const base::Error &problem : problems)
            QVERIFY(!problem.remedy.isEmpty() && !problem.toString().contains(u"sesame\""_s));
    }

    void hostsHaveCertificatesOfTheirOwn()
    {
        SiteConfig config = m_folder.config();
        config.https.enabled = true;
        config.https.certificate = u"own.pem"_s;
        config.https.key = u"own-key.pem"_s;
        config.domains = {{u"a.test"_s, u"docs"_s, u"other.pem"_s, u"other-key.pem"_s},
            {u"b.test"_s, u"docs"_s, u"other.pem"_s, u"own-key.pem"_s},
            {u"c.test"_s, u"docs"_s, {}, u"own-key.pem"_s},
            {u"d.test"_s, u"docs"_s, u"nothere.pem"_s, u"own-key.pem"_s}};
        QCOMPARE(fieldsOf(validate(withCertificates(config))),
            QStringList({u"domains[1].key"_s, u"domains[2].key"_s, u"domains[3].certificate"_s}));
    }

    void theDigestIsThatOfWhatIsShown()
    {
        SiteConfig config = patched(R"({"enabled":true,"certificate":"own.pem","key":"own-key.pem"})");
        const auto digest = [this](const SiteConfig &of) {
            return (*SiteCredentials::load(withCertificates(of)))->digest();
        };
        const QByteArray first = digest(config);
        config.index = u"a.html"_s;
        QCOMPARE(digest(config), first);
        config.domains = {{u"a.test"_s, u"docs"_s, u"other.pem"_s, u"other-key.pem"_s}};
        const QByteArray second = digest(config);
        QVERIFY(second != first);
        config.domains[0].host = u"b.test"_s;
        QVERIFY(digest(config) != second);
        config.https.certificate = u"other.pem"_s;
        config.https.key = u"other-key.pem"_s;
        QVERIFY(digest(config) != second);
    }

private:
    SiteConfig patched(const QByteArray &https) const
    {
        const auto config
            = fromJson(QJsonDocument::fromJson("{\"https\":" + https + "}").object(), m_folder.config());
        if (!config)
            qFatal("%s", qPrintable(config.error().constFirst().toString()));
        return *config;
    }

    /// Its files are those that were made for this test.
    SiteConfig withCertificates(SiteConfig config) const
    {
        for (QString *file : credentialFiles(config)) {
            if (!file->isEmpty())
                *file = m_certificates.path(*file);
        }
        return config;
    }

    SiteFolder m_folder;
    tests::TestCertificates m_certificates;
};

QTEST_APPLESS_MAIN(TestSiteCredentials)
#include "tst_sitecredentials.moc"
