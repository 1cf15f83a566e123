// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "tests/site/sitefolder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

class TestFilesystem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsOpenedWithItsIdentity()
    {
        m_folder.write(u"sub/a.txt"_s, "hello");
        const OpenedFile opened = openBeneath(root(), "sub/a.txt");
        QCOMPARE(opened.kind, FileKind::Regular);
        QCOMPARE(opened.identity.size, 5u);
        QCOMPARE(std::optional(opened.identity), identityOf(opened.file.get()));
        QCOMPARE(std::optional(opened.identity), identityAt(root() + "/sub/a.txt"));
        char bytes[8]{};
        QCOMPARE(readAt(opened.file.get(), bytes, sizeof bytes, 1), 4);
        QCOMPARE(QByteArray(bytes), "ello");
    }

    void foldersAreToldFromFiles()
    {
        m_folder.write(u"sub/a.txt"_s, "hello");
        QCOMPARE(openBeneath(root(), "").kind, FileKind::Directory);
        QCOMPARE(openBeneath(root(), "sub").kind, FileKind::Directory);
        QCOMPARE(openBeneath(root(), "sub/").kind, FileKind::Directory);
        QCOMPARE(openBeneath(root(), "sub/a.txt/").kind, FileKind::Missing);
        QVERIFY(!identityAt(root() + "/sub"));
    }

    void theRealPathIsToldWhereALinkWasFollowed()
    {
        m_folder.write(u"real/a.txt"_s, "hello");
        QFile::link(m_folder.path(u"real"_s), m_folder.path(u"alias"_s));
        QCOMPARE(openBeneath(root(), "alias/a.txt").realPath, "real/a.txt");
    }

    void aRootThatIsALinkIsFollowed()
    {
        m_folder.write(u"a.txt"_s, "hello");
        QFile::link(m_folder.root(), m_folder.outside() + u"/rootlink"_s);
        QFile::link(m_folder.path(u"a.txt"_s), m_folder.path(u"alias.txt"_s));
        const std::string linked = (m_folder.outside() + u"/rootlink"_s).toStdString();
        QCOMPARE(openBeneath(linked, "a.txt").kind, FileKind::Regular);
        QCOMPARE(openBeneath(linked, "alias.txt").kind, FileKind::Regular);
    }

    void aMissingRootIsMissing()
    {
        QCOMPARE(openBeneath(root() + "/nothere", "a.txt").kind, FileKind::Missing);
    }

    void aFifoIsNeverOpened()
    {
        const QByteArray fifo = QFile::encodeName(m_folder.path(u"fifo"_s));
        QCOMPARE(::mkfifo(fifo, 0600), 0);
        QCOMPARE(openBeneath(root(), "fifo").kind, FileKind::Missing);
        // A writer finds no reader: nobody has opened the other end.
        QCOMPARE(::open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC), -1);
        QCOMPARE(errno, ENXIO);
    }

    void noDescriptorIsLeft()
    {
        m_folder.write(u"a.txt"_s, "hello");
        const auto before = base::openDescriptorCount();
        for (const char *path : {"a.txt", "a.txt/", "nothere", "", "fifo", "alias/a.txt"})
            openBeneath(root(), path);
        QCOMPARE(base::openDescriptorCount().value_or(-1), before.value_or(-2));
    }

    void aFileSettlesAfterATick()
    {
        using namespace std::chrono;
        const auto now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
        const auto changed = [](std::int64_t nanoseconds) {
            FileIdentity identity;
            identity.changedNanoseconds = nanoseconds;
            return identity;
        };
        constexpr std::int64_t second = 1'000'000'000;
        QVERIFY(!isSettled(changed(now | 1)));
        QVERIFY(!isSettled(changed((now + 3600 * second) | 1)));
        QVERIFY(isSettled(changed((now - second) | 1)));
        QVERIFY2(
            !isSettled(changed(now / second * second)), "whole seconds: the file system may count no finer");
        QVERIFY(isSettled(changed(now / second * second - 3 * second)));
    }

private:
    std::string root() const { return QFile::encodeName(m_folder.root()).toStdString(); }

    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestFilesystem)
#include "tst_filesystem.moc"
