// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/contentdecoder.h"

#include <QTest>

#include <brotli/encode.h>
#include <zlib.h>

using servelab::lab::decodeContent;

namespace {

QByteArray plainText()
{
    return QByteArray("{\"name\":\"value\"}\n").repeated(5000);
}

QByteArray brotli(const QByteArray &plain)
{
    std::size_t size = BrotliEncoderMaxCompressedSize(static_cast<std::size_t>(plain.size()));
    QByteArray coded(static_cast<qsizetype>(size), Qt::Uninitialized);
    BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, static_cast<std::size_t>(plain.size()),
        reinterpret_cast<const std::uint8_t *>(plain.constData()), &size,
        reinterpret_cast<std::uint8_t *>(coded.data()));
    coded.truncate(static_cast<qsizetype>(size));
    return coded;
}

QByteArray gzip(QByteArray plain)
{
    z_stream stream = {};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray coded(plain.size() + 100, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(plain.data());
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(coded.data());
    stream.avail_out = static_cast<uInt>(coded.size());
    deflate(&stream, Z_FINISH);
    coded.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return coded;
}

QByteArray coded(const QByteArray &coding)
{
    return coding == "br" ? brotli(plainText()) : gzip(plainText());
}

} // namespace

class TestContentDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodesWhatIsWhole_data()
    {
        QTest::addColumn<QByteArray>("coding");
        QTest::newRow("Brotli") << QByteArray("br");
        QTest::newRow("gzip") << QByteArray("gzip");
    }

    void decodesWhatIsWhole()
    {
        QFETCH(const QByteArray, coding);
        const auto decoded = decodeContent(coded(coding), coding.toUpper(), plainText().size());
        QVERIFY(decoded.has_value());
        QCOMPARE(*decoded, plainText());
    }

    void refusesWhatIsNotWhole_data()
    {
        QTest::addColumn<QByteArray>("coding");
        QTest::addColumn<QByteArray>("bytes");
        for (const QByteArray &coding : {QByteArray("br"), QByteArray("gzip")}) {
            const QByteArray whole = coded(coding);
            QByteArray damaged = whole;
            damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
            QTest::addRow("%s cut at its end", coding.constData()) << coding << whole.chopped(1);
            QTest::addRow("%s followed by more", coding.constData()) << coding << whole + "more";
            QTest::addRow("%s that is empty", coding.constData()) << coding << QByteArray();
            QTest::addRow("%s that is plain text", coding.constData()) << coding << plainText();
            QTest::addRow("%s cut at its head", coding.constData()) << coding << whole.sliced(3);
        }
    }

    void refusesWhatIsNotWhole()
    {
        QFETCH(const QByteArray, coding);
        QFETCH(const QByteArray, bytes);
        const auto decoded = decodeContent(bytes, coding, plainText().size());
        QVERIFY(!decoded);
        QVERIFY(decoded.error().message.contains(QString::fromLatin1(coding)));
    }

    void tellsThatThereIsMoreThanAllowed_data() { decodesWhatIsWhole_data(); }

    void tellsThatThereIsMoreThanAllowed()
    {
        QFETCH(const QByteArray, coding);
        const qsizetype largest = plainText().size() - 2;
        QVERIFY(!decodeContent(coded(coding), coding, largest));
    }

    void refusesACodingItDoesNotKnow()
    {
        const auto decoded = decodeContent("x", "zstd", 10);
        QVERIFY(!decoded);
        QVERIFY(decoded.error().message.contains(QStringLiteral("zstd")));
    }
};

QTEST_GUILESS_MAIN(TestContentDecoder)
#include "tst_contentdecoder.moc"
