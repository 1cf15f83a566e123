// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/encoder.h"
#include "tests/common/contentcodings.h"
#include "tests/site/sitefolder.h"

using namespace servelab;
using namespace servelab::site;
using namespace servelab::tests;
using http::ContentCoding;

Q_DECLARE_METATYPE(http::ContentCoding)

class TestEncoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsCodedDecodesToTheSource_data()
    {
        QTest::addColumn<ContentCoding>("coding");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("size");
        for (const int size : {1, 1000, 200'000}) {
            for (int quality = 0; quality <= 11; ++quality)
                QTest::addRow("Brotli %d of %d bytes", quality, size)
                    << ContentCoding::Brotli << quality << size;
            for (int level = 1; level <= 9; ++level)
                QTest::addRow("gzip %d of %d bytes", level, size) << ContentCoding::Gzip << level << size;
        }
    }

    void whatIsCodedDecodesToTheSource()
    {
        QFETCH(ContentCoding, coding);
        QFETCH(int, level);
        QFETCH(int, size);
        const QByteArray source = structuredText(size);
        const auto encoder = Encoder::create(coding, level, std::uint64_t(size));
        QVERIFY(encoder);
        std::string coded;
        for (qsizetype offset = 0; offset < source.size(); offset += 30'000) {
            const QByteArray piece = source.mid(offset, 30'000);
            const bool last = offset + piece.size() == source.size();
            QVERIFY(encoder->encode({piece.constData(), std::size_t(piece.size())},
                last ? Encoder::Step::Finish : Encoder::Step::Continue, coded));
        }
        const Decoded decoded = decode(coding, coded);
        QVERIFY(decoded.complete);
        QCOMPARE(decoded.bytes, source);
        if (size > 1000)
            QVERIFY(coded.size() < std::size_t(size) / 2);
    }

    void aFlushGivesOutAllThatWasTaken_data()
    {
        QTest::addColumn<ContentCoding>("coding");
        QTest::newRow("Brotli") << ContentCoding::Brotli;
        QTest::newRow("gzip") << ContentCoding::Gzip;
    }

    void aFlushGivesOutAllThatWasTaken()
    {
        QFETCH(ContentCoding, coding);
        const QByteArray source = structuredText(5000);
        const auto encoder = Encoder::create(coding, 9, 1'000'000);
        std::string coded;
        QVERIFY(encoder->encode(source.toStdString(), Encoder::Step::Flush, coded));
        const Decoded decoded = decode(coding, coded);
        QVERIFY(!decoded.complete);
        QCOMPARE(decoded.bytes, source);
    }

    void identityNeedsNoEncoder() { QVERIFY(!Encoder::create(ContentCoding::Identity, 1, 1)); }
};

QTEST_APPLESS_MAIN(TestEncoder)
#include "tst_encoder.moc"
