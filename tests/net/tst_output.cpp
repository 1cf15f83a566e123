// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/output.h"

#include "core/net/platform.h"

#include <QTemporaryFile>
#include <QTest>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

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

/// A connection over loopback, both ends here.
class Connection
{
public:
    Connection()
    {
        const base::UniqueFd listener = net::platform::openTcpSocket(false);
        if (net::platform::bind(listener.get(), QHostAddress::LocalHost, 0) != 0
            || net::platform::listen(listener.get()) != 0)
            qFatal("nothing to connect to");
        auto reader
            = Stream::connectTo(QHostAddress::LocalHost, net::platform::localEndpoint(listener.get()).port);
        if (!reader)
            qFatal("no connection");
        m_reader = std::move(*reader);
        base::UniqueFd accepted;
        while (!accepted.isValid())
            accepted = net::platform::accept(listener.get()).descriptor;
        stream = Stream(std::move(accepted));
    }

    std::string take(std::uint64_t bytes)
    {
        std::string all;
        std::array<char, 65536> buffer;
        while (all.size() < bytes) {
            const net::IoResult result = m_reader.read(buffer);
            if (result.status == net::IoStatus::Done)
                all.append(buffer.data(), result.bytes);
        }
        return all;
    }
    int queueLimit() const
    {
        int limit = 0;
        socklen_t size = sizeof limit;
        ::getsockopt(stream.descriptor(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &limit, &size);
        return limit;
    }

    Stream stream;

private:
    Stream m_reader;
};

void passOn(Output &output, Connection &connection, std::uint64_t budget)
{
    const std::uint64_t before = output.sentBytes();
    if (output.flush(connection.stream, budget) == FlushStatus::Failed)
        qFatal("the connection has broken");
    connection.take(output.sentBytes() - before);
}

std::string pattern(std::size_t length, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::string text(length, '\0');
    for (char &c : text)
        c = static_cast<char>('a' + random() % 26);
    return text;
}

/// A file and what it was when it was made.
class StoredFile
{
public:
    explicit StoredFile(const std::string &bytes)
    {
        if (!m_file.open())
            qFatal("no temporary file");
        overwrite(0, bytes);
        m_state = base::FileState(m_file.handle());
    }

    void overwrite(qint64 offset, const std::string &bytes)
    {
        const auto size = static_cast<qint64>(bytes.size());
        if (!m_file.seek(offset) || m_file.write(bytes.data(), size) != size || !m_file.flush())
            qFatal("the temporary file cannot be written");
    }

    net::FilePart part(std::uint64_t offset, std::uint64_t length) const
    {
        return {m_file.handle(), &m_state, offset, length};
    }

private:
    QTemporaryFile m_file;
    base::FileState m_state;
};

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

