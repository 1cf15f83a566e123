// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/chunkeddecoder.h"
#include "tests/http/feeding.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::http;
using namespace servelab::testing;

namespace {

/// Decodes pieces, each in memory of its own, until the body ends or fails.
class Decoding
{
public:
    void feed(std::string_view piece)
    {
        const std::vector<char> copy(piece.begin(), piece.end());
        std::string_view rest(copy.data(), copy.size());
        do {
            const ChunkedDecoder::Step step = m_decoder.next(rest);
            m_status = step.status;
            m_body += bytesOf(step.data);
            m_consumed += step.consumed;
            rest.remove_prefix(step.consumed);
        } while (m_status == ChunkedDecoder::Status::Data);
    }

    bool hasEnded() const
    {
        return m_status == ChunkedDecoder::Status::Complete || m_status == ChunkedDecoder::Status::Error;
    }
    ChunkedDecoder::Status status() const { return m_status; }
    const QByteArray &body() const { return m_body; }
    std::size_t consumed() const { return m_consumed; }

    QByteArray describe() const
    {
        return QByteArray::number(int(m_status)) + ' ' + QByteArray::number(qulonglong(m_consumed)) + ' '
            + m_body;
    }

private:
    ChunkedDecoder m_decoder;
    ChunkedDecoder::Status m_status = ChunkedDecoder::Status::Incomplete;
    QByteArray m_body;
    std::size_t m_consumed = 0;
};

/// Decodes `bytes` in pieces of `step` bytes, the first of them `first` long.
Decoding decodeInPieces(const QByteArray &bytes, std::size_t first, std::size_t step)
{
    Decoding decoding;
    std::string_view rest = viewOf(bytes);
    for (std::size_t size = first; !rest.empty() && !decoding.hasEnded(); size = step) {
        decoding.feed(rest.substr(0, size));
        rest.remove_prefix(std::min(size, rest.size()));
    }
    return decoding;
}

Decoding decode(const QByteArray &bytes)
{
    return decodeInPieces(bytes, std::size_t(bytes.size()), 1);
}

void compareEveryCut(const QByteArray &bytes)
{
    const QByteArray whole = decode(bytes).describe();
    const auto size = static_cast<std::size_t>(bytes.size());
    for (std::size_t cut = 1; cut < size; ++cut)
        QCOMPARE(decodeInPieces(bytes, cut, size).describe(), whole);
    QCOMPARE(decodeInPieces(bytes, 1, 1).describe(), whole);
}

} // namespace

class TestChunkedDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodesBodies_data();
    void decodesBodies();
    void refusesMalformedBodies_data();
    void refusesMalformedBodies();
    void limitsExtensionsAndTrailers_data();
    void limitsExtensionsAndTrailers();
    void tellsTheSizeBeforeTheData();
    void handsOutViewsOfTheInput();
    void staysAtItsEnd();
};

void TestChunkedDecoder::decodesBodies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const char *bytes, const char *body) {
        QTest::newRow(name) << QByteArray(bytes) << QByteArray(body);
    };
    row("empty body", "0\r\n\r\n", "");
    row("one chunk", "3\r\nabc\r\n0\r\n\r\n", "abc");
    row("two chunks", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "abcde");
    row("hex in either case", "a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n", "01234567890123456789a");
    row("leading zeros", "0003\r\nabc\r\n000\r\n\r\n", "abc");
    row("sixteen digits", "0000000000000003\r\nabc\r\n0\r\n\r\n", "abc");
    row("line ends inside data", "4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n");
    row("D14 extensions", "3;a=b;c=\"d e\"\r\nabc\r\n0;last\r\n\r\n", "abc");
    row("extension with a tab and an 8-bit byte", "3;\t\xe9\r\nabc\r\n0\r\n\r\n", "abc");
    row("D15 trailer", "3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n", "abc");
    row("two trailers, one empty", "0\r\nX-T: 1\r\nY:\r\n\r\n", "");
    row("D16 framing names in a trailer", "0\r\nContent-Length: 9\r\nHost: evil\r\n\r\n", "");
}

void TestChunkedDecoder::decodesBodies()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, body);
    const Decoding decoding = decode(bytes + "GET /next");
    QCOMPARE(decoding.status(), ChunkedDecoder::Status::Complete);
    QCOMPARE(decoding.body(), body);
    QCOMPARE(decoding.consumed(), std::size_t(bytes.size()));
    QCOMPARE(decode(bytes.chopped(1)).status(), ChunkedDecoder::Status::Incomplete);
    compareEveryCut(bytes);
}

