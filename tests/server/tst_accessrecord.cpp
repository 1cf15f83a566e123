// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/records.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <string>

using namespace servelab;
using namespace servelab::tests;
using server::AccessRecord;

/// The lines that are written of a request: valid and plain whatever bytes a client sends.
class AccessRecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyBytesBecomeOneValidLine_data();
    void anyBytesBecomeOneValidLine();
    void anyFieldBytesBecomePairs_data();
    void anyFieldBytesBecomePairs();
    void plainLinesHoldNoControlCharacters();
};

void AccessRecordTest::anyBytesBecomeOneValidLine_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QString>("read");
    QTest::newRow("plain") << QByteArray("/a.txt?x=1") << QStringLiteral("/a.txt?x=1");
    QTest::newRow("quote and backslash") << QByteArray("/\"\\") << QStringLiteral("/\"\\");
    QTest::newRow("controls") << QByteArray("/\r\n\t\x01\x7f") << QStringLiteral("/\r\n\t\x01\x7f");
    QTest::newRow("NUL") << QByteArray("/a\0b", 4) << QStringLiteral("/a") + QChar(0) + QLatin1Char('b');
    QTest::newRow("UTF-8") << QByteArray("/caf\xc3\xa9") << QStringLiteral("/caf\u00e9");
    QTest::newRow("controls beyond ASCII")
        << QByteArray("/\xc2\x9b\xc2\x80\xc2\xa0") << QStringLiteral("/\u009b\u0080\u00a0");
    QTest::newRow("UTF-8 that is cut off") << QByteArray("/\xe2\x82") << QStringLiteral("/\u00e2\u0082");
    QTest::newRow("a surrogate") << QByteArray("/\xed\xa0\x80") << QStringLiteral("/\u00ed\u00a0\u0080");
    QTest::newRow("an overlong slash") << QByteArray("/\xc0\xaf") << QStringLiteral("/\u00c0\u00af");
    QTest::newRow("not UTF-8") << QByteArray("/\xff\xc3") << QStringLiteral("/\u00ff\u00c3");
}

void AccessRecordTest::anyBytesBecomeOneValidLine()
{
    QFETCH(QByteArray, target);
    QFETCH(QString, read);
    std::string text;
    server::appendJsonLine(recordOf(target), text);
    QCOMPARE(std::ranges::count(text, '\n'), 1);
    QVERIFY(text.ends_with("}\n"));
    QVERIFY(!text.contains("\xc2\x9b") && !text.contains("\xc2\x80"));
    const QJsonObject line = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    QCOMPARE(line[QLatin1String("target")].toString(), read);
    QCOMPARE(line[QLatin1String("time")].toString(), QStringLiteral("2023-11-14T22:13:20.123Z"));
    QCOMPARE(line[QLatin1String("status")].toInt(), 200);
    QCOMPARE(line[QLatin1String("durationMicroseconds")].toInt(), 1500);
}

void AccessRecordTest::anyFieldBytesBecomePairs_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("pairs");
    QTest::newRow("none") << QByteArray() << QByteArray("[]");
    QTest::newRow("two") << QByteArray("accept: */*\nx: y: z\n")
                         << QByteArray(R"([["accept","*/*"],["x","y: z"]])");
    QTest::newRow("one name twice") << QByteArray("a: 1\na: 2\n") << QByteArray(R"([["a","1"],["a","2"]])");
    QTest::newRow("an empty value") << QByteArray("a: \n") << QByteArray(R"([["a",""]])");
    QTest::newRow("hostile bytes") << QByteArray("a\"\\: \x01\xff\"]}\n")
                                   << QByteArray(R"([["a\"\\","\u0001ÿ\"]}"]])");
    QTest::newRow("no line end") << QByteArray("a: b") << QByteArray(R"([["a","b"]])");
    QTest::newRow("no colon") << QByteArray("a\nb:c\n") << QByteArray(R"([["a",""],["b:c",""]])");
}

void AccessRecordTest::anyFieldBytesBecomePairs()
{
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, pairs);
    AccessRecord record = recordOf("/a");
    record.fieldLines = lines.toStdString();
    std::string text;
    server::appendJsonLine(record, text);
    const QJsonDocument line = QJsonDocument::fromJson(QByteArray::fromStdString(text));
    QVERIFY2(line.isObject(), text.c_str());
    QCOMPARE(line[QLatin1String("fields")].toArray(), QJsonDocument::fromJson(pairs).array());
    QCOMPARE(line.object().contains(QLatin1String("fields")), !lines.isEmpty());
}

void AccessRecordTest::plainLinesHoldNoControlCharacters()
{
    std::string text;
    server::appendPlainLine(recordOf("/\x1b[31m\xff\n"), text);
    QCOMPARE(QByteArray::fromStdString(text),
        QByteArray("2023-11-14T22:13:20.123Z 127.0.0.1 GET /\\x1b[31m\\xff\\x0a 200 300 B 1.500 ms\n"));
}

QTEST_GUILESS_MAIN(AccessRecordTest)
#include "tst_accessrecord.moc"
