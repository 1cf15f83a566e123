// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/recordstream.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <QFileInfo>
#include <QSignalSpy>

#include <atomic>
#include <span>
#include <thread>
#include <vector>

using namespace servelab;
using namespace servelab::tests;
using server::AccessRecord;
using server::RecordBatch;
using server::RecordStream;

/// Records for whoever looks at requests as they come: complete while somebody keeps up, counted where nobody
/// does, and nothing at all where nobody asked.
class RecordStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesWhatWasHandedInOrder();
    void whatDoesNotFitIsCounted();
    void longRecordsAreCountedToo();
    void takingMakesRoom();
    void manyThreadsLoseNothingUncounted();

    void nothingIsRecordedUntilSomebodyAsks();
    void requestsOfAServerAreTaken();
    void aCodedAnswerIsRecordedWithItsHeadAndBothLengths();
    void recordingIsTurnedOnAndOffWhileServing();
    void recordingStaysOverReconfigureAndClose();
    void theLogHasTheSameRecords();
    void aRequestBegunWhileRecordingIsNotTakenForALaterOne();
    void manyRequestsAreAllAnsweredAndCounted();

private:
    Fixture m_fixture;
};

namespace {

std::vector<AccessRecord> recordsOf(int count, std::size_t length = 1)
{
    std::vector<AccessRecord> records(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < records.size(); ++i)
        records[i].target = std::to_string(i) + std::string(length, 'x');
    return records;
}

/// Takes until that many records have come; the targets.
QStringList takeTargets(server::Server &server, qsizetype count)
{
    QStringList targets;
    const auto take = [&] {
        const RecordBatch batch = server.takeRecords();
        for (const AccessRecord &record : *batch.records)
            targets += QString::fromStdString(record.target);
        return targets.size() >= count;
    };
    if (!QTest::qWaitFor(take, 10'000))
        qWarning("Only %lld records came.", static_cast<long long>(targets.size()));
    return targets;
}

bool ask(RawClient &client, const QByteArray &target)
{
    client.send(get(target));
    return client.readAnswer().has_value();
}

} // namespace

void RecordStreamTest::takesWhatWasHandedInOrder()
{
    RecordStream stream({});
    QVERIFY(stream.take().records->isEmpty());
    const std::vector<AccessRecord> records = recordsOf(3);
    stream.hand(std::span(records).first(2));
    stream.hand(std::span(records).last(1));
    const RecordBatch batch = stream.take();
    QCOMPARE(batch.records->size(), 3);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(batch.records->at(i).target, std::to_string(i) + "x");
    QVERIFY(batch.dropped == 0);
    QVERIFY(stream.take().records->isEmpty());
}

void RecordStreamTest::whatDoesNotFitIsCounted()
{
    RecordStream stream({.records = 10});
    const std::vector<AccessRecord> records = recordsOf(7);
    for (int i = 0; i < 3; ++i)
        stream.hand(records);
    const RecordBatch batch = stream.take();
    QCOMPARE(batch.records->size(), 10);
    QVERIFY(batch.dropped == 11);
    QVERIFY(stream.take().dropped == 0);
}

void RecordStreamTest::longRecordsAreCountedToo()
{
    RecordStream stream({.records = 1000, .bytes = 100'000});
    stream.hand(recordsOf(20, 10'000));
    const RecordBatch batch = stream.take();
    QCOMPARE(batch.records->size(), 9);
    QVERIFY(batch.dropped == 11);
}

void RecordStreamTest::takingMakesRoom()
{
    RecordStream stream({.records = 5, .bytes = 100'000});
    for (int i = 0; i < 100; ++i) {
        stream.hand(recordsOf(5, 10'000));
        const RecordBatch batch = stream.take();
        QCOMPARE(batch.records->size(), 5);
        QVERIFY(batch.dropped == 0);
    }
}

void RecordStreamTest::manyThreadsLoseNothingUncounted()
{
    constexpr int threads = 4;
    constexpr int rounds = 500;
    RecordStream stream({.records = 100});
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back([&stream] {
            const std::vector<AccessRecord> records = recordsOf(7);
            for (int round = 0; round < rounds; ++round)
                stream.hand(records);
        });
    }
    std::uint64_t seen = 0;
    const auto take = [&] {
        const RecordBatch batch = stream.take();
        QVERIFY(batch.records->size() <= 100);
        seen += static_cast<std::uint64_t>(batch.records->size()) + batch.dropped;
    };
    for (int i = 0; i < 100; ++i)
        take();
    for (std::thread &worker : workers)
        worker.join();
    take();
    QVERIFY(seen == threads * rounds * 7);
}

void RecordStreamTest::nothingIsRecordedUntilSomebodyAsks()
{
    const auto server = startServer(m_fixture.config());
    QVERIFY(!server->isRecording());
    RawClient client(server->port());
    QVERIFY(ask(client, "/a.txt"));
    QVERIFY(server->takeRecords().records->isEmpty());
    server->setRecording(true);
    QVERIFY(server->isRecording());
    QVERIFY(ask(client, "/b.txt"));
    QCOMPARE(takeTargets(*server, 1), QStringList(QStringLiteral("/b.txt")));
}

void RecordStreamTest::requestsOfAServerAreTaken()
{
    server::Server server;
    server.setRecording(true);
    QVERIFY(server.deploy(m_fixture.config()));
    RawClient client(server.port());
    client.send(get("/a.txt", "Accept: text/plain\r\nCookie: hidden\r\n") + get("/nothere"));
    QVERIFY(client.readAnswer());
    QVERIFY(client.readAnswer());
    QList<AccessRecord> records;
    const auto take = [&] { return (records += *server.takeRecords().records).size(); };
    QTRY_COMPARE(take(), 2);
    const AccessRecord &first = records.at(0);
    QCOMPARE(first.method, "GET");
    QCOMPARE(first.status, 200);
    QCOMPARE(first.client, "127.0.0.1");
    QCOMPARE(first.fieldLines, "accept: text/plain\ncookie: redacted\n");
    QVERIFY(first.bytes > 100 && first.complete);
    QVERIFY2(first.answerHead.starts_with("HTTP/1.1 200 OK\r\n"), first.answerHead.c_str());
    QVERIFY(!first.answerHead.ends_with("\n"));
    QVERIFY(first.untilAnswer.count() > 0 && first.untilAnswer <= first.duration);
    QVERIFY(!first.bytesBeforeCoding);
    QCOMPARE(records.at(1).status, 404);
}

void RecordStreamTest::aCodedAnswerIsRecordedWithItsHeadAndBothLengths()
{
    site::SiteConfig config = m_fixture.config();
    config.compression.enabled = true;
    config.compression.thresholdBytes = 1;
    server::Server server;
    server.setRecording(true);
    QVERIFY(server.deploy(config));
    RawClient client(server.port());
    QList<AccessRecord> records;
    const auto take = [&] { return (records += *server.takeRecords().records).size(); };
    for (int round = 0; round < 2; ++round) { // made while it is sent, then from the cache
        client.send(get("/a.txt", "Accept-Encoding: br\r\n"));
        QVERIFY(client.readAnswer());
        QTRY_COMPARE(take(), round + 1);
        const AccessRecord &record = records.at(round);
        QCOMPARE(record.coding, "br");
        QVERIFY2(
            record.answerHead.find("Content-Encoding: br") != std::string::npos, record.answerHead.c_str());
        const QFileInfo file(config.root + QStringLiteral("/a.txt"));
        QCOMPARE(record.bytesBeforeCoding.value_or(0), static_cast<std::uint64_t>(file.size()));
    }
}

void RecordStreamTest::recordingIsTurnedOnAndOffWhileServing()
{
    const auto server = startServer(m_fixture.config());
    RawClient client(server->port());
    for (int round = 0; round < 3; ++round) {
        server->setRecording(true);
        QVERIFY(ask(client, "/a.txt"));
        QCOMPARE(takeTargets(*server, 1), QStringList(QStringLiteral("/a.txt")));
        server->setRecording(false);
        QVERIFY(ask(client, "/b.txt"));
        QVERIFY(server->takeRecords().records->isEmpty());
    }
}

void RecordStreamTest::recordingStaysOverReconfigureAndClose()
{
    site::SiteConfig config = m_fixture.config();
    const auto server = startServer(config);
    server->setRecording(true);
    RawClient client(server->port());
    QVERIFY(ask(client, "/1"));
    config.noCache = false;
    QVERIFY(server->reconfigure(config));
    QVERIFY(ask(client, "/2"));
    QSignalSpy closed(server.get(), &server::Server::closed);
    server->close();
    QVERIFY(closed.wait());
    QVERIFY(server->deploy(config));
    RawClient again(server->port());
    QVERIFY(ask(again, "/3"));
    QCOMPARE(takeTargets(*server, 3),
        QStringList({QStringLiteral("/1"), QStringLiteral("/2"), QStringLiteral("/3")}));
}

void RecordStreamTest::theLogHasTheSameRecords()
{
    site::SiteConfig config = m_fixture.config();
    config.log = m_fixture.path("../both.ndjson");
    auto server = startServer(config);
    server->setRecording(true);
    RawClient client(server->port());
    for (int i = 0; i < 20; ++i)
        QVERIFY(ask(client, "/a.txt?" + QByteArray::number(i)));
    std::string lines;
    qsizetype count = 0;
    const auto take = [&] {
        const RecordBatch batch = server->takeRecords();
        count += batch.records->size();
        for (const AccessRecord &record : *batch.records)
            server::appendJsonLine(record, lines);
        return count;
    };
    QTRY_COMPARE(take(), 20);
    server.reset();
    QFile file(config.log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray::fromStdString(lines));
}

void RecordStreamTest::aRequestBegunWhileRecordingIsNotTakenForALaterOne()
{
    const auto server = startServer(m_fixture.config());
    server->setRecording(true);
    RawClient client(server->port());
    client.send(request("POST /posted", "Content-Length: 3\r\n") + "a");
    QTRY_COMPARE(server->counters().requests, 1u);
    server->setRecording(false);
    client.send("bc");
    QVERIFY(client.readAnswer());
    server->setRecording(true);
    QVERIFY(ask(client, "/a.txt"));
    QVERIFY(ask(client, "/b.txt"));
    QCOMPARE(takeTargets(*server, 2), QStringList({QStringLiteral("/a.txt"), QStringLiteral("/b.txt")}));
}

void RecordStreamTest::manyRequestsAreAllAnsweredAndCounted()
{
    constexpr int clients = 8;
    constexpr int rounds = 50;
    constexpr int pipelined = 50;
    site::SiteConfig config = m_fixture.config();
    config.workers = 2;
    const auto server = startServer(config);
    server->setRecording(true);
    std::atomic<int> answered = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&answered, port = server->port()] {
            RawClient client(port);
            for (int round = 0; round < rounds; ++round) {
                client.send(get("/a.txt").repeated(pipelined));
                for (int k = 0; k < pipelined; ++k)
                    answered += client.readAnswer().has_value();
            }
        });
    }
    for (std::thread &thread : threads) // nobody takes meanwhile
        thread.join();
    QCOMPARE(answered.load(), clients * rounds * pipelined);
    std::uint64_t taken = 0;
    std::uint64_t dropped = 0;
    const auto take = [&] {
        const RecordBatch batch = server->takeRecords();
        taken += static_cast<std::uint64_t>(batch.records->size());
        dropped += batch.dropped;
        return taken + dropped;
    };
    QTRY_COMPARE(take(), std::uint64_t(clients * rounds * pipelined));
    QVERIFY(taken >= 1000 && dropped >= 1000);
}

QTEST_GUILESS_MAIN(RecordStreamTest)
#include "tst_recordstream.moc"
