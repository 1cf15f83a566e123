// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include "core/base/uniquefd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

using namespace servelab;
using namespace servelab::tests;
using namespace std::chrono_literals;

/// Files that change while they are served: what arrives whole is of one version and none other. Each place
/// of a file tells its version and where it is.
class ChangingFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeAnswerIsOfOneVersion_data();
    void aWholeAnswerIsOfOneVersion();
    void appendedBytesDoNotBreakOffAnAnswer();
    void aRewrittenFileBreaksOffItsAnswer_data();
    void aRewrittenFileBreaksOffItsAnswer();
    void aFlippedPathNeverGivesOutsideBytes();

private:
    Fixture m_fixture;
};

namespace {

constexpr qsizetype blockBytes = 16;

QByteArray block(int version, qsizetype place)
{
    return QByteArray::number(version, 16).rightJustified(8, '0')
        + QByteArray::number(place, 16).rightJustified(8, '0');
}

QByteArray blocks(int version, qsizetype from, qsizetype to)
{
    QByteArray bytes;
    bytes.reserve((to - from) * blockBytes);
    for (qsizetype place = from; place < to; ++place)
        bytes += block(version, place);
    return bytes;
}

bool isOfOneVersion(const QByteArray &body)
{
    const QByteArray version = body.left(8);
    for (qsizetype place = 0; place * blockBytes < body.size(); ++place) {
        const QByteArray found = body.mid(place * blockBytes, blockBytes);
        const QByteArray due = version + QByteArray::number(place, 16).rightJustified(8, '0');
        if (found != due.left(found.size()))
            return false;
    }
    return true;
}

/// A file as its writers treat it.
class Written
{
public:
    Written(const QString &path, qsizetype blockCount)
        : m_path(QFile::encodeName(path))
        , m_blocks(blockCount)
    {
        rewrite(0);
    }

    void renameOver(int version) const
    {
        const QByteArray staged = m_path + ".staged";
        writeTo(staged, O_TRUNC, blocks(version, 0, m_blocks));
        std::rename(staged.constData(), m_path.constData());
    }

    /// By turns as long as before and somewhat longer.
    void rewrite(int version) const
    {
        writeTo(m_path, O_TRUNC, blocks(version, 0, m_blocks + (version % 2) * 1000));
    }

    void append(int)
    {
        writeTo(m_path, O_APPEND, blocks(0, m_blocks, m_blocks + 100));
        m_blocks += 100;
    }

