// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requesttext.h"

#include "tests/ui/sampledata.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

const QString origin = u"http://127.0.0.1:8080"_s;

std::deque<RequestEntry> entriesOf(const QList<server::AccessRecord> &records)
{
    const auto batch = testing::batchOf(records);
    std::deque<RequestEntry> entries;
    for (qsizetype at = 0; at < records.size(); ++at)
        entries.emplace_back(batch.records, at, static_cast<quint64>(at));
    return entries;
}

} // namespace

class TestRequestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesACurlCommand()
    {
        QCOMPARE(toCurl(testing::recordOf("/a?b=c d"), origin),
            u"curl --header 'host: localhost:8080' --header 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' "
            "--header 'accept: text/html' --header 'accept-encoding: gzip, br' --compressed "
            "'http://127.0.0.1:8080/a?b=c d' # without cookie"_s);
    }

    /// What a shell makes of the command, word by word.
    void quotesForAShell_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::newRow("a quote") << QByteArray("/it's");
        QTest::newRow("an expansion") << QByteArray("/$(id)`id`${HOME}");
        QTest::newRow("a backslash and a star") << QByteArray("/a\\b*");
        QTest::newRow("two ends of a command") << QByteArray("/a;b&c|d>e");
    }

    void quotesForAShell()
    {
        QFETCH(QByteArray, target);
        const QString shell = QStandardPaths::findExecutable(u"sh"_s);
        if (shell.isEmpty())
            QSKIP("there is no POSIX shell here");
        QProcess process;
        process.start(shell,
            {u"-c"_s,
                u"curl() { for word; do last=$word; done; printf '%s' \"$last\"; }; "_s
                    + toCurl(testing::recordOf(target), origin)});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), origin.toUtf8() + target);
    }

    void namesWhatTheCommandDoesWithout_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("fields");
        QTest::addColumn<QString>("part");
        QTest::newRow("a method") << std::string("PURGE") << std::string() << u"--request 'PURGE'"_s;
        QTest::newRow("the head alone") << std::string("HEAD") << std::string() << u"--head"_s;
        QTest::newRow("a body") << std::string("POST") << std::string("content-length: 12\n")
                                << u"# without the body"_s;
        QTest::newRow("a body in chunks")
            << std::string("POST") << std::string("transfer-encoding: chunked\n") << u"# without the body"_s;
        QTest::newRow("credentials") << std::string("GET") << std::string("authorization: redacted\n")
                                     << u"# without authorization"_s;
    }

    void namesWhatTheCommandDoesWithout()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, fields);
        QFETCH(QString, part);
        auto record = testing::recordOf("/");
        record.method = method;
        record.fieldLines = fields;
        const QString command = toCurl(record, origin);
        QVERIFY2(command.contains(part), qPrintable(command));
        QVERIFY(!command.contains(u"content-length"_s));
        QVERIFY(!command.contains(u"redacted"_s));
    }

    void writesBothHeads()
    {
        const auto record = testing::recordOf("/a");
        QVERIFY(requestHeadText(record).startsWith(u"GET /a HTTP/1.1\nhost: localhost:8080\n"_s));
        QVERIFY(requestHeadText(record).contains(u"cookie: redacted\n"_s));
        QCOMPARE(answerHeadText(record),
            u"HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nContent-Encoding: br"_s);
    }

    void writesWhatWasRecordedOfABody_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("inCurl");
        QTest::newRow("text") << QByteArray("a=1&b='2'") << u"a=1&b='2'"_s
                              << u"--data-binary 'a=1&b='\\''2'\\'''"_s;
        QTest::newRow("a long text") << QByteArray(20, 'x')
                                     << u"xxxxxxxxxxxxxxxx\n(cut: of 20 bytes, the rest was not recorded)"_s
                                     << u"# without the body"_s;
        QTest::newRow("bytes") << QByteArray("\xff\x00", 2) << u"(2 bytes that are not text)"_s
                               << u"# without the body"_s;
        QTest::newRow("what curl would take for a file's name")
            << QByteArray("@secret") << u"@secret"_s << u"# without the body"_s;
    }

    void writesWhatWasRecordedOfABody()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, text);
        QFETCH(QString, inCurl);
        auto record = testing::recordOf("/form");
        record.method = "POST";
        record.fieldLines = "content-length: " + std::to_string(body.size()) + "\ncontent-type: text/x\n";
        QCOMPARE(requestBodyText(record), QString());
        auto recorded = std::make_shared<server::RecordedBody>(16);
        recorded->add({body.data(), static_cast<std::size_t>(body.size())});
        record.body = recorded;
        QCOMPARE(requestBodyText(record), text);
        const QString command = toCurl(record, origin);
        QVERIFY2(command.contains(inCurl), qPrintable(command));
        const auto json = QJsonDocument::fromJson(toHar(entriesOf({record}), origin));
        const QJsonValue request = json[u"log"][u"entries"][0][u"request"];
        QCOMPARE(request[u"bodySize"].toInt(), body.size());
        QCOMPARE(request[u"postData"][u"mimeType"].toString(), u"text/x"_s);
        QVERIFY(text.startsWith(request[u"postData"][u"text"].toString()));
        QCOMPARE(
            request[u"postData"].toObject().contains(u"comment"_s), recorded->isCut() || !recorded->text());
    }

    void writesAnArchive()
    {
        const auto json = QJsonDocument::fromJson(toHar(entriesOf({testing::recordOf("/a?b=c")}), origin));
        const QJsonObject log = json[u"log"].toObject();
        QCOMPARE(log[u"version"].toString(), u"1.2"_s);
        const QJsonValue entry = log[u"entries"][0];
        QCOMPARE(entry[u"startedDateTime"].toString(), u"2027-01-15T08:00:00.123Z"_s);
        QCOMPARE(entry[u"request"][u"url"].toString(), u"http://localhost:8080/a?b=c"_s);
        QCOMPARE(entry[u"request"][u"queryString"][0][u"value"].toString(), u"c"_s);
        QCOMPARE(entry[u"response"][u"status"].toInt(), 200);
        QCOMPARE(entry[u"response"][u"statusText"].toString(), u"OK"_s);
        QCOMPARE(entry[u"response"][u"content"][u"size"].toInt(), 45'000);
        QCOMPARE(entry[u"response"][u"content"][u"mimeType"].toString(), u"text/html; charset=utf-8"_s);
        QCOMPARE(
            entry[u"response"][u"headersSize"].toInt() + entry[u"response"][u"bodySize"].toInt(), 12'544);
        QCOMPARE(entry[u"time"].toDouble(), 0.46);
        QCOMPARE(entry[u"timings"][u"wait"].toDouble() + entry[u"timings"][u"receive"].toDouble(), 0.46);
    }

    void writesAnArchiveOfWhatIsNotKnown()
    {
        server::AccessRecord record;
        record.status = 400;
        const auto json = QJsonDocument::fromJson(toHar(entriesOf({record}), origin));
        const QJsonValue response = json[u"log"][u"entries"][0][u"response"];
        QCOMPARE(response[u"bodySize"].toInt(), -1);
        QCOMPARE(response[u"headersSize"].toInt(), -1);
    }

    void writesOneObjectALine()
    {
        const QByteArray lines = toNdjson(entriesOf({testing::recordOf("/a"), testing::recordOf("/b")}));
        QCOMPARE(lines.count('\n'), 2);
        QCOMPARE(QJsonDocument::fromJson(lines.split('\n').at(1))[u"target"].toString(), u"/b"_s);
    }
};

QTEST_APPLESS_MAIN(TestRequestText)
#include "tst_requesttext.moc"
