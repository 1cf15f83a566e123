// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestfilter.h"

#include "tests/ui/sampledata.h"

#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestRequestFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void letsThrough_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("statusClass");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("coding");
        QTest::addColumn<bool>("matches");
        QTest::newRow("everything when empty") << u""_s << 0 << u""_s << u""_s << true;
        QTest::newRow("part of the address") << u"styles/"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("the text in another case") << u"STYLES"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("the method") << u"get"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("a field of the request") << u"accept-encoding"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("a field of the answer") << u"charset=utf-8"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("the status as text") << u"200"_s << 0 << u""_s << u""_s << true;
        QTest::newRow("not another text") << u"scripts"_s << 0 << u""_s << u""_s << false;
        QTest::newRow("its status class") << u""_s << 2 << u""_s << u""_s << true;
        QTest::newRow("not another status class") << u""_s << 4 << u""_s << u""_s << false;
        QTest::newRow("its host without the port") << u""_s << 0 << u"localhost"_s << u""_s << true;
        QTest::newRow("not another host") << u""_s << 0 << u"shop.localhost"_s << u""_s << false;
        QTest::newRow("its coding") << u""_s << 0 << u""_s << u"br"_s << true;
        QTest::newRow("not another coding") << u""_s << 0 << u""_s << u"gzip"_s << false;
        QTest::newRow("not what is uncoded") << u""_s << 0 << u""_s << u"identity"_s << false;
        QTest::newRow("all conditions together") << u"css"_s << 2 << u"localhost"_s << u"br"_s << true;
        QTest::newRow("not where one fails") << u"css"_s << 2 << u"localhost"_s << u"gzip"_s << false;
    }

    void letsThrough()
    {
        QFETCH(QString, text);
        QFETCH(int, statusClass);
        QFETCH(QString, host);
        QFETCH(QString, coding);
        QFETCH(bool, matches);
        const RequestFilter filter{text, statusClass, host, coding};
        QCOMPARE(filter.matches(testing::recordOf("/styles/main.css")), matches);
    }

    void knowsHostsWithAndWithoutPort_data()
    {
        QTest::addColumn<std::string>("field");
        QTest::addColumn<QString>("host");
        QTest::newRow("with a port") << std::string("Docs.localhost:8080") << u"docs.localhost"_s;
        QTest::newRow("without one") << std::string("docs.localhost") << u"docs.localhost"_s;
        QTest::newRow("an address of version 6") << std::string("[::1]:8080") << u"[::1]"_s;
        QTest::newRow("one without a port") << std::string("[::1]") << u"[::1]"_s;
        QTest::newRow("none") << std::string() << QString();
    }

    void knowsHostsWithAndWithoutPort()
    {
        QFETCH(std::string, field);
        QFETCH(QString, host);
        servelab::server::AccessRecord record;
        record.host = field;
        QCOMPARE(hostOf(record), host);
    }
};

QTEST_APPLESS_MAIN(TestRequestFilter)
#include "tst_requestfilter.moc"
