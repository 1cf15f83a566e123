// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/output.h"
#include "tests/net/tlspair.h"

#include <QTemporaryFile>
#include <QTest>

#include <array>
#include <random>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::tests;

namespace {

std::string pattern(std::size_t length)
{
    std::mt19937 random(1);
    std::string text(length, '\0');
    for (char &c : text)
        c = static_cast<char>('a' + random() % 26);
    return text;
}

} // namespace

/// Both ends of TLS over the interface of a stream.
class TestTlsStream : public QObject, private TlsContexts
{
    Q_OBJECT

private Q_SLOTS:
    void aPlainStreamSaysSo();
    void bothEndsUnderstandEachOther_data();
    void bothEndsUnderstandEachOther();
    void aWriteBeforeTheHandshakeHasToWait();
    void aBufferOfAnySizeGetsEverything_data();
    void aBufferOfAnySizeGetsEverything();
    void aShortReadHasDrainedTheSocket();
    void whatThePeerDoesNotTakeIsHeld();
    void outputIsPendingUntilAllHasLeft();
    void filesLeaveWhole();
    void aFileThatHasBecomeShorterFails();
    void theEndIsSaid();
    void anEndThatIsNotSaidIsSeen();
    void anAbortIsNoEnd();
    void plainBytesAreSeen();
    void aStreamCanBeMoved();
    void withoutAContextThereIsNoTls();
};

void TestTlsStream::aPlainStreamSaysSo()
{
    Stream stream;
    QVERIFY(!stream.isSecured() && !stream.isHandshaking() && !stream.holdsInput() && !stream.holdsUnsent());
    QCOMPARE(stream.handshake().status, IoStatus::Done);
    QCOMPARE(stream.finishSending().status, IoStatus::Done);
    QCOMPARE(stream.tlsFailure(), TlsFailure::None);
    static_assert(sizeof(Stream) <= 24);
}

void TestTlsStream::bothEndsUnderstandEachOther_data()
{
    QTest::addColumn<TlsVersion>("version");
    QTest::newRow("TLS 1.2") << TlsVersion::V1_2;
    QTest::newRow("TLS 1.3") << TlsVersion::V1_3;
}

void TestTlsStream::bothEndsUnderstandEachOther()
{
    QFETCH(TlsVersion, version);
    const ClientPointer client = *TlsClientContext::create({.authorities = m_files.authorityFile(),
        .protocols = {"http/1.1"},
        .minimumVersion = version,
        .onlyMinimumVersion = true});
    Pair pair(serverContext({.credentials = {}, .choose = {}, .protocols = {"http/1.1"}}), client);
    QVERIFY(pair.connecting.isHandshaking() && pair.accepting.isSecured() && !pair.accepting.isHandshaking());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    QVERIFY(!pair.connecting.isHandshaking() && pair.connecting.isSecured());
    QCOMPARE(write(pair.connecting, "ask").status, IoStatus::Done);
    QCOMPARE(readAll(pair.accepting), "ask");
    QCOMPARE(write(pair.accepting, "answer").bytes, 6u);
    QCOMPARE(readAll(pair.connecting), "answer");
}

void TestTlsStream::aWriteBeforeTheHandshakeHasToWait()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(write(pair.accepting, "early").status, IoStatus::WouldBlock);
    QCOMPARE(write(pair.connecting, "early").status, IoStatus::WouldBlock); // begins it
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    QCOMPARE(write(pair.connecting, "in time").status, IoStatus::Done);
    QCOMPARE(readAll(pair.accepting), "in time");
}

