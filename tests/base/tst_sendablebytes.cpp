// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sendablebytes.h"

#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

using namespace servelab::base;

namespace {

constexpr std::size_t least = SendableBytes::leastPageBytes;

std::string pattern(std::size_t length)
{
    std::string text(length, '\0');
    for (std::size_t i = 0; i < length; ++i)
        text[i] = static_cast<char>('a' + i % 23);
    return text;
}

std::string readFromFile(const SendableView &view)
{
    std::string bytes(view.bytes.size(), '\0');
    const auto count = ::pread(view.file, bytes.data(), bytes.size(), static_cast<off_t>(view.offset));
    return bytes.substr(0, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
}

/// Memory that the file of all stretches takes now.
qint64 fileBytes(int file)
{
    struct stat status{};
    return ::fstat(file, &status) == 0 ? qint64(status.st_blocks) * 512 : -1;
}

bool hasFileMemory()
{
    return FileMemory::ofSize(1).isValid();
}

} // namespace

class TestSendableBytes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void holdsItsBytes_data();
    void holdsItsBytes();
    void aPartIsAlsoOneOfTheFile();
    void stretchesDoNotOverlap();
    void movingPassesTheMemoryOn();
    void whatIsReleasedGoesBackToTheSystem();
    void thereAreOnlySoManyStretches();
};

void TestSendableBytes::holdsItsBytes_data()
{
    QTest::addColumn<quint64>("size");
    for (const quint64 size :
        {quint64(0), quint64(1), quint64(least - 1), quint64(least), quint64(1'000'001)})
        QTest::addRow("%llu bytes", size) << size;
}

void TestSendableBytes::holdsItsBytes()
{
    QFETCH(quint64, size);
    const std::string expected = pattern(size);
    const SendableBytes copy{std::string_view(expected)};
    SendableBytes written{std::size_t(size)};
    std::ranges::copy(expected, written.writable().begin());
    for (const SendableBytes *bytes : {&copy, &std::as_const(written)}) {
        QCOMPARE(bytes->size(), std::size_t(size));
        QVERIFY(bytes->bytes() == expected);
        QVERIFY(bytes->view().bytes == expected);
        QCOMPARE(bytes->view().file >= 0, size >= least && hasFileMemory());
        if (bytes->view().file >= 0)
            QVERIFY(readFromFile(bytes->view()) == expected);
    }
}

void TestSendableBytes::aPartIsAlsoOneOfTheFile()
{
    if (!hasFileMemory())
        QSKIP("This system has no memory with a file.");
    const std::string expected = pattern(100'000);
    const SendableBytes bytes{std::string_view(expected)};
    const SendableView part = bytes.view().part(4097, 50'000);
    QVERIFY(part.bytes == std::string_view(expected).substr(4097, 50'000));
    QVERIFY(readFromFile(part) == part.bytes);
    const SendableView rest = part.part(1);
    QVERIFY(rest.bytes == part.bytes.substr(1));
    QVERIFY(readFromFile(rest) == rest.bytes);
}

void TestSendableBytes::stretchesDoNotOverlap()
{
    std::vector<SendableBytes> all;
    for (char c = 'a'; c <= 'j'; ++c)
        all.emplace_back(std::string(least + std::size_t(c), c));
    for (char c = 'a'; c <= 'j'; ++c)
        QVERIFY(all[std::size_t(c - 'a')].bytes() == std::string(least + std::size_t(c), c));
}

void TestSendableBytes::movingPassesTheMemoryOn()
{
    const std::string expected = pattern(100'000);
    SendableBytes first{std::string_view(expected)};
    SendableBytes second = std::move(first);
    QVERIFY(second.bytes() == expected);
    SendableBytes third{std::string_view(std::string(100'000, 'x'))};
    third = std::move(second);
    QVERIFY(third.bytes() == expected);
}

void TestSendableBytes::whatIsReleasedGoesBackToTheSystem()
{
    if (!hasFileMemory())
        QSKIP("This system has no memory with a file.");
    const SendableBytes kept{std::string_view(pattern(100'000))};
    const int file = kept.view().file;
    const qint64 before = fileBytes(file);
    for (int i = 0; i < 3; ++i) {
        const SendableBytes bytes{std::string_view(pattern(10'000'000))};
        QVERIFY(fileBytes(file) >= before + 10'000'000);
    }
    QCOMPARE(fileBytes(file), before);
    QVERIFY(kept.bytes() == pattern(100'000));
}

void TestSendableBytes::thereAreOnlySoManyStretches()
{
    if (!hasFileMemory())
        QSKIP("This system has no memory with a file.");
    std::vector<FileMemory> stretches;
    for (int i = 0; i < FileMemory::maximumStretches; ++i)
        stretches.push_back(FileMemory::ofSize(1));
    QVERIFY(stretches.back().isValid());
    QVERIFY(!FileMemory::ofSize(1).isValid());
    const std::string expected = pattern(least);
    const SendableBytes bytes{std::string_view(expected)};
    QVERIFY(bytes.bytes() == expected);
    QCOMPARE(bytes.view().file, -1);
    stretches.pop_back();
    QVERIFY(FileMemory::ofSize(1).isValid());
}

QTEST_APPLESS_MAIN(TestSendableBytes)
#include "tst_sendablebytes.moc"
