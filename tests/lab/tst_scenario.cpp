// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenario.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestScenario : public QObject
{
    Q_OBJECT

private:
    static ScenarioRequest request()
    {
        ScenarioRequest request;
        request.name = u"a \"page\" & more"_s;
        request.plan.url = QUrl(u"http://127.0.0.1:8080/a%20b?c=d&e=\"f\""_s);
        request.plan.connections = 30;
        request.plan.duration = 2500ms;
        request.plan.fields = {{"Accept-Encoding", "br"}, {"X-Text", "<'\"&"}};
        request.plan.expectation.status = 200;
        return request;
    }

    static QByteArray point(const QByteArray &time, const QByteArray &value, const QByteArray &status)
    {
        return "{\"type\":\"Point\",\"metric\":\"http_req_duration\",\"data\":{\"time\":\"" + time
            + "\",\"value\":" + value + ",\"tags\":{\"status\":\"" + status + "\"}}}\n";
    }

    QString write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void writesAScenarioOfTsung()
    {
        const auto scenario = toTsungScenario(request());
        QVERIFY(scenario.has_value());
        QXmlStreamReader xml(*scenario);
        QHash<QString, QXmlStreamAttributes> elements;
        QString match;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            const QString name = xml.name().toString();
            elements.insert(name, xml.attributes());
            if (name == "match"_L1)
                match = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(match, u"^HTTP/1.1 200"_s);
        QCOMPARE(elements[u"server"_s].value(u"port"_s), u"8080"_s);
        QCOMPARE(elements[u"load"_s].value(u"duration"_s), u"3"_s);
        QCOMPARE(elements[u"users"_s].value(u"maxnumber"_s), u"30"_s);
        QCOMPARE(elements[u"http"_s].value(u"url"_s), u"/a%20b?c=d&e=%22f%22"_s);
        QCOMPARE(elements[u"http_header"_s].value(u"value"_s), u"<'\"&"_s);
        QCOMPARE(elements[u"tsung"_s].value(u"dumptraffic"_s), u"protocol"_s);
        QCOMPARE(elements[u"session"_s].value(u"name"_s), request().name);
    }

    void writesAScriptOfK6()
    {
        const auto script = toK6Script(request());
        QVERIFY(script.has_value());
        for (const char *part : {"import http from 'k6/http';", "\"vus\":30", "\"duration\":\"2500ms\"",
                 "http.request(\"GET\", \"http://127.0.0.1:8080/a%20b?c=d&e=%22f%22\", null",
                 "\"X-Text\":\"<'\\\"&\"", "r.status === 200"})
            QVERIFY2(script->contains(part), script->constData());
    }

    void refusesALoadByCount()
    {
        ScenarioRequest counted = request();
        counted.plan.duration.reset();
        QVERIFY(!toTsungScenario(counted));
        QVERIFY(!toK6Script(counted));
    }

    void readsTheLogOfTsung()
    {
        const QString file = write(u"tsung.log"_s,
            "# stats: dump at 1796069148\nstats: users 4 4\nstats: request 300 0.5 0.1 31 0.02 0 0\n"
            "stats: 200 300 300\nstats: size_rcv 900 900\n"
            "# stats: dump at 1796069158\nstats: users 4 4\nstats: request 700 0.5 0.1 31 0.02 0.5 300\n"
            "stats: 200 690 990\nstats: 503 10 10\nstats: error_connect_econnrefused 3 3\n"
            "stats: error_abort 1 1\nstats: size_rcv 2100 3000\nstats: size_sent 70 500\n");
        const auto report = readTsungLog(m_folder.path(), {.status = 200, .bodyBytes = {}}, 3s);
        QVERIFY2(report.has_value(), report ? "" : qPrintable(report.error().toString()));
        QCOMPARE(report->responses, 990u);
        QCOMPARE(report->requests, 1003u);
        QCOMPARE(report->requests, report->responses + report->errorCount() + report->inFlight);
        QCOMPARE(report->errorCount(load::LoadErrorKind::UnexpectedStatus), 10u);
        QCOMPARE(report->errorCount(load::LoadErrorKind::Connect), 3u);
        QCOMPARE(report->bytesReceived, 3000u);
        QCOMPARE(report->requestsPerSecond(), 330.0);
        QCOMPARE(readTsungLog(file, {}, 3s)->responses, 990u);
        QCOMPARE(report->latencyMicroseconds.totalCount(), 0u); // the log has means only
    }

    void readsLatenciesFromTsungsListOfRequests()
    {
        write(u"tsung.log"_s, "stats: 200 3 3\nstats: 503 1 1\n");
        write(u"tsung.dump"_s,
            "#date;pid;id;http method;host;URL;HTTP status;size;duration;transaction;match;error;tag\n"
            "1796099995.68;<0.194.0>;1;get;127.0.0.1;/index.html;200;309;7.670;-;;;\n"
            "1796099995.69;<0.194.0>;1;get;127.0.0.1;/a;b;c;200;309;0.182;-;;;\n"
            "1796099995.70;<0.194.0>;1;get;127.0.0.1;/index.html;200;309;20.5;-;nomatch;;\n"
            "1796099995.71;<0.194.0>;1;get;127.0.0.1;/index.html;503;309;90000;-;;;\n"
            "1796099995.72;<0.194.0>;1;get;127.0.0.1;/index.html;200;0;80000;-;;error_timeout;\n"
            "cut off;200\n");
        const auto report = readTsungLog(m_folder.path(), {.status = 200, .bodyBytes = {}}, 3s);
        QVERIFY(report.has_value());
        QCOMPARE(report->latencyMicroseconds.totalCount(), 3u);
        QCOMPARE(report->latencyMicroseconds.minimum(), 182);
        QCOMPARE(report->latencyMicroseconds.maximum(), 20'500);
        QVERIFY(QFile::remove(m_folder.filePath(u"tsung.dump"_s)));
    }

    void readsThePointsOfK6()
    {
        const QString file = write(u"points.json"_s,
            "{\"type\":\"Metric\",\"data\":{\"name\":\"http_req_duration\"}}\n"
                + point("2026-11-30T12:00:00.500Z", "500", "200")
                + point("2026-11-30T12:00:01.000Z", "2.5", "200")
                + point("2026-11-30T12:00:02.000Z", "1", "500") + point("2026-11-30T12:00:02.000Z", "0", "0")
                + "{\"type\":\"Point\",\"metric\":\"data_received\",\"data\":{\"value\":1234}}\n"
                  "no JSON at all\n");
        const auto report = readK6Points(file, {});
        QVERIFY2(report.has_value(), report ? "" : qPrintable(report.error().toString()));
        QCOMPARE(report->responses, 2u);
        QCOMPARE(report->errorCount(), 2u);
        QCOMPARE(report->requests, 4u);
        QCOMPARE(report->bytesReceived, 1234u);
        QCOMPARE(report->elapsed, std::chrono::nanoseconds(2s));
        QCOMPARE(report->latencyMicroseconds.minimum(), 2500);
        QCOMPARE(report->latencyMicroseconds.maximum(), 500'000);
    }

    void refusesWhatIsNoResult()
    {
        const QString empty = write(u"empty"_s, "");
        QVERIFY(!readTsungLog(empty, {}, 1s));
        QVERIFY(!readK6Points(empty, {}));
        QVERIFY(!readTsungLog(m_folder.filePath(u"nowhere"_s), {}, 1s));
        QVERIFY(!readK6Points(m_folder.filePath(u"nowhere"_s), {}));
    }
};

QTEST_GUILESS_MAIN(TestScenario)
#include "tst_scenario.moc"
