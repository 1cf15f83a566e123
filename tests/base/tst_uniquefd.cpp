// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/uniquefd.h"

#include <QTemporaryFile>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

using servelab::base::UniqueFd;

namespace {

UniqueFd openSomething()
{
    return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

bool isOpen(int descriptor)
{
    return ::fcntl(descriptor, F_GETFD) != -1;
}

} // namespace

class TestUniqueFd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWithoutADescriptor()
    {
        const UniqueFd none;
        QVERIFY(!none.isValid());
        QCOMPARE(none.get(), -1);
    }

    void closesAtTheEndOfItsLife()
    {
        int descriptor = -1;
        {
            const UniqueFd owner = openSomething();
            QVERIFY(owner.isValid());
            descriptor = owner.get();
            QVERIFY(isOpen(descriptor));
        }
        QVERIFY(!isOpen(descriptor));
    }

    void closesTheOldOneWhenReset()
    {
        UniqueFd owner = openSomething();
        const int old = owner.get();
        owner.reset();
        QVERIFY(!owner.isValid());
        QVERIFY(!isOpen(old));
    }

    void leavesAReleasedDescriptorOpen()
    {
        UniqueFd owner = openSomething();
        const UniqueFd next(owner.release());
        QVERIFY(!owner.isValid());
        QVERIFY(isOpen(next.get()));
    }

    void movesOwnershipAndClosesWhatItHad()
    {
        UniqueFd from = openSomething();
        UniqueFd to = openSomething();
        const int kept = from.get();
        const int closed = to.get();
        to = std::move(from);
        QCOMPARE(to.get(), kept);
        QVERIFY(isOpen(kept));
        QVERIFY(!isOpen(closed));
    }

    void survivesBeingMovedToItself()
    {
        UniqueFd owner = openSomething();
        UniqueFd &same = owner;
        owner = std::move(same);
        QVERIFY(owner.isValid());
        QVERIFY(isOpen(owner.get()));
    }
};

QTEST_GUILESS_MAIN(TestUniqueFd)
#include "tst_uniquefd.moc"