    void onlyAFastReaderGetsALongQueue_data();
    void onlyAFastReaderGetsALongQueue();
    void sendsSmallAnswersInOneWrite();
    void sendsPiecesOfEveryKindInOrder_data();
    void sendsPiecesOfEveryKindInOrder();
    void keepsWhatThePeerDoesNotTake();
    void sendsBehindWhatStillWaits();
    void stopsAtItsBudget();
    void keepsViewsAliveOnlyAsLongAsNeeded();
    void failsWhenThePeerIsGone();
    void failsWhenAFileHasBecomeShorter();
    void whatWaitsOfAFileIsOfOneVersion_data();
    void whatWaitsOfAFileIsOfOneVersion();
    void pagesThatWaitOutliveTheirMemory();
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
    for (const int bytes : {0, 1, 1024, 1025, 32'767, 32'768, 65'536, 65'537, 300'000, 3'000'000})
        QTest::addRow("bodies of %d bytes", bytes) << bytes;
}

void TestOutput::sendsPiecesOfEveryKindInOrder()
{
    QFETCH(int, bodyBytes);
    const auto body = std::make_shared<const std::string>(pattern(static_cast<std::size_t>(bodyBytes)));
    const std::string onDisk = pattern(static_cast<std::size_t>(bodyBytes) + 20, 2);
    const std::string shared = pattern(static_cast<std::size_t>(bodyBytes) + 20, 3);
    const base::SendableBytes pages{std::string_view(shared)};
    const StoredFile file(onDisk);
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    std::string expected;
    for (int i = 0; i < 3; ++i) {
        gather.head() += "head " + std::to_string(i);
        gather.commitHead();
        gather.append(*body, body);
        gather.appendFile(file.part(10, body->size()), body);
        gather.append(pages.view().part(20), body);
        expected += "head " + std::to_string(i) + *body + onDisk.substr(10, body->size()) + shared.substr(20);
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

void TestOutput::onlyAFastReaderGetsALongQueue_data()
{
    QTest::addColumn<int>("pauseMilliseconds");
    QTest::addColumn<int>("limit");
    QTest::newRow("fast") << 0 << 1024 * 1024;
    QTest::newRow("slow") << 2 * int(Output::trialTime.count()) << 128 * 1024;
}

/// What the reader is given while 16 MB are read as they come, after a pause.
void TestOutput::onlyAFastReaderGetsALongQueue()
{
    QFETCH(int, pauseMilliseconds);
    QFETCH(int, limit);
    const std::string body = pattern(20'000'000);
    int seen = 0;
    for (int attempt = 0; attempt < 50 && seen != limit;
        ++attempt) { // a busy machine may make any reader slow
        Connection connection;
        Output output;
        output.append(body, {});
        QTest::qSleep(pauseMilliseconds);
        while (output.sentBytes() < 16'000'000)
            passOn(output, connection, 512 * 1024);
        seen = connection.queueLimit();
        while (!output.isEmpty())
            passOn(output, connection, UINT64_MAX);
        QCOMPARE(connection.queueLimit(), 128 * 1024); // the next answer's reader is on trial again
    }
    QCOMPARE(seen, limit);
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
    const StoredFile file(pattern(100));
    gather.appendFile(file.part(0, 200), {});
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Failed);
    QCOMPARE(pipe.readAvailable(), pattern(100)); // what was there, and no padding
}

void TestOutput::whatWaitsOfAFileIsOfOneVersion_data()
{
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("arrivesWhole");
    QTest::newRow("written over before what has left") << qint64(0) << 100 << false;
    QTest::newRow("written over behind it") << qint64(4'000'000) << 100 << false;
    QTest::newRow("written over as a whole") << qint64(0) << 5'000'000 << false;
    QTest::newRow("added to") << qint64(5'000'000) << 100 << true;
}

/// What the peer has not read yet when the file changes is what the file was, all the same.
void TestOutput::whatWaitsOfAFileIsOfOneVersion()
{
    QFETCH(qint64, offset);
    QFETCH(int, bytes);
    QFETCH(bool, arrivesWhole);
    const std::string body = pattern(5'000'000);
    StoredFile file(body);
    Pipe pipe;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    gather.appendFile(file.part(0, body.size()), {});
    QCOMPARE(gather.flush(pipe.stream, output, sent), FlushStatus::Pending);
    QVERIFY(sent > 0);
    QTest::qSleep(20); // a change at once may bear the time of the file's making
    file.overwrite(offset, std::string(static_cast<std::size_t>(bytes), 'X'));
    const std::string received = drain(pipe, output);
    QVERIFY(received == body.substr(0, arrivesWhole ? body.size() : sent));
}

/// What is with the system is what the memory held, whoever has it by now.
void TestOutput::pagesThatWaitOutliveTheirMemory()
{
    const std::string body = pattern(400'000);
    auto bytes = std::make_unique<base::SendableBytes>(std::string_view(body));
    Connection connection;
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    gather.append(bytes->view(), {});
    QVERIFY(gather.flush(connection.stream, output, sent) != FlushStatus::Failed);
    QVERIFY(sent > base::SendableBytes::leastPageBytes);
    output.reset();
    bytes.reset();
    std::vector<base::SendableBytes> others;
    for (int i = 0; i < 20; ++i)
        others.emplace_back(std::string(body.size(), 'X'));
    QVERIFY(connection.take(sent) == body.substr(0, sent));
}

QTEST_APPLESS_MAIN(TestOutput)
#include "tst_output.moc"
