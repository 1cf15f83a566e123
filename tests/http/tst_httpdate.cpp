// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/httpdate.h"
#include "tests/http/feeding.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

namespace {

constexpr std::int64_t example = 784111777; // 6 November 1994, 08:49:37, the example of RFC 9110

std::int64_t utc(int year, int month, int day)
{
    return QDateTime(QDate(year, month, day), QTime(0, 0), QTimeZone::utc()).toSecsSinceEpoch();
}

QByteArray formatted(std::int64_t seconds)
{
    const HttpDate date = formatHttpDate(seconds);
    return {date.data(), qsizetype(date.size())};
}

} // namespace

class TestHttpDate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formats_data();
    void formats();
    void parsesWhatItFormats();
    void acceptsThreeForms_data();
    void acceptsThreeForms();
    void refusesOtherForms_data();
    void refusesOtherForms();
    void findsTheCenturyOfTwoDigits_data();
    void findsTheCenturyOfTwoDigits();
};

void TestHttpDate::formats_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("example of the specification") << qint64(example) << "Sun, 06 Nov 1994 08:49:37 GMT"_ba;
    QTest::newRow("epoch") << qint64(0) << "Thu, 01 Jan 1970 00:00:00 GMT"_ba;
    QTest::newRow("second before the epoch") << qint64(-1) << "Wed, 31 Dec 1969 23:59:59 GMT"_ba;
    QTest::newRow("leap day") << qint64(utc(2024, 2, 29)) << "Thu, 29 Feb 2024 00:00:00 GMT"_ba;
    QTest::newRow("fixture file") << qint64(1700000000) << "Tue, 14 Nov 2023 22:13:20 GMT"_ba;
    QTest::newRow("beyond 32 bits") << qint64(1) + 0xffffffffLL << "Sun, 07 Feb 2106 06:28:16 GMT"_ba;
    QTest::newRow("last second of year 9999") << qint64(253402300799) << "Fri, 31 Dec 9999 23:59:59 GMT"_ba;
    QTest::newRow("first second of year 0") << qint64(-62167219200) << "Sat, 01 Jan 0000 00:00:00 GMT"_ba;
    QTest::newRow("beyond year 9999")
        << std::numeric_limits<qint64>::max() << "Fri, 31 Dec 9999 23:59:59 GMT"_ba;
    QTest::newRow("before year 0") << std::numeric_limits<qint64>::min()
                                   << "Sat, 01 Jan 0000 00:00:00 GMT"_ba;
}

void TestHttpDate::formats()
{
    QFETCH(const qint64, seconds);
    QFETCH(const QByteArray, text);
    QCOMPARE(formatted(seconds), text);
}

void TestHttpDate::parsesWhatItFormats()
{
    constexpr std::int64_t step = 86400 * 17 + 3607; // reaches every month, day and weekday
    for (std::int64_t seconds = utc(1900, 1, 1); seconds < utc(2200, 1, 1); seconds += step) {
        const QByteArray text = formatted(seconds);
        QCOMPARE(parseHttpDate(viewOf(text), 0).value_or(-1), seconds);
        QCOMPARE(text,
            QLocale::c()
                .toString(QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc()),
                    "ddd, dd MMM yyyy hh:mm:ss 'GMT'"_L1)
                .toLatin1());
    }
}

void TestHttpDate::acceptsThreeForms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("seconds");
    QTest::newRow("IMF-fixdate") << "Sun, 06 Nov 1994 08:49:37 GMT"_ba << qint64(example);
    QTest::newRow("H9 RFC 850") << "Sunday, 06-Nov-94 08:49:37 GMT"_ba << qint64(example);
    QTest::newRow("H9 asctime") << "Sun Nov  6 08:49:37 1994"_ba << qint64(example);
    QTest::newRow("asctime with two digits of the day")
        << "Wed Nov 16 08:49:37 1994"_ba << qint64(example + 864000);
    QTest::newRow("leap second") << "Sat, 31 Dec 2016 23:59:60 GMT"_ba << qint64(utc(2017, 1, 1));
    QTest::newRow("leap day") << "Thu, 29 Feb 2024 00:00:00 GMT"_ba << qint64(utc(2024, 2, 29));
    QTest::newRow("before the epoch") << "Mon, 01 Jan 1900 00:00:00 GMT"_ba << qint64(utc(1900, 1, 1));
}

void TestHttpDate::acceptsThreeForms()
{
    QFETCH(const QByteArray, text);
    QFETCH(const qint64, seconds);
    const auto parsed = parseHttpDate(viewOf(text), utc(2026, 1, 1));
    QVERIFY(parsed.has_value());
    QCOMPARE(qint64(*parsed), seconds);
    for (qsizetype length = 0; length < text.size(); ++length)
        QVERIFY2(!parseHttpDate(viewOf(text.first(length)), 0), qPrintable(QString::number(length)));
    QVERIFY(!parseHttpDate(viewOf(text + ' '), 0));
}

void TestHttpDate::refusesOtherForms_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
        {"", "yesterday", "2023-11-14T22:13:20Z", "0", "1700000000", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:3x GMT",
            "Sun, 06 Nov -994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
            "Sunday Nov  6 08:49:37 1994", "Sun", "Sunday", "Sunday,", "Sun, ", ",", " "})
        QTest::newRow(qPrintable("H10 \""_L1 + QLatin1StringView(text) + '"'_L1)) << QByteArray(text);
}

void TestHttpDate::refusesOtherForms()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!parseHttpDate(viewOf(text), utc(2026, 1, 1)).has_value());
}

void TestHttpDate::findsTheCenturyOfTwoDigits_data()
{
    QTest::addColumn<qint64>("now");
    QTest::addColumn<QByteArray>("date");
    QTest::addColumn<qint64>("seconds");
    const auto row = [](const char *name, std::int64_t now, const char *date, std::int64_t seconds) {
        QTest::newRow(name) << qint64(now) << QByteArray(date) << qint64(seconds);
    };
    const std::int64_t now = utc(2026, 6, 15);
    row("this year", now, "01-Jan-26", utc(2026, 1, 1));
    row("49 years ahead", now, "01-Jan-75", utc(2075, 1, 1));
    row("50 years ahead to the day", now, "15-Jun-76", utc(2076, 6, 15));
    row("50 years and a day ahead is past", now, "16-Jun-76", utc(1976, 6, 16));
    row("51 years ahead is past", now, "01-Jan-77", utc(1977, 1, 1));
    row("the end of the century is past", now, "31-Dec-99", utc(1999, 12, 31));
    row("a leap day of the century before", now, "29-Feb-96", utc(1996, 2, 29));
    row("next century seen from the end of this", utc(2099, 1, 1), "01-Jan-05", utc(2105, 1, 1));
    row("last century seen from 1999", utc(1999, 1, 1), "01-Jan-94", utc(1994, 1, 1));
    row("seen from a leap day", utc(2024, 2, 29), "28-Feb-74", utc(2074, 2, 28));
}

void TestHttpDate::findsTheCenturyOfTwoDigits()
{
    QFETCH(const qint64, now);
    QFETCH(const QByteArray, date);
    QFETCH(const qint64, seconds);
    const QByteArray text = "Monday, " + date + " 00:00:00 GMT";
    const auto parsed = parseHttpDate(viewOf(text), now);
    QVERIFY(parsed.has_value());
    QCOMPARE(qint64(*parsed), seconds);
}

QTEST_APPLESS_MAIN(TestHttpDate)
#include "tst_httpdate.moc"