void TestTlsStream::aBufferOfAnySizeGetsEverything_data()
{
    QTest::addColumn<int>("bytes");
    for (const int bytes : {1, 7, 1000, 16'384, 65'536, 200'000})
        QTest::addRow("%d bytes", bytes) << bytes;
}

void TestTlsStream::aBufferOfAnySizeGetsEverything()
{
    QFETCH(int, bytes);
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    const std::string text = pattern(300'000);
    std::string received;
    for (std::size_t sent = 0; sent < text.size();) {
        const IoResult result = write(pair.accepting, std::string_view(text).substr(sent));
        QVERIFY(result.status == IoStatus::Done || result.status == IoStatus::WouldBlock);
        QVERIFY(result.bytes <= 65'536);
        sent += result.bytes;
        received += readAll(pair.connecting, std::size_t(bytes));
    }
    while (pair.accepting.finishSending().status == IoStatus::WouldBlock)
        received += readAll(pair.connecting, std::size_t(bytes));
    received += readAll(pair.connecting, std::size_t(bytes));
    QVERIFY(received == text);
}

void TestTlsStream::aShortReadHasDrainedTheSocket()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    for (int i = 0; i < 50; ++i)
        QCOMPARE(write(pair.connecting, "0123456789").status, IoStatus::Done);
    pair.connecting.shutdownWrite();
    std::array<char, 65536> buffer;
    const IoResult all = pair.accepting.read(buffer);
    QCOMPARE(all.bytes, 500u);
    QVERIFY(pair.accepting.holdsInput()); // the end came with them, and nobody will tell of it
    QCOMPARE(pair.accepting.read(buffer).status, IoStatus::EndOfInput);
    QCOMPARE(pair.accepting.read(buffer).status, IoStatus::EndOfInput);
}

void TestTlsStream::whatThePeerDoesNotTakeIsHeld()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    const std::string text = pattern(60'000);
    std::string expected;
    IoResult result;
    while ((result = write(pair.accepting, text)).status == IoStatus::Done)
        expected += std::string_view(text).substr(0, result.bytes);
    QCOMPARE(result.status, IoStatus::WouldBlock);
    QVERIFY(pair.accepting.holdsUnsent());
    QCOMPARE(pair.accepting.finishSending().status, IoStatus::WouldBlock);
    QVERIFY(pair.accepting.unacknowledgedBytes() > 0);
    std::string received;
    while (pair.accepting.finishSending().status == IoStatus::WouldBlock)
        received += readAll(pair.connecting);
    QVERIFY(!pair.accepting.holdsUnsent());
    received += readAll(pair.connecting);
    QVERIFY(received == expected);
}

void TestTlsStream::outputIsPendingUntilAllHasLeft()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    const std::string text = pattern(60'000);
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    std::string expected;
    FlushStatus status = FlushStatus::Empty;
    while (status == FlushStatus::Empty) { // until the peer's buffers are full
        gather.append(text, std::make_shared<int>(1));
        expected += text;
        status = gather.flush(pair.accepting, output, sent);
    }
    QCOMPARE(status, FlushStatus::Pending);
    QVERIFY(output && output->isEmpty() && pair.accepting.holdsUnsent()); // TLS has it, the system not
    QCOMPARE(sent, expected.size());

    gather.append(text, std::make_shared<int>(1)); // behind it
    expected += text;
    std::string received;
    while ((status = gather.flush(pair.accepting, output, sent)) == FlushStatus::Pending) {
        const std::string more = readAll(pair.connecting);
        QVERIFY(!more.empty());
        received += more;
    }
    QCOMPARE(status, FlushStatus::Empty);
    QVERIFY(!output && !pair.accepting.holdsUnsent());
    QCOMPARE(sent, expected.size());
    received += readAll(pair.connecting);
    QVERIFY(received == expected);
}

void TestTlsStream::filesLeaveWhole()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    const std::string text = pattern(500'000);
    QTemporaryFile file;
    QVERIFY(file.open() && file.write(text.data(), qint64(text.size())) > 0 && file.flush());
    const base::FileState state(file.handle());
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    gather.appendFile({file.handle(), &state, 0, text.size()}, {});
    FlushStatus status = gather.flush(pair.accepting, output, sent);
    std::string received = readAll(pair.connecting);
    while (status == FlushStatus::Pending) {
        status = output->flush(pair.accepting);
        received += readAll(pair.connecting);
    }
    QCOMPARE(status, FlushStatus::Empty);
    QVERIFY(received == text);
}

void TestTlsStream::aFileThatHasBecomeShorterFails()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    QTemporaryFile file;
    QVERIFY(file.open() && file.write("short") == 5 && file.flush());
    const base::FileState state(file.handle());
    Gather gather;
    std::unique_ptr<Output> output;
    std::uint64_t sent = 0;
    gather.appendFile({file.handle(), &state, 5, 10}, {});
    QCOMPARE(gather.flush(pair.accepting, output, sent), FlushStatus::Failed);
    QCOMPARE(pair.accepting.tlsFailure(), TlsFailure::None);
}

void TestTlsStream::theEndIsSaid()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    std::array<char, 100> buffer;
    pair.connecting.shutdownWrite();
    QCOMPARE(pair.accepting.read(buffer).status, IoStatus::EndOfInput);
    QVERIFY(!pair.accepting.isTruncated());
    QCOMPARE(write(pair.accepting, "the other side goes on").status, IoStatus::Done);
    QCOMPARE(readAll(pair.connecting), "the other side goes on");
    pair.accepting.close();
    QCOMPARE(pair.connecting.read(buffer).status, IoStatus::EndOfInput);
    QVERIFY(!pair.connecting.isTruncated());
}

void TestTlsStream::anEndThatIsNotSaidIsSeen()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    QCOMPARE(write(pair.accepting, "half an ans").status, IoStatus::Done);
    ::shutdown(pair.accepting.descriptor(), SHUT_WR);
    QCOMPARE(readAll(pair.connecting), "half an ans");
    QVERIFY(pair.connecting.isTruncated());
    QCOMPARE(write(pair.connecting, "still heard").status, IoStatus::Done);
    QCOMPARE(readAll(pair.accepting), "still heard");
}

