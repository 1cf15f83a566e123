// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/linechannel.h"

#include "tests/subject/pipes.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <memory>

using namespace servelab::subject;

class TestLineChannel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void readsLines_data()
    {
        QTest::addColumn<QList<QByteArray>>("pieces");
        QTest::addColumn<QList<QByteArray>>("lines");
        using List = QList<QByteArray>;
        QTest::newRow("one line") << List{"memory\n"} << List{"memory"};
        QTest::newRow("two lines in one piece") << List{"trim\nquit\n"} << List{"trim", "quit"};
        QTest::newRow("a line in pieces") << List{"me", "mo", "ry\n"} << List{"memory"};
        QTest::newRow("a line that ends as on Windows") << List{"quit\r\n"} << List{"quit"};
        QTest::newRow("an empty line") << List{"\n"} << List{""};
        QTest::newRow("a last line without an end") << List{"trim\nqu", "it"} << List{"trim", "quit"};
        QTest::newRow("no line at all") << List{} << List{};
    }

    void readsLines()
    {
        QFETCH(const QList<QByteArray>, pieces);
        QFETCH(const QList<QByteArray>, lines);
        Pipe input;
        LineChannel channel(input.reader.get(), -1);
        QSignalSpy read(&channel, &LineChannel::lineRead);
        QSignalSpy ended(&channel, &LineChannel::inputEnded);
        channel.start();
        for (const QByteArray &piece : pieces)
            input.write(piece);
        input.writer.reset();
        QTRY_COMPARE(ended.size(), 1);
        QList<QByteArray> seen;
        for (const auto &arguments : read)
            seen.append(arguments.first().toByteArray());
        QCOMPARE(seen, lines);
    }

    void dropsALineThatDoesNotEnd()
    {
        Pipe input;
        LineChannel channel(input.reader.get(), -1);
        QSignalSpy read(&channel, &LineChannel::lineRead);
        QSignalSpy ended(&channel, &LineChannel::inputEnded);
        channel.start();
        input.write(QByteArray(40'000, 'x'));
        input.write("\nquit\n");
        input.writer.reset();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(read.last().first().toByteArray(), QByteArray("quit"));
        for (const auto &arguments : read)
            QVERIFY(arguments.first().toByteArray().size() <= 5000);
    }

    void mayGoWhileItsThreadWaitsForInput()
    {
        Pipe input;
        auto channel = std::make_unique<LineChannel>(input.reader.get(), -1);
        QSignalSpy read(channel.get(), &LineChannel::lineRead);
        channel->start();
        input.write("one\n");
        QTRY_COMPARE(read.size(), 1);
        channel.reset();
        input.write("two\n"); // nobody is there to hear it
        QCOMPARE(read.size(), 1);
    }

    void writesWholeLines()
    {
        Pipe output;
        LineChannel channel(-1, output.writer.get());
        QVERIFY(channel.writeLine("first"));
        QVERIFY(channel.writeLine("second"));
        QByteArray bytes;
        output.readInto(bytes);
        QCOMPARE(bytes, QByteArray("first\nsecond\n"));
    }

    void tellsThatNobodyReads()
    {
        Pipe output;
        LineChannel channel(-1, output.writer.get());
        output.reader.reset();
        QVERIFY(!channel.writeLine("anybody?"));
    }
};

QTEST_GUILESS_MAIN(TestLineChannel)
#include "tst_linechannel.moc"
