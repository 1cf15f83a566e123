// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/contentcoding.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

class TestContentCoding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void negotiates_data();
    void negotiates();
    void readsEveryLine();
    void isIdentityWithoutTheField();
    void ordersWhatIsAccepted_data();
    void ordersWhatIsAccepted();
    void namesItsTokens();
};

void TestContentCoding::negotiates_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<ContentCoding>("coding");
    const auto rows = [](const char *cases, ContentCoding coding,
                          std::initializer_list<const char *> values) {
        for (const char *value : values)
            QTest::newRow(
                qPrintable(QString::fromLatin1("%1: %2").arg(QLatin1String(cases), QLatin1String(value))))
                << QByteArray(value) << coding;
    };
    rows("I1", ContentCoding::Brotli,
        {"br", "gzip, br", "BR", "zstd, br", "gzip,deflate,br", " br ;\tq=0.001"});
    rows("I2", ContentCoding::Gzip, {"gzip", "gzip;q=1, br;q=0.5", "GZip", "br;q=0.999, gzip;q=1.000"});
    rows("I3 tie", ContentCoding::Brotli, {"gzip;q=0.5, br;q=0.5", "br;q=0.5, identity;q=0.5"});
    rows("I4", ContentCoding::Identity, {"", "identity", "deflate", "x-gzip", "zstd", ",,"});
    rows("I5", ContentCoding::Identity,
        {"br;q=0", "br;q=0, gzip;q=0", "*;q=0", "br;Q=0", "gzip ; q=0", "br;q=0.000"});
    rows("I6", ContentCoding::Brotli, {"*", "gzip;q=0, *", "*;q=0.1"});
    rows("I6 star stands for what is not named", ContentCoding::Gzip, {"br;q=0, *", "*;q=0.8, br;q=0.5"});
    rows("I7", ContentCoding::Identity, {"identity;q=0", "identity;q=0, *;q=0"});
    rows("I8 ignored", ContentCoding::Identity,
        {"br;q=2", "br;q=-1", "br;q=abc", "br;q=", "br;q=1.001", "br;q=0.1234", "br;q=.5", "br;q=00",
            "br;x=1", "br;q=0.5;x", "br;", "b r", "br/1", "br;q =1", "br;q= 1"});
    rows("I8 others still count", ContentCoding::Gzip, {"br;q=2, gzip", "gzip, br;q=abc"});
    rows("the client prefers identity", ContentCoding::Identity,
        {"identity, br;q=0.5", "identity;q=1, *;q=0.9"});
    rows("identity of lower weight", ContentCoding::Gzip, {"identity;q=0.5, gzip;q=0.8"});
    rows("the last mention counts", ContentCoding::Identity, {"br, br;q=0"});
    rows("boundaries of a weight", ContentCoding::Brotli, {"br;q=1.", "br;q=1.0", "br;q=0.001", "br;q=1"});
}

void TestContentCoding::negotiates()
{
    QFETCH(const QByteArray, value);
    QFETCH(const ContentCoding, coding);
    QCOMPARE(negotiateContentCoding(viewOf(value)), coding);

    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: h\r\nACCEPT-encoding: " + value + "\r\n\r\n";
    QCOMPARE(negotiateContentCoding(parsedHead(bytes)), coding);
}

void TestContentCoding::readsEveryLine()
{
    const QByteArray bytes
        = "GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\nX: y\r\nAccept-Encoding: br\r\n\r\n";
    QCOMPARE(negotiateContentCoding(parsedHead(bytes)), ContentCoding::Brotli);
}

void TestContentCoding::ordersWhatIsAccepted_data()
{
    using enum ContentCoding;
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<AcceptedCodings>("codings");
    QTest::newRow("both") << QByteArray("gzip, br") << AcceptedCodings{Brotli, Gzip};
    QTest::newRow("gzip before br") << QByteArray("gzip, br;q=0.5") << AcceptedCodings{Gzip, Brotli};
    QTest::newRow("br alone") << QByteArray("br") << AcceptedCodings{Brotli, Identity};
    QTest::newRow("gzip alone") << QByteArray("br;q=0, *") << AcceptedCodings{Gzip, Identity};
    QTest::newRow("identity between them")
        << QByteArray("gzip;q=0.2, identity;q=0.5, br") << AcceptedCodings{Brotli, Identity};
    QTest::newRow("identity before both")
        << QByteArray("gzip;q=0.2, identity, br;q=0.3") << AcceptedCodings{Identity, Identity};
    QTest::newRow("none") << QByteArray("deflate") << AcceptedCodings{Identity, Identity};
}

void TestContentCoding::ordersWhatIsAccepted()
{
    QFETCH(QByteArray, value);
    QFETCH(AcceptedCodings, codings);
    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: " + value + "\r\n\r\n";
    QVERIFY(acceptedContentCodings(parsedHead(bytes)) == codings);
}

void TestContentCoding::isIdentityWithoutTheField()
{
    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: h\r\nAccept: br\r\n\r\n";
    QCOMPARE(negotiateContentCoding(parsedHead(bytes)), ContentCoding::Identity);
}

void TestContentCoding::namesItsTokens()
{
    QVERIFY(contentCodingToken(ContentCoding::Brotli) == "br");
    QVERIFY(contentCodingToken(ContentCoding::Gzip) == "gzip");
    QVERIFY(contentCodingToken(ContentCoding::Identity).empty());
}

QTEST_APPLESS_MAIN(TestContentCoding)
#include "tst_contentcoding.moc"