void TestChunkedDecoder::refusesMalformedBodies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const QByteArray &bytes) { QTest::newRow(name) << bytes; };
    for (const char *size : {"3z", "0x3", "-3", "+3", "3_0", "", "3 ", " 3", "3\t", "3 ;a", "g"})
        row(qPrintable("D17 size \""_L1 + QLatin1StringView(size) + '"'_L1),
            QByteArray(size) + "\r\nabc\r\n0\r\n\r\n");
    row("D18 seventeen digits", "00000000000000003\r\nabc\r\n0\r\n\r\n");
    row("D18 sixteen f", "ffffffffffffffff\r\n");
    row("D18 2^63", "8000000000000000\r\n");
    row("D19 LF behind the size", "3\nabc\r\n0\r\n\r\n");
    row("D19 LF behind the data", "3\r\nabc\n0\r\n\r\n");
    row("D19 junk behind the data", "3\r\nabcXX0\r\n\r\n");
    row("D19 LF behind an extension", "3;a\nabc\r\n0\r\n\r\n");
    row("D19 CR inside an extension", "3;a\rX\r\nabc\r\n0\r\n\r\n");
    row("CR and another byte behind the size", "3\rXabc");
    row("CR and another byte behind the data", "3\r\nabc\rX");
    row("control in an extension", "3;\x01\r\nabc\r\n");
    row("NUL in an extension", "3;\0\r\nabc\r\n"_ba);
    row("LF behind the last chunk", "0\n\r\n");
    row("LF as the end", "0\r\n\n");
    row("CR and another byte as the end", "0\r\n\rX");
    row("trailer without a colon", "0\r\nnovalue\r\n\r\n");
    row("trailer without a name", "0\r\n: v\r\n\r\n");
    row("space before the colon of a trailer", "0\r\nX : v\r\n\r\n");
    row("folded trailer", "0\r\nX: v\r\n w\r\n\r\n");
    row("control in a trailer", "0\r\nX: \x7f\r\n\r\n");
    row("LF behind a trailer", "0\r\nX: v\n\r\n");
}

void TestChunkedDecoder::refusesMalformedBodies()
{
    QFETCH(const QByteArray, bytes);
    QCOMPARE(decode(bytes).status(), ChunkedDecoder::Status::Error);
    compareEveryCut(bytes);
}

void TestChunkedDecoder::limitsExtensionsAndTrailers_data()
{
    QTest::addColumn<QByteArray>("fits");
    QTest::addColumn<QByteArray>("exceeds");
    constexpr int limit = int(ChunkedDecoder::maximumOverheadBytes);
    const auto extension
        = [](int bytes) { return "1;"_ba + QByteArray(bytes - 1, 'x') + "\r\na\r\n0\r\n\r\n"; };
    QTest::newRow("D20 one long extension") << extension(limit) << extension(limit + 1);
    const auto extensions = [](int chunks) {
        return QByteArray("1;" + QByteArray(1023, 'x') + "\r\na\r\n").repeated(chunks) + "0\r\n\r\n";
    };
    QTest::newRow("D20 an extension on every chunk")
        << extensions(limit / 1024) << extensions(limit / 1024 + 1);
    const auto trailer = [](int bytes) { return "0\r\nX:"_ba + QByteArray(bytes - 2, 'x') + "\r\n\r\n"; };
    QTest::newRow("one long trailer") << trailer(limit) << trailer(limit + 1);
    const auto trailers
        = [](int lines) { return "0\r\n"_ba + QByteArray("a:bc\r\n").repeated(lines) + "\r\n"; };
    QTest::newRow("many trailers") << trailers(limit / 4) << trailers(limit / 4 + 1);
}

void TestChunkedDecoder::limitsExtensionsAndTrailers()
{
    QFETCH(const QByteArray, fits);
    QFETCH(const QByteArray, exceeds);
    QCOMPARE(decode(fits).status(), ChunkedDecoder::Status::Complete);
    QCOMPARE(decode(exceeds).status(), ChunkedDecoder::Status::Error);
    QCOMPARE(decodeInPieces(fits, 1, 1).status(), ChunkedDecoder::Status::Complete);
    QCOMPARE(decodeInPieces(exceeds, 1, 1).describe(), decode(exceeds).describe());
}

void TestChunkedDecoder::tellsTheSizeBeforeTheData()
{
    ChunkedDecoder decoder;
    const ChunkedDecoder::Step size = decoder.next("7fffffffffffffff\r\n");
    QCOMPARE(size.status, ChunkedDecoder::Status::Incomplete);
    QCOMPARE(size.consumed, std::size_t(18));
    QCOMPARE(quint64(decoder.pendingChunkBytes()), (quint64(1) << 63) - 1);
    const ChunkedDecoder::Step data = decoder.next("abc");
    QCOMPARE(data.status, ChunkedDecoder::Status::Data);
    QCOMPARE(quint64(decoder.pendingChunkBytes()), (quint64(1) << 63) - 4);
}

void TestChunkedDecoder::handsOutViewsOfTheInput()
{
    const std::string_view bytes = "3\r\nabc\r\n0\r\n\r\n";
    ChunkedDecoder decoder;
    const ChunkedDecoder::Step step = decoder.next(bytes);
    QCOMPARE(step.status, ChunkedDecoder::Status::Data);
    QCOMPARE(step.data.data(), bytes.data() + 3);
    QCOMPARE(step.data.size(), std::size_t(3));
    QCOMPARE(step.consumed, std::size_t(6));
}

void TestChunkedDecoder::staysAtItsEnd()
{
    ChunkedDecoder complete;
    QCOMPARE(complete.next("0\r\n\r\n").status, ChunkedDecoder::Status::Complete);
    QCOMPARE(complete.next("5\r\n").status, ChunkedDecoder::Status::Complete);
    QCOMPARE(complete.next("5\r\n").consumed, std::size_t(0));
    ChunkedDecoder broken;
    QCOMPARE(broken.next("x").status, ChunkedDecoder::Status::Error);
    QCOMPARE(broken.next("0\r\n\r\n").status, ChunkedDecoder::Status::Error);
}

QTEST_APPLESS_MAIN(TestChunkedDecoder)
#include "tst_chunkeddecoder.moc"