    /// In the middle of a page, then as before.
    void cutAndRestore(int) const
    {
        if (::truncate(m_path.constData(), m_blocks * blockBytes / 2 + 123) != 0)
            qFatal("The file cannot be cut.");
        std::this_thread::sleep_for(200us);
        writeTo(m_path, 0, blocks(0, 0, m_blocks));
    }

private:
    static void writeTo(const QByteArray &path, int flags, const QByteArray &bytes)
    {
        const base::UniqueFd file(::open(path.constData(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644));
        if (::write(file.get(), bytes.constData(), size_t(bytes.size())) != bytes.size())
            qFatal("The file cannot be written.");
    }

    const QByteArray m_path;
    qsizetype m_blocks;
};

struct Seen
{
    int whole = 0;
    int broken = 0;
    int wrong = 0;
};

/// Asks for the file until told to stop.
Seen ask(quint16 port, const QByteArray &path, const std::atomic<bool> &stop)
{
    Seen seen;
    std::unique_ptr<RawClient> client;
    while (!stop) {
        if (!client)
            client = std::make_unique<RawClient>(port, 16 * 1024);
        client->send(get(path));
        const auto answer = client->readAnswer();
        if (!answer)
            client.reset();
        const bool isWhole = answer && answer->status == 200;
        seen.broken += !answer;
        seen.whole += isWhole;
        seen.wrong += isWhole && !isOfOneVersion(answer->body);
    }
    return seen;
}

using Change = std::function<void(Written &, int round)>;

} // namespace

Q_DECLARE_METATYPE(Change)

void ChangingFiles::aWholeAnswerIsOfOneVersion_data()
{
    QTest::addColumn<qsizetype>("blockCount");
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("mayBreak");
    const std::pair<const char *, qsizetype> sizes[] = {{"small, ", 6'000}, {"large, ", 150'000}};
    for (const auto &[size, count] : sizes) {
        const auto row = [&](const char *name, const Change &change, bool mayBreak) {
            QTest::newRow(QByteArray(size) + name) << count << change << mayBreak;
        };
        row("renamed over", &Written::renameOver, false);
        row("appended", &Written::append, false);
        row("truncated and written again", &Written::rewrite, true);
        row("cut and restored", &Written::cutAndRestore, true);
    }
}

void ChangingFiles::aWholeAnswerIsOfOneVersion()
{
    QFETCH(qsizetype, blockCount);
    QFETCH(Change, change);
    QFETCH(bool, mayBreak);
    Written file(m_fixture.path("changing.txt"), blockCount);
    const auto server = startServer(m_fixture.config());
    std::atomic<bool> stop = false;
    std::array<Seen, 2> seen;
    {
        std::vector<std::jthread> clients;
        for (Seen &one : seen)
            clients.emplace_back([&] { one = ask(server->port(), "/changing.txt", stop); });
        QElapsedTimer timer;
        timer.start();
        for (int round = 1; timer.elapsed() < 400; ++round) {
            change(file, round);
            std::this_thread::sleep_for(std::chrono::milliseconds(round % 5));
        }
        stop = true;
    }
    for (const Seen &one : seen) {
        QCOMPARE(one.wrong, 0);
        QVERIFY(one.whole > 0);
        QVERIFY2(mayBreak || one.broken == 0, QByteArray::number(one.broken).constData());
    }
}

void ChangingFiles::appendedBytesDoNotBreakOffAnAnswer()
{
    Written file(m_fixture.path("growing.txt"), 150'000);
    const auto server = startServer(m_fixture.config());
    RawClient client(server->port(), 4096);
    client.send(get("/growing.txt"));
    QVERIFY(client.receive());
    file.append(0);
    const auto answer = client.readAnswer();
    QVERIFY(answer);
    QCOMPARE(answer->body.size(), 150'000 * blockBytes);
    QVERIFY(isOfOneVersion(answer->body));
}

void ChangingFiles::aRewrittenFileBreaksOffItsAnswer_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("as long as before") << 2;
    QTest::newRow("shorter than what is sent") << 0;
}

void ChangingFiles::aRewrittenFileBreaksOffItsAnswer()
{
    QFETCH(int, version);
    const Written file(m_fixture.path("rewritten.txt"), 500'000);
    const auto server = startServer(m_fixture.config());
    RawClient client(server->port(), 4096);
    client.send(get("/rewritten.txt"));
    QVERIFY(client.receive());
    if (version > 0)
        file.rewrite(version);
    else
        QVERIFY(QFile::resize(m_fixture.path("rewritten.txt"), 1000));
    QVERIFY(!client.readAnswer());
    QCOMPARE(client.ending(), Ending::Reset); // a part is never taken for the whole
}

/// By turns a file inside, and a link to one outside.
void ChangingFiles::aFlippedPathNeverGivesOutsideBytes()
{
    m_fixture.write("inside.txt", "inside");
    const QByteArray path = QFile::encodeName(m_fixture.path("flipped.txt"));
    const QByteArray inside = QFile::encodeName(m_fixture.path("inside.txt"));
    const QByteArray outside = QFile::encodeName(m_fixture.path("../root-evil/s.txt"));
    const auto server = startServer(m_fixture.config());
    const std::jthread flipper([&](const std::stop_token &stop) {
        const QByteArray staged = path + ".staged";
        for (int i = 0; !stop.stop_requested(); ++i) {
            if (i % 2 ? ::symlink(outside, staged) : ::link(inside, staged))
                qFatal("The path cannot be flipped.");
            std::rename(staged, path);
            ::unlink(staged); // left where both names are the same file
        }
    });
    RawClient client(server->port());
    QElapsedTimer timer;
    timer.start();
    int served = 0;
    int refused = 0;
    int leaked = 0;
    const auto isEnough = [&] { return timer.elapsed() > 500 && served > 0 && refused > 0; };
    while (!isEnough() && timer.elapsed() < 20'000) {
        client.send(get("/flipped.txt").repeated(20));
        for (int i = 0; i < 20; ++i) {
            const auto answer = client.readAnswer();
            QVERIFY(answer);
            served += answer->status == 200;
            refused += answer->status == 403;
            leaked += answer->status == 200 && answer->body != "inside";
        }
    }
    QCOMPARE(leaked, 0);
    QVERIFY(served > 0 && refused > 0);
}

QTEST_GUILESS_MAIN(ChangingFiles)
#include "tst_changingfiles.moc"
