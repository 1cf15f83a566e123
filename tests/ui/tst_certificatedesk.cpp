// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/background.h"
#include "ui/sessions/certificatedesk.h"

#include "tests/certificates/testcertificates.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <latch>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestCertificateDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        connect(&m_desk, &CertificateDesk::checked, this,
            [this](const HttpsReport &report) { m_reports.append(report); });
        connect(&m_desk, &CertificateDesk::created, this,
            [this](const QString &, const certificates::CreatedCertificate &created) {
                m_created.append(created);
            });
    }
    void init()
    {
        m_reports.clear();
        m_created.clear();
    }

    void namesOfTheSiteComeFirst()
    {
        site::SiteConfig config;
        const QStringList own{u"localhost"_s, u"127.0.0.1"_s};
        QCOMPARE(namesFor(config, own), own);
        config.domain = u"shop.test"_s;
        config.domains = {{u"LOCALHOST"_s, {}}, {u"own.test"_s, {}, u"own.pem"_s, {}}, {u"*.b.test"_s, {}}};
        QCOMPARE(namesFor(config, own),
            QStringList({u"shop.test"_s, u"LOCALHOST"_s, u"*.b.test"_s, u"127.0.0.1"_s}));
    }

    void makesWhatCanBeServed()
    {
        site::SiteConfig config;
        config.domains = {{u"shop.test"_s, u"."_s}};
        m_desk.create(u"one"_s, config);
        QVERIFY(m_desk.isCreating());
        m_desk.create(u"two"_s, config); // while the other one is being made: nothing
        QTRY_COMPARE(m_created.size(), 1);
        QVERIFY(!m_desk.isCreating());
        QVERIFY(m_created.first().isAuthorityNew);
        for (const QString &name : {u"shop.test"_s, u"localhost"_s, u"127.0.0.1"_s})
            QVERIFY(m_created.first().info.names.contains(name));

        config.https.enabled = true;
        config.https.certificate = m_created.first().files.certificate;
        config.https.key = m_created.first().files.key;
        m_desk.check(config);
        QTRY_COMPARE(m_reports.size(), 1);
        QVERIFY(m_reports.first().problems.isEmpty());
        QVERIFY(m_reports.first().config == config);
        QCOMPARE(m_reports.first().certificate->fingerprint, m_created.first().info.fingerprint);
        QCOMPARE(m_reports.first().authority, m_created.first().files.authority);
    }

    void keepsWhatWasMadeBefore()
    {
        m_desk.create(u"one"_s, {});
        QTRY_COMPARE(m_created.size(), 1);
        m_desk.create(u"one"_s, {});
        QTRY_COMPARE(m_created.size(), 2);
        QVERIFY(m_created[0].files.certificate != m_created[1].files.certificate);
        QVERIFY(
            QFileInfo::exists(m_created[0].files.certificate) && QFileInfo::exists(m_created[0].files.key));
        QVERIFY(!m_created[1].isAuthorityNew);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("passphrase");
        QTest::addColumn<QString>("field");
        const auto path = [this](const char *file) { return m_files.path(QString::fromLatin1(file)); };
        m_files.add(u"own"_s, {u"own.test"_s});
        m_files.addPair(u"locked"_s, [this, pair = m_files.issue({u"locked.test"_s})]() mutable {
            pair.key = tests::encrypted(pair.key, "open");
            return pair;
        }());
        m_files.write("other-key.pem", m_files.issue({u"other.test"_s}).key);
        m_files.write("words.pem", "words");
        QTest::newRow("nothing") << path("own.pem") << path("own-key.pem") << QString() << QString();
        QTest::newRow("the right passphrase")
            << path("locked.pem") << path("locked-key.pem") << u"open"_s << QString();
        QTest::newRow("none") << QString() << QString() << QString() << u"https.certificate"_s;
        QTest::newRow("a file that is not there")
            << path("lost.pem") << path("own-key.pem") << QString() << u"https.certificate"_s;
        QTest::newRow("no certificate in it")
            << path("words.pem") << path("own-key.pem") << QString() << u"https.certificate"_s;
        QTest::newRow("another one's key")
            << path("own.pem") << path("other-key.pem") << QString() << u"https.key"_s;
        QTest::newRow("no passphrase")
            << path("locked.pem") << path("locked-key.pem") << QString() << u"https.passphrase"_s;
        QTest::newRow("a wrong passphrase")
            << path("locked.pem") << path("locked-key.pem") << u"sesame"_s << u"https.passphrase"_s;
    }

    void saysWhatIsWrong()
    {
        QFETCH(QString, certificate);
        QFETCH(QString, key);
        QFETCH(QString, passphrase);
        QFETCH(QString, field);
        site::SiteConfig config;
        config.https.certificate = certificate;
        config.https.key = key;
        config.https.passphrase = passphrase;
        m_desk.check(config);
        QTRY_COMPARE(m_reports.size(), 1);
        const HttpsReport &report = m_reports.first();
        QCOMPARE(report.problems.isEmpty(), field.isEmpty());
        if (!field.isEmpty())
            QCOMPARE(report.problems.first().where, field);
        QVERIFY(report.authority.isEmpty()); // another one's
        QCOMPARE(report.certificate.has_value(),
            QFileInfo::exists(certificate) && field != u"https.certificate"_s);
    }

    void tellsOfTheLatestAlone()
    {
        site::SiteConfig config;
        config.https.certificate = m_files.path(u"own.pem"_s);
        std::latch gate(1); // none of them ends before the last is asked for
        for (int thread = 0; thread < 4; ++thread)
            backgroundThreads().start([&gate] { gate.wait(); });
        m_desk.check({});
        m_desk.check({});
        m_desk.check(config);
        gate.count_down();
        backgroundThreads().waitForDone(); // also with the gate
        QTRY_COMPARE(m_reports.size(), 1);
        QCoreApplication::processEvents(); // those that were overtaken
        QCOMPARE(m_reports.size(), 1);
        QVERIFY(m_reports.first().config == config);
    }

    void saysWhyNoneCanBeMade()
    {
        const QString file = m_folder.filePath(u"file"_s);
        QVERIFY(QFile(file).open(QIODevice::WriteOnly));
        CertificateDesk desk(file); // is no folder
        QList<base::Error> errors;
        connect(
            &desk, &CertificateDesk::failed, this, [&](const base::Error &error) { errors.append(error); });
        desk.create(u"one"_s, {});
        QTRY_COMPARE(errors.size(), 1);
        QVERIFY(errors.first().message.contains(file));
        QVERIFY(!errors.first().remedy.isEmpty());
        QVERIFY(!desk.isCreating());
    }

private:
    QTemporaryDir m_folder;
    tests::TestCertificates m_files;
    CertificateDesk m_desk{m_folder.filePath(u"certificates"_s)};
    QList<HttpsReport> m_reports;
    QList<certificates::CreatedCertificate> m_created;
};

QTEST_GUILESS_MAIN(TestCertificateDesk)
#include "tst_certificatedesk.moc"
