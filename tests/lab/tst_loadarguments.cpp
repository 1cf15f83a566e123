// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/loadprocess.h"

#include <QTest>

using namespace servelab;
using namespace std::chrono_literals;

class TestLoadArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAPlan_data()
    {
        QTest::addColumn<load::LoadPlan>("plan");
        QTest::addColumn<QList<int>>("cores");
        QTest::addColumn<QString>("arguments");
        load::LoadPlan plan;
        plan.url = QUrl(QStringLiteral("http://127.0.0.1:81/a%20b?x=1"));
        plan.connections = 4;
        plan.duration = 2s;
        QTest::newRow("by time") << plan << QList<int>{}
                                 << QStringLiteral(
                                        "load http://127.0.0.1:81/a%20b?x=1 -c 4 --threads 1 -d 2000ms "
                                        "--warm-up 0ms --timeout 30000ms --format json --progress json");
        plan.requests = 9;
        plan.keepAlive = false;
        plan.readBytesPerSecond = 125'000;
        plan.method = "HEAD";
        plan.fields = {{"Accept-Encoding", "br"}};
        plan.expectation = {200, 5};
        QTest::newRow("with everything")
            << plan << QList<int>{1, 2}
            << QStringLiteral(
                   "load http://127.0.0.1:81/a%20b?x=1 -c 4 --threads 1 -d 2000ms --warm-up 0ms "
                   "--timeout 30000ms -n 9 --no-keepalive --read-rate 125000 -H Accept-Encoding: br -X HEAD "
                   "--expect-status 200 --expect-bytes 5 --format json --progress json --cores 1,2");
        load::LoadPlan open;
        open.url = QUrl(QStringLiteral("http://127.0.0.1:81/"));
        open.connections = 1;
        open.duration = 1s;
        open.arrival = load::ConstantRate{0.1};
        open.pipeline = 4;
        const QString common = QStringLiteral("load http://127.0.0.1:81/ -c 1 --threads 1 -d 1000ms "
                                              "--warm-up 0ms --timeout 30000ms %1 --format json "
                                              "--progress json");
        QTest::newRow("at a rate, pipelined")
            << open << QList<int>{} << common.arg(QStringLiteral("--rate 0.1 --pipeline 4"));
        open.arrival = load::RateRamp{0, 1234.5, 700ms};
        open.pipeline = 1;
        open.expectation.bodySha256 = QByteArray(32, '\x0f');
        QTest::newRow("along a ramp, to a known body")
            << open << QList<int>{}
            << common.arg(QStringLiteral("--ramp 0:1234.5:700ms --expect-sha256 ")
                   + QStringLiteral("0f").repeated(32));
        load::LoadPlan echo;
        echo.url = QUrl(QStringLiteral("ws://127.0.0.1:81/echo"));
        echo.connections = 1;
        echo.duration = 1s;
        echo.message = {4096, http::MessageType::Binary};
        QTest::newRow("over a WebSocket")
            << echo << QList<int>{}
            << QStringLiteral(
                   "load ws://127.0.0.1:81/echo -c 1 --threads 1 -d 1000ms --warm-up 0ms "
                   "--timeout 30000ms --message-bytes 4096 --binary --format json --progress json");
        load::LoadPlan secured = open;
        secured.arrival = load::ClosedLoop();
        secured.expectation = {};
        secured.trust.verifies = false;
        QTest::newRow("whoever answers")
            << secured << QList<int>{} << common.arg(QStringLiteral("--insecure"));
        secured.trust = {true, QStringLiteral("/tmp/ca.pem")};
        QTest::newRow("an authority of its own")
            << secured << QList<int>{} << common.arg(QStringLiteral("--ca /tmp/ca.pem"));
    }

    void writesAPlan()
    {
        QFETCH(const load::LoadPlan, plan);
        QFETCH(const QList<int>, cores);
        QFETCH(const QString, arguments);
        QCOMPARE(lab::loadArguments(plan, cores).join(u' '), arguments);
    }
};

QTEST_GUILESS_MAIN(TestLoadArguments)
#include "tst_loadarguments.moc"
