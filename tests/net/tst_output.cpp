// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/output.h"

#include <QTemporaryFile>
#include <QTest>

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <random>
#include <string>

using namespace servelab;
using net::FlushStatus;
using net::Gather;
using net::Output;
using net::Stream;

namespace {

/// A stream whose other end the test reads.
class Pipe
{
public:
    explicit Pipe(int type = SOCK_STREAM)
    {
        std::array<int, 2> pair{};
        if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0)
            qFatal("no socket pair");
        stream = Stream(base::UniqueFd(pair[0]));
        m_reader = Stream(base::UniqueFd(pair[1]));
    }

    std::string readAvailable()
    {
        std::string all;
        std::array<char, 65536> buffer;
        for (;;) {
            const net::IoResult result = m_reader.read(buffer);
            if (result.status != net::IoStatus::Done)
                return all;
            all.append(buffer.data(), result.bytes);
        }
    }
    /// What one write has sent; only of a pipe that keeps writes apart.
    std::string readWrite()
    {
        std::array<char, 65536> buffer;
        const net::IoResult result = m_reader.read(buffer);
        return {buffer.data(), result.status == net::IoStatus::Done ? result.bytes : 0};
    }
    void closeReader() { m_reader.close(); }

    Stream stream;

private:
    Stream m_reader;
};

std::string pattern(std::size_t length, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::string text(length, '\0');
    for (char &c : text)
        c = static_cast<char>('a' + random() % 26);
    return text;
}

std::unique_ptr<QTemporaryFile> fileOf(const std::string &bytes)
{
    auto file = std::make_unique<QTemporaryFile>();
    if (!file->open() || file->write(bytes.data(), static_cast<qint64>(bytes.size())) < 0 || !file->flush())
        qFatal("no temporary file");
    return file;
}

/// Reads and flushes by turns until everything has left.
std::string drain(Pipe &pipe, std::unique_ptr<Output> &output)
{
    std::string all = pipe.readAvailable();
    while (output && output->flush(pipe.stream) == FlushStatus::Pending)
        all += pipe.readAvailable();
    return all + pipe.readAvailable();
}

} // namespace

class TestOutput : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsSeparateLeavesInAWriteOfItsOwn()
    {
        Pipe pipe(SOCK_SEQPACKET);
        Gather gather;
        std::unique_ptr<Output> rest;
        std::uint64_t sent = 0;
        gather.head() += "head";
        gather.commitHead();
        gather.separate();
        gather.append("body", nullptr);
        gather.head() += "next";
        gather.commitHead();
        gather.separate();
        gather.append(std::string_view("last"), nullptr);
        QCOMPARE(gather.flush(pipe.stream, rest, sent), FlushStatus::Empty);
        QCOMPARE(sent, 16u);
        QCOMPARE(pipe.readWrite(), std::string("head"));
        QCOMPARE(pipe.readWrite(), std::string("bodynext"));
        QCOMPARE(pipe.readWrite(), std::string("last"));
    }

    void aWriteOfNothingDisturbsNothing()
    {
        Pipe pipe;
        Gather gather;
        std::unique_ptr<Output> rest;
        std::uint64_t sent = 0;
        gather.head() += "one";
        gather.commitHead();
        gather.appendNothing();
        gather.separate();
        gather.head() += "two";
        gather.commitHead();
        gather.appendNothing();
        QCOMPARE(gather.flush(pipe.stream, rest, sent), FlushStatus::Empty);
        QVERIFY(gather.isEmpty());
        QCOMPARE(pipe.readAvailable(), std::string("onetwo"));
    }

    void sendsSmallAnswersInOneWrite();
    void sendsPiecesOfEveryKindInOrder_data();
    void sendsPiecesOfEveryKindInOrder();
    void keepsWhatThePeerDoesNotTake();
    void sendsBehindWhatStillWaits();
    void stopsAtItsBudget();
    void keepsViewsAliveOnlyAsLongAsNeeded();
    void failsWhenThePeerIsGone();
    void failsWhenAFileHasBecomeShorter();
};

void TestOutput::sendsSmallAnswersInOneWrite()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    std::string expected;
    for (int i = 0; i < 16; ++i) {
        gather.head() += "head;";
        gather.commitHead();
        gather.append("body;", std::make_shared<int>(i));
        expected += "head;body;";
    }
    QCOMPARE(gather.pendingBytes(), expected.size());
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Empty);
    QVERIFY(!output);
    QVERIFY(gather.isEmpty());
    QCOMPARE(sent, expected.size());
    QCOMPARE(pipe.readAvailable(), expected);
}