void TestTlsStream::anAbortIsNoEnd()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    pair.accepting.abort();
    std::array<char, 100> buffer;
    const IoResult result = pair.connecting.read(buffer);
    QVERIFY(result.status == IoStatus::Failed
        || (result.status == IoStatus::EndOfInput && pair.connecting.isTruncated()));
}

void TestTlsStream::plainBytesAreSeen()
{
    Pair pair(serverContext(), trusting());
    const std::string_view text = "GET / HTTP/1.1\r\n\r\n";
    QCOMPARE(::send(pair.connecting.descriptor(), text.data(), text.size(), 0), ssize_t(text.size()));
    std::array<char, 100> buffer;
    QCOMPARE(pair.accepting.read(buffer).status, IoStatus::Failed);
    QCOMPARE(pair.accepting.tlsFailure(), TlsFailure::PlainPeer);
    QVERIFY(!pair.accepting.isSecured());
    QCOMPARE(write(pair.accepting, "speak TLS").status, IoStatus::Done);
    QCOMPARE(::recv(pair.connecting.descriptor(), buffer.data(), buffer.size(), 0), 9);
}

void TestTlsStream::aStreamCanBeMoved()
{
    Pair pair(serverContext(), trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Done);
    Stream moved = std::move(pair.accepting);
    QVERIFY(moved.isSecured() && !pair.accepting.isSecured());
    QCOMPARE(write(moved, "moved").status, IoStatus::Done);
    QCOMPARE(readAll(pair.connecting), "moved");
    pair.accepting = std::move(moved);
    QCOMPARE(write(pair.connecting, "back").status, IoStatus::Done);
    QCOMPARE(readAll(pair.accepting), "back");
}

void TestTlsStream::withoutAContextThereIsNoTls()
{
    Pair pair(nullptr, trusting());
    QCOMPARE(pair.shakeHands(), IoStatus::Failed);
}

QTEST_APPLESS_MAIN(TestTlsStream)
#include "tst_tlsstream.moc"
