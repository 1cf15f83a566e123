// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace servelab;
using namespace servelab::tests;

/// Requests share the check of a file within a turn of the event loop, and still no answer to a request that
/// was sent after an edit is of the time before it.
class EditsUnderLoad : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noAnswerIsOlderThanItsRequest_data();
    void noAnswerIsOlderThanItsRequest();

private:
    enum class Edit { Replaced, WrittenOver };

    void edit(Edit kind, int generation);
    void load(quint16 port);
    void check(const QByteArray &body, int least);

    Fixture m_fixture;
    std::atomic<int> m_written = 0; ///< the latest edit that is complete
    std::atomic<bool> m_ends = false;
    std::atomic<int> m_answers = 0;
    std::atomic<int> m_old = 0;
    std::atomic<int> m_wrong = 0;
};

namespace {

/// The number four times, so that an answer made in the midst of an edit shows.
QByteArray bodyOf(int generation)
{
    return QByteArray::number(generation).rightJustified(8, '0').repeated(4);
}

constexpr const char *path = "generation.txt";

} // namespace

void EditsUnderLoad::edit(Edit kind, int generation)
{
    const QByteArray body = bodyOf(generation);
    const QByteArray name = QFile::encodeName(m_fixture.path(path));
    const QByteArray target = kind == Edit::Replaced ? name + ".new" : name;
    const int file = ::open(target.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    const bool isWritten = ::pwrite(file, body.constData(), size_t(body.size()), 0) == body.size();
    ::close(file);
    if (!isWritten || (target != name && ::rename(target.constData(), name.constData()) != 0))
        qFatal("The file cannot be edited.");
    m_written = generation;
}

void EditsUnderLoad::check(const QByteArray &body, int least)
{
    const bool isWhole = body.size() == 32 && body == body.first(8).repeated(4);
    m_wrong += body.size() != 32;
    m_old += isWhole && body.first(8).toInt() < least;
    ++m_answers;
}

/// Asks on many connections at once, so that the requests of one turn share their check.
void EditsUnderLoad::load(quint16 port)
{
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 16; ++i)
        clients.push_back(std::make_unique<RawClient>(port));
    std::vector<int> least(clients.size());
    const QByteArray request = get("/generation.txt");
    while (!m_ends) {
        for (size_t i = 0; i < clients.size(); ++i) {
            least[i] = m_written;
            clients[i]->send(request);
        }
        for (size_t i = 0; i < clients.size(); ++i) {
            const auto answer = clients[i]->readAnswer();
            if (answer && answer->status == 200)
                check(answer->body, least[i]);
            else
                ++m_wrong;
        }
    }
}

void EditsUnderLoad::noAnswerIsOlderThanItsRequest_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("pause");
    QTest::newRow("replaced by another file") << int(Edit::Replaced) << 2;
    QTest::newRow("replaced, after it has entered the cache") << int(Edit::Replaced) << 30;
    QTest::newRow("written over in place") << int(Edit::WrittenOver) << 2;
    QTest::newRow("written over, after it has entered the cache") << int(Edit::WrittenOver) << 30;
}

void EditsUnderLoad::noAnswerIsOlderThanItsRequest()
{
    QFETCH(int, kind);
    QFETCH(int, pause);
    m_written = m_answers = m_old = m_wrong = 0;
    m_ends = false;
    edit(Edit::Replaced, 1);
    const auto server = startServer(m_fixture.config());
    {
        std::vector<std::jthread> loads;
        for (int i = 0; i < 2; ++i)
            loads.emplace_back([this, port = server->port()] { load(port); });
        for (int generation = 2; generation < 40; ++generation) {
            const int before = m_answers;
            QTest::qSleep(pause); // the file's age decides whether it is cached
            edit(static_cast<Edit>(kind), generation);
            QTRY_VERIFY(m_answers > before + 64 || m_wrong > 0);
        }
        m_ends = true;
    }
    QCOMPARE(m_wrong, 0);
    QCOMPARE(m_old, 0);
    QVERIFY(m_answers > 0);
}

QTEST_GUILESS_MAIN(EditsUnderLoad)
#include "tst_editsunderload.moc"
