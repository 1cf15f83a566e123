// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/requestlistmodel.h"

#include "tests/ui/sampledata.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestRequestListModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<RequestLog>(RequestLog::Limits{.requests = 10, .bytes = 1'000'000});
        m_model = std::make_unique<RequestListModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
        m_model->setLog(m_log.get());
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_log.reset();
    }

    void showsWhatComesAtTheEnd()
    {
        add({"/a", "/b"});
        add({"/c"});
        QCOMPARE(targets(), QStringList({u"/a"_s, u"/b"_s, u"/c"_s}));
        QCOMPARE(m_model->index(0, RequestListModel::Status).data().toString(), u"200"_s);
        QCOMPARE(m_model->index(0, RequestListModel::Size).data().toString(), u"12.3"_s);
        QCOMPARE(m_model->index(0, RequestListModel::Duration).data().toString(), u"0.460"_s);
    }

    void theOldestLeaveWhenItIsFull()
    {
        for (int number = 0; number < 25; ++number)
            add({'/' + QByteArray::number(number)});
        QCOMPARE(m_model->rowCount(), 10);
        QCOMPARE(targets().first(), u"/15"_s);
        QCOMPARE(targets().last(), u"/24"_s);
    }

    void aBatchLongerThanTheLogLeavesItsEnd()
    {
        QList<QByteArray> batch;
        for (int number = 0; number < 25; ++number)
            batch.append('/' + QByteArray::number(number));
        add(batch);
        QCOMPARE(m_model->rowCount(), 10);
        QCOMPARE(targets().first(), u"/15"_s);
    }

    void memoryIsLimitedToo()
    {
        RequestLog log({.requests = 1000, .bytes = 20'000});
        for (int number = 0; number < 50; ++number)
            log.add(testing::batchOf({testing::recordOf("/" + QByteArray(2'000, 'x'))}));
        QVERIFY2(log.entries().size() < 10, qPrintable(QString::number(log.entries().size())));
        QVERIFY(!log.entries().empty());
    }

    void aBatchIsOneInsertionAndAtMostOneRemoval()
    {
        add({"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"});
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
        add({"/9", "/10", "/11", "/12"});
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(removed.size(), 1);
    }

    void filtersWhatIsThereAndWhatComes()
    {
        add({"/a.css", "/a.js"});
        m_model->setFilter({.text = u"css"_s, .statusClass = 0, .host = {}, .coding = {}});
        QCOMPARE(targets(), QStringList{u"/a.css"_s});
        add({"/b.js", "/b.css"});
        QCOMPARE(targets(), QStringList({u"/a.css"_s, u"/b.css"_s}));
        m_model->setFilter({});
        QCOMPARE(m_model->rowCount(), 4);
    }

    void aPausedListStaysAndCatchesUp()
    {
        add({"/a"});
        m_model->setPaused(true);
        add({"/b", "/c"});
        QCOMPARE(targets(), QStringList{u"/a"_s});
        QCOMPARE(m_model->waitingCount(), quint64(2));
        m_model->setPaused(false);
        QCOMPARE(targets(), QStringList({u"/a"_s, u"/b"_s, u"/c"_s}));
    }

    void aPausedListOutlivesWhatLeftTheLog()
    {
        add({"/kept"});
        m_model->setPaused(true);
        for (int number = 0; number < 30; ++number)
            add({'/' + QByteArray::number(number)});
        QCOMPARE(targets(), QStringList{u"/kept"_s});
        m_model->setPaused(false);
        QCOMPARE(m_model->rowCount(), 10);
        QCOMPARE(targets().last(), u"/29"_s);
    }

    void isEmptyAfterClearing()
    {
        add({"/a"});
        m_log->clear();
        QCOMPARE(m_model->rowCount(), 0);
        add({"/b"});
        QCOMPARE(targets(), QStringList{u"/b"_s});
    }

    void knowsTheHostsItSaw()
    {
        QSignalSpy changed(m_model.get(), &RequestListModel::hostsChanged);
        auto record = testing::recordOf("/");
        record.host = "docs.localhost:8080";
        m_log->add(testing::batchOf({testing::recordOf("/"), record, record}));
        QCOMPARE(m_model->hosts(), QStringList({u"docs.localhost"_s, u"localhost"_s}));
        QCOMPARE(changed.size(), 1);
        for (int number = 0; number < 200; ++number) {
            record.host = std::to_string(number).append(".test");
            m_log->add(testing::batchOf({record}));
        }
        QCOMPARE(m_model->hosts().size(), 50);
    }

    void saysSomethingOfWhatCouldNotBeRead()
    {
        server::AccessRecord record;
        record.status = 400;
        m_log->add(testing::batchOf({record}));
        QVERIFY(!targets().first().isEmpty());
    }

private:
    void add(const QList<QByteArray> &paths)
    {
        QList<server::AccessRecord> records;
        for (const QByteArray &path : paths)
            records.append(testing::recordOf(path));
        m_log->add(testing::batchOf(records));
    }

    QStringList targets() const
    {
        QStringList texts;
        for (int row = 0; row < m_model->rowCount(); ++row)
            texts.append(m_model->index(row, RequestListModel::Target).data().toString());
        return texts;
    }

    std::unique_ptr<RequestLog> m_log;
    std::unique_ptr<RequestListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_GUILESS_MAIN(TestRequestListModel)
#include "tst_requestlistmodel.moc"
