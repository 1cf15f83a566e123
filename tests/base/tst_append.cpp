// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/append.h"

#include <QTest>

#include <limits>

using servelab::base::append;

class TestAppend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Every length before and behind, over the sizes at which a string gets new memory.
    void doesWhatTheStringDoes()
    {
        for (std::size_t before = 0; before < 70; ++before) {
            for (std::size_t added = 0; added < 70; ++added) {
                std::string text(before, 'a');
                text.shrink_to_fit();
                append(text, std::string(added, 'b'));
                QCOMPARE(text, std::string(before, 'a') + std::string(added, 'b'));
            }
        }
    }

    void writesNumbersInDecimal_data()
    {
        QTest::addColumn<quint64>("number");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing") << quint64(0) << QByteArray("n 0");
        QTest::newRow("one digit") << quint64(7) << QByteArray("n 7");
        QTest::newRow("ends with nought") << quint64(1200) << QByteArray("n 1200");
        QTest::newRow("largest") << std::numeric_limits<quint64>::max()
                                 << QByteArray("n 18446744073709551615");
    }

    void writesNumbersInDecimal()
    {
        QFETCH(quint64, number);
        QFETCH(QByteArray, expected);
        std::string text = "n ";
        append(text, std::uint64_t(number));
        QCOMPARE(QByteArray::fromStdString(text), expected);
    }
};

QTEST_APPLESS_MAIN(TestAppend)
#include "tst_append.moc"
