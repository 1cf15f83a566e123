// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/accept.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace servelab::http;
using namespace servelab::testing;

class TestAccept : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAClientCanUse_data();
    void whatAClientCanUse();
};

void TestAccept::whatAClientCanUse_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<bool>("html");
    QTest::addColumn<bool>("json");
    const auto row = [](const char *name, const QByteArray &lines, bool html, bool json) {
        QTest::newRow(name) << lines << html << json;
    };
    row("no Accept", {}, true, false);
    row("a browser", "Accept: text/html,application/xml;q=0.9,*/*;q=0.8\r\n", true, false);
    row("anything", "Accept: */*\r\n", true, false);
    row("text of any kind", "Accept: TEXT/* ;q=0.1\r\n", true, false);
    row("a second line", "Accept: image/png\r\nAccept: text/html\r\n", true, false);
    row("empty", "Accept:\r\n", false, false);
    row("weight zero", "Accept: text/html;q=0.000, image/png\r\n", false, false);
    row("weight zero, and anything else", "Accept: */*, text/html;q=0\r\n", false, true);
    row("a malformed weight", "Accept: text/html;q=x\r\n", true, false);
    row("JSON", "Accept: application/json\r\n", false, true);
    row("JSON in another case, with parameters", "Accept: Application/JSON; charset=utf-8; Q=0.5\r\n", false,
        true);
    row("JSON named before anything", "Accept: application/json, text/plain, */*\r\n", true, true);
    row("any application", "Accept: application/*\r\n", false, true);
    row("JSON as good as HTML", "Accept: application/json, text/html\r\n", true, false);
    row("JSON better than HTML", "Accept: text/html;q=0.9, application/json\r\n", true, true);
    row("HTML better than JSON", "Accept: text/html, application/json;q=0.9\r\n", true, false);
    row("JSON refused", "Accept: application/json;q=0\r\n", false, false);
    row("a type that only begins so", "Accept: application/json-seq, text/html5\r\n", false, false);
}

void TestAccept::whatAClientCanUse()
{
    QFETCH(QByteArray, lines);
    QFETCH(bool, html);
    QFETCH(bool, json);
    const QByteArray bytes = "GET / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n";
    QCOMPARE(acceptsHtml(parsedHead(bytes)), html);
    QCOMPARE(prefersJson(parsedHead(bytes)), json);
}

QTEST_APPLESS_MAIN(TestAccept)
#include "tst_accept.moc"
