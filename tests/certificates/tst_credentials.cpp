// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/credentials.h"
#include "tests/certificates/testcertificates.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::certificates;
using tests::encrypted;
using tests::endingIn;
using tests::TestCertificates;

Q_DECLARE_METATYPE(servelab::certificates::CredentialFiles)
Q_DECLARE_METATYPE(servelab::certificates::CredentialPart)

/// What a server may be given as certificate and key, and what is said of what it may not.
class TestCredentials : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto own = m_files.add(u"own"_s, {u"own.test"_s});
        m_files.add(u"other"_s, {u"other.test"_s});
        m_files.write("both.pem", own.key + own.certificate);
        m_files.write("chained.pem", own.certificate + m_files.authority().certificate);
        m_files.write("locked-key.pem", encrypted(own.key, "open sesame"));
        m_files.write("text.pem", "this is no certificate\n");
        m_files.write("empty.pem", "");
        m_files.write("broken.pem", own.certificate.left(own.certificate.size() / 2));
        m_files.write("huge.pem", QByteArray(2 * 1024 * 1024, 'x'));
    }

    void whatFitsIsLoaded_data()
    {
        QTest::addColumn<CredentialFiles>("files");
        QTest::addColumn<int>("chain");
        QTest::newRow("a certificate and its key")
            << CredentialFiles{file("own.pem"), file("own-key.pem"), {}, {}} << 0;
        QTest::newRow("both in one file") << CredentialFiles{file("both.pem"), {}, {}, {}} << 0;
        QTest::newRow("a chain in the certificate's file")
            << CredentialFiles{file("chained.pem"), file("own-key.pem"), {}, {}} << 1;
        QTest::newRow("a chain beside")
            << CredentialFiles{file("own.pem"), file("own-key.pem"), file("authority.pem"), {}} << 1;
        QTest::newRow("a key behind a passphrase")
            << CredentialFiles{file("own.pem"), file("locked-key.pem"), {}, u"open sesame"_s} << 0;
        QTest::newRow("a passphrase that nobody asks for")
            << CredentialFiles{file("own.pem"), file("own-key.pem"), {}, u"open sesame"_s} << 0;
    }

    void whatFitsIsLoaded()
    {
        QFETCH(CredentialFiles, files);
        QFETCH(int, chain);
        const auto loaded = loadCredentials(files);
        QVERIFY2(loaded.has_value(), loaded ? "" : qPrintable(loaded.error().first().error.toString()));
        QCOMPARE((*loaded)->certificate().names, QStringList{u"own.test"_s});
        QCOMPARE(int((*loaded)->data().chain.size()), chain);
    }

    void whatDoesNotFitIsNamed_data()
    {
        QTest::addColumn<CredentialFiles>("files");
        QTest::addColumn<CredentialPart>("part");
        QTest::addColumn<QString>("named");
        const auto row = [](const char *name, const CredentialFiles &files, CredentialPart part,
                             const QString &named) { QTest::newRow(name) << files << part << named; };
        using enum CredentialPart;
        const QString own = file("own.pem");
        const QString key = file("own-key.pem");
        row("no such certificate", {file("nothere.pem"), key, {}, {}}, Certificate, file("nothere.pem"));
        row("no such key", {own, file("nothere.pem"), {}, {}}, Key, file("nothere.pem"));
        row("no such chain", {own, key, file("nothere.pem"), {}}, Chain, file("nothere.pem"));
        row("a text as certificate", {file("text.pem"), key, {}, {}}, Certificate, file("text.pem"));
        row("an empty certificate", {file("empty.pem"), key, {}, {}}, Certificate, file("empty.pem"));
        row("half a certificate", {file("broken.pem"), key, {}, {}}, Certificate, file("broken.pem"));
        row("a text as key", {own, file("text.pem"), {}, {}}, Key, file("text.pem"));
        row("an empty key", {own, file("empty.pem"), {}, {}}, Key, file("empty.pem"));
        row("a text as chain", {own, key, file("text.pem"), {}}, Chain, file("text.pem"));
        row("a certificate without the key in it", {own, {}, {}, {}}, Key, own);
        row("a certificate in place of the key", {own, own, {}, {}}, Key, own);
        row("the key of another certificate", {own, file("other-key.pem"), {}, {}}, Key,
            file("other-key.pem"));
        row("no passphrase", {own, file("locked-key.pem"), {}, {}}, Passphrase, file("locked-key.pem"));
        row("a wrong passphrase", {own, file("locked-key.pem"), {}, u"sesame"_s}, Passphrase,
            file("locked-key.pem"));
        row("a file of another kind", {file("huge.pem"), key, {}, {}}, Certificate, file("huge.pem"));
        row("a folder", {m_files.path(u"."_s), key, {}, {}}, Certificate, m_files.path(u"."_s));
    }

    void whatDoesNotFitIsNamed()
    {
        QFETCH(CredentialFiles, files);
        QFETCH(CredentialPart, part);
        QFETCH(QString, named);
        const auto loaded = loadCredentials(files);
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().size(), 1);
        const CredentialProblem &problem = loaded.error().first();
        QCOMPARE(problem.part, part);
        QVERIFY2(problem.error.message.contains(named), qPrintable(problem.error.message));
        QVERIFY(!problem.error.remedy.isEmpty());
        QVERIFY(!problem.error.toString().contains("sesame"_L1));
    }

    void allProblemsComeAtOnce()
    {
        const auto loaded = loadCredentials({file("text.pem"), file("nothere.pem"), file("empty.pem"), {}});
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().size(), 3);
    }

    void theDigestIsThatOfTheContent()
    {
        const CredentialFiles own{file("own.pem"), file("own-key.pem"), {}, {}};
        const CredentialFiles same{file("both.pem"), {}, {}, {}};
        const CredentialFiles chained{file("chained.pem"), file("own-key.pem"), {}, {}};
        const CredentialFiles other{file("other.pem"), file("other-key.pem"), {}, {}};
        QCOMPARE((*loadCredentials(own))->digest(), (*loadCredentials(same))->digest());
        QVERIFY((*loadCredentials(own))->digest() != (*loadCredentials(chained))->digest());
        QVERIFY((*loadCredentials(own))->digest() != (*loadCredentials(other))->digest());
    }

    void aCertificateIsDescribed()
    {
        const auto info = readCertificate(file("own.pem"));
        QVERIFY(info.has_value());
        QCOMPARE(info->subject, u"own.test"_s);
        QCOMPARE(info->issuer, u"Test authority"_s);
        QVERIFY(!info->isAuthority && !info->isSelfIssued);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(
            info->notBefore < now && info->notAfter > now.addDays(29) && info->notAfter <= now.addDays(30));
        QCOMPARE(info->fingerprint.size(), 32 * 3 - 1);
        const auto authority = readCertificate(file("authority.pem"));
        QVERIFY(authority->isAuthority && authority->isSelfIssued);
        QVERIFY(!readCertificate(file("text.pem")) && !readCertificate(file("nothere.pem")));
    }

    void validityIsToldInTime_data()
    {
        QTest::addColumn<int>("days");
        QTest::addColumn<QString>("word");
        QTest::newRow("ended") << -1 << u"expired"_s;
        QTest::newRow("ends soon") << 3 << u"expires on"_s;
        QTest::newRow("long enough") << 60 << QString();
    }

    void validityIsToldInTime()
    {
        QFETCH(int, days);
        QFETCH(QString, word);
        m_files.write("dated.pem", endingIn(m_files.issue({u"own.test"_s}), days));
        const auto info = readCertificate(file("dated.pem"));
        const auto notice = validityNotice(*info, file("dated.pem"), QDateTime::currentDateTimeUtc());
        QCOMPARE(notice.has_value(), !word.isEmpty());
        if (notice)
            QVERIFY2(notice->message.contains(word) && notice->message.contains(file("dated.pem")),
                qPrintable(notice->message));
        const auto early = validityNotice(*info, {}, info->notBefore.addDays(-1));
        QVERIFY(early && early->message.contains(u"not valid before"_s));
    }

private:
    QString file(const char *name) const { return m_files.path(QString::fromLatin1(name)); }

    TestCertificates m_files;
};

QTEST_APPLESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
