// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/status.h"

#include <QTest>

using namespace servelab::http;

class TestStatus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesReasons();
    void knowsBodilessStatuses();
};

void TestStatus::namesReasons()
{
    QVERIFY(reasonPhrase(100) == "Continue");
    QVERIFY(reasonPhrase(206) == "Partial Content");
    QVERIFY(reasonPhrase(304) == "Not Modified");
    QVERIFY(reasonPhrase(421) == "Misdirected Request");
    QVERIFY(reasonPhrase(431) == "Request Header Fields Too Large");
    QVERIFY(reasonPhrase(511) == "Network Authentication Required");
    for (const int status : {-1, 0, 99, 199, 299, 420, 599, 1000})
        QVERIFY(reasonPhrase(status).empty());
}

void TestStatus::knowsBodilessStatuses()
{
    for (const int status : {100, 101, 199, 204, 304})
        QVERIFY(isBodiless(status));
    for (const int status : {99, 200, 203, 205, 206, 303, 305, 404, 500})
        QVERIFY(!isBodiless(status));
}

QTEST_APPLESS_MAIN(TestStatus)
#include "tst_status.moc"
