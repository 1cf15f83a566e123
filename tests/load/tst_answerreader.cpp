// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/answerreader.h"

#include <QTest>

#include <string_view>

using servelab::load::AnswerReader;
using Status = AnswerReader::Status;

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

const QByteArray ok = "HTTP/1.1 200 OK\r\n";

/// Feeds the pieces [0, cut) and [cut, end).
Status feedCut(AnswerReader &reader, const QByteArray &bytes, qsizetype cut)
{
    const Status first = reader.take(viewOf(bytes.first(cut)));
    return first == Status::Incomplete ? reader.take(viewOf(bytes.sliced(cut))) : first;
}

} // namespace

class TestAnswerReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answers_data();
    void answers();
    void broken_data();
    void broken();
    void surplusIsTold();
    void connectionEndsTheBody();
    void announcedLengthIsKnownAtOnce();
    void beginForgetsTheLastAnswer();
};

void TestAnswerReader::answers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("toHead");
    QTest::addColumn<int>("status");
    QTest::addColumn<quint64>("bodyBytes");
    QTest::addColumn<bool>("closes");
    QTest::newRow("with a length") << ok + "Content-Length: 5\r\n\r\nHello" << false << 200 << quint64(5)
                                   << false;
    QTest::newRow("with an empty body") << ok + "Content-Length: 0\r\n\r\n"
                                        << false << 200 << quint64(0) << false;
    QTest::newRow("in chunks, with a trailer")
        << ok + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n"
        << false << 200 << quint64(5) << false;
    QTest::newRow("that closes") << ok + "Connection: close\r\nContent-Length: 1\r\n\r\nx" << false << 200
                                 << quint64(1) << true;
    QTest::newRow("to HEAD") << ok + "Content-Length: 5\r\n\r\n" << true << 200 << quint64(0) << false;
    QTest::newRow("not modified") << QByteArray("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")
                                  << false << 304 << quint64(0) << false;
    QTest::newRow("behind an interim one")
        << "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 2\r\n\r\nHi" << false << 200 << quint64(2)
        << false;
}

void TestAnswerReader::answers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, toHead);
    QFETCH(int, status);
    QFETCH(quint64, bodyBytes);
    QFETCH(bool, closes);
    AnswerReader reader;
    const auto isRight = [&] {
        return reader.status() == status && reader.bodyBytes() == bodyBytes && reader.closes() == closes
            && reader.surplus() == 0;
    };
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        reader.begin(toHead);
        QCOMPARE(feedCut(reader, bytes, cut), Status::Complete);
        QVERIFY(isRight());
    }
    reader.begin(toHead);
    for (qsizetype i = 0; i < bytes.size(); ++i)
        QCOMPARE(reader.take(viewOf(bytes.sliced(i, 1))),
            i + 1 < bytes.size() ? Status::Incomplete : Status::Complete);
    QVERIFY(isRight());
}

void TestAnswerReader::broken_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("another protocol") << QByteArray("220 smtp\r\n");
    QTest::newRow("a status of 600") << QByteArray("HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n");
    QTest::newRow("a length that is none") << ok + "Content-Length: -1\r\n\r\n";
    QTest::newRow("a chunk size that is none") << ok + "Transfer-Encoding: chunked\r\n\r\ng\r\n";
    QTest::newRow("a head beyond its limit") << ok + "X: " + QByteArray(70'000, 'x');
}

void TestAnswerReader::broken()
{
    QFETCH(QByteArray, bytes);
    AnswerReader reader;
    for (qsizetype cut = 0; cut <= bytes.size(); cut += 1 + bytes.size() / 100) {
        reader.begin(false);
        QCOMPARE(feedCut(reader, bytes, cut), Status::Malformed);
    }
}

void TestAnswerReader::surplusIsTold()
{
    const QByteArray bytes = ok + "Content-Length: 2\r\n\r\nHi and more";
    AnswerReader reader;
    for (qsizetype cut = 0; cut < bytes.size() - 9; ++cut) {
        reader.begin(false);
        QCOMPARE(feedCut(reader, bytes, cut), Status::Complete);
        QCOMPARE(reader.surplus(), 9U);
    }
}

void TestAnswerReader::connectionEndsTheBody()
{
    AnswerReader reader;
    reader.begin(false);
    QVERIFY(!reader.hasBegun());
    QCOMPARE(reader.take(viewOf(ok)), Status::Incomplete);
    QVERIFY(reader.hasBegun());
    QVERIFY(!reader.endsWithConnection()); // its head is not whole
    QCOMPARE(reader.take("\r\nHel"), Status::Incomplete);
    QVERIFY(reader.endsWithConnection());
    QCOMPARE(reader.take("lo"), Status::Incomplete);
    QCOMPARE(reader.bodyBytes(), 5U);

    reader.begin(false);
    QCOMPARE(reader.take(viewOf(ok + "Content-Length: 5\r\n\r\nHel")), Status::Incomplete);
    QVERIFY(!reader.endsWithConnection());
}

void TestAnswerReader::announcedLengthIsKnownAtOnce()
{
    AnswerReader reader;
    reader.begin(false);
    QCOMPARE(reader.leastBodyBytes(), 0U);
    QCOMPARE(reader.take(viewOf(ok + "Content-Length: 9223372036854775807\r\n\r\n")), Status::Incomplete);
    QCOMPARE(reader.leastBodyBytes(), 9223372036854775807U);

    reader.begin(false);
    QCOMPARE(reader.take(viewOf(ok + "\r\nHello")), Status::Incomplete);
    QCOMPARE(reader.leastBodyBytes(), 5U);
}

void TestAnswerReader::beginForgetsTheLastAnswer()
{
    AnswerReader reader;
    reader.begin(false);
    QCOMPARE(reader.take("nonsense"), Status::Malformed);
    reader.begin(false);
    QVERIFY(!reader.hasBegun());
    QCOMPARE(reader.leastBodyBytes(), 0U);
    QCOMPARE(reader.take(viewOf(ok + "Content-Length: 0\r\n\r\n")), Status::Complete);
    QCOMPARE(reader.status(), 200);
}

QTEST_GUILESS_MAIN(TestAnswerReader)
#include "tst_answerreader.moc"
