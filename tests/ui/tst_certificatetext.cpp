// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/certificatetext.h"

#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestCertificateText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void saysHowLongItIsValid_data()
    {
        QTest::addColumn<int>("days");
        QTest::addColumn<Validity>("state");
        QTest::addColumn<QString>("text");
        QTest::newRow("over a year") << 397 << Validity::Good << u"Valid until 2 February 2028"_s;
        QTest::newRow("two months") << 60 << Validity::Good << u"Valid until 2 March 2027"_s;
        QTest::newRow("less") << 59 << Validity::Good << u"Expires in 59 days, on 1 March 2027"_s;
        QTest::newRow("no warning yet")
            << 15 << Validity::Good << u"Expires in 15 days, on 16 January 2027"_s;
        QTest::newRow("soon") << 14 << Validity::EndsSoon << u"Expires in 14 days, on 15 January 2027"_s;
        QTest::newRow("tomorrow") << 1 << Validity::EndsSoon << u"Expires tomorrow, 2 January 2027"_s;
        QTest::newRow("today") << 0 << Validity::EndsSoon << u"Expires today, 1 January 2027"_s;
        QTest::newRow("over") << -1 << Validity::Ended
                              << u"Expired on 31 December 2026: browsers refuse it"_s;
    }

    void saysHowLongItIsValid()
    {
        QFETCH(int, days);
        QFETCH(Validity, state);
        QFETCH(QString, text);
        const QDateTime now(QDate(2027, 1, 1), QTime(12, 0));
        certificates::CertificateInfo certificate;
        certificate.notBefore = now.addDays(-400);
        certificate.notAfter = now.addDays(days).addSecs(60);
        QCOMPARE(validityText(certificate, now), (ValidityText{state, text}));
    }

    void saysThatItIsNotValidYet()
    {
        const QDateTime now(QDate(2027, 1, 1), QTime(12, 0));
        certificates::CertificateInfo certificate;
        certificate.notBefore = now.addDays(1);
        certificate.notAfter = now.addDays(300);
        QCOMPARE(validityText(certificate, now),
            (ValidityText{Validity::NotBegun, u"Not valid before 2 January 2027: browsers refuse it"_s}));
    }

    void findsNamesThatAreNotCovered()
    {
        certificates::CertificateInfo certificate;
        certificate.names = {u"shop.test"_s, u"*.localhost"_s, u"*.wild.test"_s, u"127.0.0.1"_s};
        site::SiteConfig config;
        QCOMPARE(namesNotCovered(certificate, config), QStringList());
        config.domain = u"Shop.TEST"_s;
        config.domains = {{u"docs.localhost"_s, {}}, {u"a.docs.localhost"_s, {}}, {u"*.wild.test"_s, {}},
            {u"wild.test"_s, {}}, {u"*.localhost.test"_s, {}}, {u"own.test"_s, {}, u"own.pem"_s, {}}};
        QCOMPARE(namesNotCovered(certificate, config),
            QStringList({u"a.docs.localhost"_s, u"wild.test"_s, u"*.localhost.test"_s}));
    }

    void fingerprintsStandOnTwoLines()
    {
        const QString fingerprint = QStringList(QList<QString>(32, u"AB"_s)).join(u':');
        const QStringList lines = fingerprintLines(fingerprint).split(u'\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines.first().size(), lines.last().size() + 1); // its last colon
        QCOMPARE(lines.join(QString()), fingerprint);
        QCOMPARE(fingerprintLines({}), QString());
    }
};

QTEST_GUILESS_MAIN(TestCertificateText)
#include "tst_certificatetext.moc"
