// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/hostchecker.h"

#include "tests/ui/sampledata.h"

#include <QDir>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

/// What a resolver could say, without a network.
QList<QHostAddress> lookUp(const QString &name)
{
    if (name == "here.test"_L1 || name == "any.here.test"_L1)
        return {QHostAddress(QHostAddress::LocalHost)};
    if (name == "far.test"_L1)
        return {QHostAddress(u"203.0.113.7"_s)};
    if (name.endsWith("localhost"_L1))
        qFatal("names below localhost are not looked up");
    return {};
}

} // namespace

class TestHostChecker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheStateOfAHost_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<HostState>("state");
        QTest::newRow("a name below localhost") << u"shop.localhost"_s << u"blog"_s << HostState::Ready;
        QTest::newRow("in another case") << u"Shop.Localhost"_s << u"blog"_s << HostState::Ready;
        QTest::newRow("all names below localhost") << u"*.localhost"_s << u"blog"_s << HostState::Ready;
        QTest::newRow("a name of this machine") << u"here.test"_s << u"blog"_s << HostState::Ready;
        QTest::newRow("all names of this machine") << u"*.here.test"_s << u"blog"_s << HostState::Ready;
        QTest::newRow("a name nobody knows") << u"unknown.test"_s << u"blog"_s << HostState::NameUnknown;
        QTest::newRow("names nobody knows") << u"*.test"_s << u"blog"_s << HostState::NameUnknown;
        QTest::newRow("a name of another machine") << u"far.test"_s << u"blog"_s << HostState::NameElsewhere;
        QTest::newRow("a folder that is not there")
            << u"shop.localhost"_s << u"gone"_s << HostState::FolderMissing;
        QTest::newRow("a file") << u"shop.localhost"_s << u"blog/index.html"_s << HostState::FolderMissing;
    }

    void tellsTheStateOfAHost()
    {
        QFETCH(QString, host);
        QFETCH(QString, folder);
        QFETCH(HostState, state);
        QTemporaryDir parent;
        testing::writeSite(parent.path(), u"blog"_s);
        site::SiteConfig config;
        config.root = parent.path();
        config.domains = {{host, folder}}; // relative: from the site's root
        HostChecker checker(lookUp);
        QSignalSpy checked(&checker, &HostChecker::checked);
        checker.check(config);
        QTRY_COMPARE(checked.size(), 1);
        const auto reports = checked.first().first().value<QList<HostReport>>();
        QCOMPARE(reports.size(), 1);
        QCOMPARE(reports.first().state, state);
        QCOMPARE(reports.first().detail.isEmpty(), state == HostState::Ready);
    }

    void tellsOfTheLastCheckOnly()
    {
        QSemaphore asked; // a check that ends before the next one begins is told, rightly
        HostChecker checker([&asked](const QString &name) {
            asked.acquire();
            return lookUp(name);
        });
        QSignalSpy checked(&checker, &HostChecker::checked);
        site::SiteConfig config;
        config.domains = {{u"unknown.test"_s, u"."_s}};
        checker.check(config);
        config.domains.append({u"here.test"_s, u"."_s});
        checker.check(config);
        asked.release(3); // one name of the first check, two of the second
        QTRY_COMPARE(checked.size(), 1);
        QTest::qWait(50); // the other check has ended by now
        QCOMPARE(checked.size(), 1);
        QCOMPARE(checked.first().first().value<QList<HostReport>>().size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestHostChecker)
#include "tst_hostchecker.moc"
