// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/runner.h"

#include <QTest>

#include <linux/capability.h>
#include <sys/syscall.h>

#include <array>

using namespace servelab;
using namespace servelab::tests;
using namespace servelab::tests::httpcases;

Q_DECLARE_METATYPE(Row)

/// The whole list of request cases against real servers: every row as it stands, between other requests,
/// cut anywhere. Over each transport there is.
class HttpCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void initTestCase();
    void rows_data();
    void rows();
    void rowsBetweenOthers_data();
    void rowsBetweenOthers();
    void rowsByteByByte_data();
    void rowsByteByByte();
    void rowsCutInTwo_data();
    void rowsCutInTwo();
    void rowsOfOtherPlatforms_data();
    void rowsOfOtherPlatforms();
    void everyRequestIsOneCleanRecord();

private:
    void addRows(qsizetype longest);
    void run(Delivery delivery, quint32 seed = 0);
    Scene &scene();

    std::map<const Transport *, std::unique_ptr<Scene>> m_scenes;
};

/// The administrator may read every file; here nobody shall. What a thread may do is inherited by the threads
/// it starts.
static void renounceReadingEverything()
{
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets{};
    if (::syscall(SYS_capget, &header, sets.data()) != 0)
        return;
    constexpr quint32 readers = 1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH;
    sets[0].effective &= ~readers;
    ::syscall(SYS_capset, &header, sets.data());
}

void HttpCases::initTestCase_data()
{
    QTest::addColumn<const Transport *>("transport");
    for (const Transport *transport : transports())
        QTest::newRow(transport->name()) << transport;
}

void HttpCases::initTestCase()
{
    renounceReadingEverything();
}

Scene &HttpCases::scene()
{
    QFETCH_GLOBAL(const Transport *, transport);
    std::unique_ptr<Scene> &scene = m_scenes[transport];
    if (!scene)
        scene = std::make_unique<Scene>(*transport);
    return *scene;
}

void HttpCases::addRows(qsizetype longest)
{
    QTest::addColumn<Row>("row");
    static const Facts facts = scene().facts();
    for (const Row &row : allRows(facts)) {
        if (row.bytes.size() <= longest && row.unable.isEmpty())
            QTest::newRow(row.name.constData()) << row;
    }
}

void HttpCases::run(Delivery delivery, quint32 seed)
{
    QFETCH(Row, row);
    const QByteArray problem = problemWith(row, delivery, scene(), seed);
    QVERIFY2(problem.isEmpty(), problem.constData());
}

void HttpCases::rows_data()
{
    addRows(std::numeric_limits<qsizetype>::max());
}

void HttpCases::rows()
{
    run(Delivery::AtOnce);
}

void HttpCases::rowsBetweenOthers_data()
{
    rows_data();
}

void HttpCases::rowsBetweenOthers()
{
    run(Delivery::Pipelined);
}

void HttpCases::rowsByteByByte_data()
{
    addRows(1000); // the rest is long, not different
}

void HttpCases::rowsByteByByte()
{
    run(Delivery::Bytewise);
}

void HttpCases::rowsCutInTwo_data()
{
    rows_data();
}

void HttpCases::rowsCutInTwo()
{
    constexpr quint32 cuts = 3;
    for (quint32 seed = 1; seed <= cuts && !QTest::currentTestFailed(); ++seed)
        run(Delivery::CutInTwo, seed);
}

void HttpCases::rowsOfOtherPlatforms_data()
{
    QTest::addColumn<QByteArray>("reason");
    for (const Row &row : allRows({})) {
        if (!row.unable.isEmpty())
            QTest::newRow(row.name.constData()) << row.unable;
    }
}

void HttpCases::rowsOfOtherPlatforms()
{
    QFETCH(QByteArray, reason);
    QSKIP(reason.constData());
}

void HttpCases::everyRequestIsOneCleanRecord()
{
    const QByteArray problem = scene().problemWithRecords();
    QVERIFY2(problem.isEmpty(), problem.constData());
}

QTEST_GUILESS_MAIN(HttpCases)
#include "tst_httpcases.moc"
