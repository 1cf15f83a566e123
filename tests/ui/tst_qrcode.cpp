// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/qrcode.h"

#include <QCryptographicHash>
#include <QTest>

using namespace servelab::ui;

namespace {

QByteArray toText(const QrCode &code)
{
    QByteArray text;
    for (int row = 0; row < code.size(); ++row) {
        for (int column = 0; column < code.size(); ++column)
            text += code.isDark(column, row) ? '#' : '.';
        text += '\n';
    }
    return text;
}

} // namespace

/// Against symbols that qrencode 4.1.1 made of the same bytes ("-8 -l M").
class TestQrCode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsAnAddress()
    {
        const QByteArray expected = "#######.#.#.##..#.#######\n"
                                    "#.....#.##....#...#.....#\n"
                                    "#.###.#.#.####....#.###.#\n"
                                    "#.###.#..#...####.#.###.#\n"
                                    "#.###.#.#.#.......#.###.#\n"
                                    "#.....#..#.#.#....#.....#\n"
                                    "#######.#.#.#.#.#.#######\n"
                                    ".........#...#...........\n"
                                    "#..######.#....#.#..#.###\n"
                                    "#....#.#..####.###..####.\n"
                                    "..##..#.##..####.#####..#\n"
                                    "##..#..#.#.##..#.#..#####\n"
                                    "..###.#.#####.#.###.....#\n"
                                    "#..###.##......#...##..#.\n"
                                    "###...#.#..###.###...####\n"
                                    "#..#....#..#..#.#...#.#.#\n"
                                    "#.##..###.#.###.#####.##.\n"
                                    "........#..##.###...#..#.\n"
                                    "#######.#..#.##.#.#.##..#\n"
                                    "#.....#.#..#.##.#...#..##\n"
                                    "#.###.#.#.###..#######...\n"
                                    "#.###.#.######....##.#.##\n"
                                    "#.###.#..####.#.....#.###\n"
                                    "#.....#....##..#.####.###\n"
                                    "#######.##.#..###.#..#..#\n";
        const auto code = QrCode::encode("http://192.168.1.23:8080/");
        QVERIFY(code);
        QCOMPARE(toText(*code), expected);
    }

    void drawsLargerSymbols_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("size");
        QTest::addColumn<QByteArray>("hash");
        QTest::newRow("of version 4")
            << QByteArray(60, 'b') << 33 << QByteArray("f35351a8ae095672df3d48523fd6af18ce9e72b7");
        QTest::newRow("of version 6 in four blocks")
            << QByteArray(100, 'c') << 41 << QByteArray("51399ba758641dd5ad222bbaaed605c8cbd25ee2");
        QTest::newRow("with an exact version field")
            << QByteArray(150, 'd') << 49 << QByteArray("2351b321913989e8368d7613625c63dc18359969");
    }

    void drawsLargerSymbols()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, size);
        QFETCH(QByteArray, hash);
        const auto code = QrCode::encode(bytes);
        QVERIFY(code);
        QCOMPARE(code->size(), size);
        QCOMPARE(QCryptographicHash::hash(toText(*code), QCryptographicHash::Sha1).toHex(), hash);
    }

    void takesTheSmallestVersionThatFits_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("size");
        QTest::newRow("the most of version 1") << 14 << 21;
        QTest::newRow("one more") << 15 << 25;
        QTest::newRow("the most of version 9") << 180 << 53;
        QTest::newRow("one more, with a longer count") << 181 << 57;
        QTest::newRow("the most there is") << 213 << 57;
        QTest::newRow("too much") << 214 << 0;
        QTest::newRow("nothing") << 0 << 21;
    }

    void takesTheSmallestVersionThatFits()
    {
        QFETCH(int, length);
        QFETCH(int, size);
        const auto code = QrCode::encode(QByteArray(length, 'x'));
        QCOMPARE(code ? code->size() : 0, size);
    }
};

QTEST_APPLESS_MAIN(TestQrCode)
#include "tst_qrcode.moc"