void TestOutput::sendsPiecesOfEveryKindInOrder_data()
{
    QTest::addColumn<int>("bodyBytes");
    for (const int bytes : {0, 1, 1024, 1025, 65'536, 65'537, 300'000, 3'000'000})
        QTest::addRow("bodies of %d bytes", bytes) << bytes;
}

void TestOutput::sendsPiecesOfEveryKindInOrder()
{
    QFETCH(int, bodyBytes);
    const auto body = std::make_shared<const std::string>(pattern(static_cast<std::size_t>(bodyBytes)));
    const std::string onDisk = pattern(static_cast<std::size_t>(bodyBytes) + 20, 2);
    const auto file = fileOf(onDisk);
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    std::string expected;
    for (int i = 0; i < 3; ++i) {
        gather.head() += "head " + std::to_string(i);
        gather.commitHead();
        gather.append(*body, body);
        gather.appendFile(file->handle(), 10, body->size(), body);
        expected += "head " + std::to_string(i) + *body + onDisk.substr(10, body->size());
    }
    const FlushStatus status = gather.flush(pipe.stream, output, sent);
    QCOMPARE(status == FlushStatus::Empty, !output);
    const std::uint64_t before = sent;
    const std::uint64_t left = output ? output->pendingBytes() : 0;
    QCOMPARE(before + left, expected.size());
    QCOMPARE(drain(pipe, output), expected);
}

void TestOutput::keepsWhatThePeerDoesNotTake()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    const auto body = std::make_shared<const std::string>(pattern(8'000'000));
    gather.head() += "head";
    gather.commitHead();
    gather.append(*body, body);
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Pending);
    QVERIFY(output);
    QVERIFY(!output->isYielding());
    QCOMPARE(output->ownBytes(), 0u); // shared bytes are not copied
    QCOMPARE(output->pendingBytes() + sent, body->size() + 4);
    QCOMPARE(drain(pipe, output), "head" + *body);
}

void TestOutput::sendsBehindWhatStillWaits()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    const auto body = std::make_shared<const std::string>(pattern(2'000'000));
    std::string expected;
    for (int i = 0; i < 5; ++i) {
        gather.head() += "answer " + std::to_string(i);
        gather.commitHead();
        gather.append(*body, body);
        expected += "answer " + std::to_string(i) + *body;
        QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Pending);
        QVERIFY(gather.isEmpty());
    }
    QCOMPARE(drain(pipe, output), expected);
}

void TestOutput::stopsAtItsBudget()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    const auto body = std::make_shared<const std::string>(pattern(100'000));
    gather.append(*body, body);
    QCOMPARE(gather.flush(pipe.stream, output, sent, 30'000), FlushStatus::Pending);
    QCOMPARE(sent, 30'000u);
    QVERIFY(output->isYielding());
    QCOMPARE(output->flush(pipe.stream, 20'000), FlushStatus::Pending);
    QVERIFY(output->isYielding());
    QCOMPARE(output->sentBytes(), 20'000u);
    QCOMPARE(drain(pipe, output), *body);
}

void TestOutput::keepsViewsAliveOnlyAsLongAsNeeded()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    auto body = std::make_shared<const std::string>(pattern(5'000'000));
    const std::weak_ptr<const std::string> watched = body;
    gather.append(*body, body);
    const std::string expected = *body;
    body.reset();
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Pending);
    QVERIFY(!watched.expired());
    QCOMPARE(drain(pipe, output), expected);
    QVERIFY(watched.expired());
}

void TestOutput::failsWhenThePeerIsGone()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    pipe.closeReader();
    gather.head() += "nobody reads";
    gather.commitHead();
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Failed);
    QVERIFY(gather.isEmpty());
    QVERIFY(!output);
}

void TestOutput::failsWhenAFileHasBecomeShorter()
{
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    const auto file = fileOf(pattern(100));
    gather.appendFile(file->handle(), 0, 200, {});
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Failed);
    QCOMPARE(pipe.readAvailable(), pattern(100)); // what was there, and no padding
}

QTEST_APPLESS_MAIN(TestOutput)
#include "tst_output.moc"
