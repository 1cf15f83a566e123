// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/contentdecoder.h"
#include "tests/common/contentcodings.h"

#include <QTest>

using servelab::lab::decodeContent;
namespace tests = servelab::tests;

namespace {

QByteArray plainText()
{
    return QByteArray("{\"name\":\"value\"}\n").repeated(5000);
}

QByteArray coded(const QByteArray &coding)
{
    return coding == "br" ? tests::encodeBrotli(plainText()) : tests::encodeGzip(plainText());
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
