// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mailbox.h"

#include <QTest>
#include <QThread>

#include <memory>
#include <thread>
#include <vector>

using servelab::base::Mailbox;

class TestMailbox : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void runsFunctionsInOrderOnItsThread();
    void takesFunctionsFromManyThreads();
    void dropsWhatWaitsWhenItGoes();
    void mayBeDestroyedByAFunction();
    void mayBePostedToByAFunction();
};

void TestMailbox::runsFunctionsInOrderOnItsThread()
{
    Mailbox mailbox;
    std::vector<int> order;
    std::thread other([&] {
        for (int i = 0; i < 100; ++i)
            mailbox.post([&order, i] {
                QCOMPARE(QThread::currentThread(), QCoreApplication::instance()->thread());
                order.push_back(i);
            });
    });
    other.join();
    QVERIFY(order.empty());
    QTRY_COMPARE(order.size(), 100u);
    QVERIFY(std::ranges::is_sorted(order));
}

void TestMailbox::takesFunctionsFromManyThreads()
{
    Mailbox mailbox;
    int sum = 0;
    std::vector<std::thread> others;
    for (int t = 0; t < 4; ++t)
        others.emplace_back([&] {
            for (int i = 0; i < 1000; ++i)
                mailbox.post([&sum] { ++sum; });
        });
    for (std::thread &other : others)
        other.join();
    QTRY_COMPARE(sum, 4000);
}

void TestMailbox::dropsWhatWaitsWhenItGoes()
{
    auto mailbox = std::make_unique<Mailbox>();
    const auto held = std::make_shared<int>(1);
    bool ran = false;
    mailbox->post([&ran, held] { ran = true; });
    QCOMPARE(held.use_count(), 2);
    mailbox.reset();
    QCOMPARE(held.use_count(), 1);
    QCoreApplication::processEvents();
    QVERIFY(!ran);
}

void TestMailbox::mayBeDestroyedByAFunction()
{
    auto mailbox = std::make_unique<Mailbox>();
    bool ran = false;
    mailbox->post([&] { mailbox.reset(); });
    mailbox->post([&] { ran = true; });
    QTRY_VERIFY(!mailbox);
    QCoreApplication::processEvents();
    QVERIFY(!ran);
}

void TestMailbox::mayBePostedToByAFunction()
{
    Mailbox mailbox;
    int count = 0;
    std::function<void()> again = [&] {
        if (++count < 3)
            mailbox.post(again);
    };
    mailbox.post(again);
    QTRY_COMPARE(count, 3);
}

QTEST_GUILESS_MAIN(TestMailbox)
#include "tst_mailbox.moc"
