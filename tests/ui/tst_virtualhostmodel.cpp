// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/virtualhostmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestVirtualHostModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAHostAfterItsFolder_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("host");
        QTest::newRow("a plain name") << u"/srv/shop"_s << u"shop.localhost"_s;
        QTest::newRow("capitals and spaces") << u"/srv/My Shop"_s << u"my-shop.localhost"_s;
        QTest::newRow("signs at the ends") << u"/srv/_shop_"_s << u"shop.localhost"_s;
        QTest::newRow("letters no host name has") << u"/srv/ü"_s << u"site.localhost"_s;
    }

    void namesAHostAfterItsFolder()
    {
        QFETCH(QString, folder);
        QFETCH(QString, host);
        VirtualHostModel model;
        QAbstractItemModelTester tester(&model);
        const QModelIndex added = model.addFolder(folder);
        QCOMPARE(added.data().toString(), host);
        QCOMPARE(model.hosts(), (QList<site::VirtualHostConfig>{{host, folder}}));
    }

    void givesEveryHostANameOfItsOwn()
    {
        VirtualHostModel model;
        model.addFolder(u"/srv/shop"_s);
        model.addFolder(u"/old/shop"_s);
        model.addFolder(u"/older/shop"_s);
        QCOMPARE(model.hosts().at(1).host, u"shop-2.localhost"_s);
        QCOMPARE(model.hosts().at(2).host, u"shop-3.localhost"_s);
    }

    void tellsOfEditsByAPersonOnly()
    {
        VirtualHostModel model;
        QAbstractItemModelTester tester(&model);
        QSignalSpy edited(&model, &VirtualHostModel::edited);
        model.setHosts({{u"a.localhost"_s, u"/a"_s}});
        QVERIFY(edited.isEmpty());
        QVERIFY(model.setData(model.index(0, VirtualHostModel::Host), u" b.localhost "_s));
        QCOMPARE(edited.size(), 1);
        QCOMPARE(model.hosts().first().host, u"b.localhost"_s);
        QVERIFY(model.setData(model.index(0, VirtualHostModel::Host), u"b.localhost"_s));
        QCOMPARE(edited.size(), 1);
        model.remove(0);
        QCOMPARE(edited.size(), 2);
        QVERIFY(model.hosts().isEmpty());
    }

    void showsWhatWasFoundOutOfTheHostsItHas()
    {
        VirtualHostModel model;
        QAbstractItemModelTester tester(&model);
        model.setHosts({{u"a.localhost"_s, u"/a"_s}, {u"b.test"_s, u"/b"_s}});
        const auto state = [&model](int row) {
            return model.index(row, VirtualHostModel::State)
                .data(VirtualHostModel::StateRole)
                .value<HostState>();
        };
        QCOMPARE(state(0), HostState::Checking);
        model.setReports({{{u"b.test"_s, u"/b"_s}, HostState::NameUnknown, u"Add a line."_s}});
        QCOMPARE(state(0), HostState::Checking);
        QCOMPARE(state(1), HostState::NameUnknown);
        QCOMPARE(model.index(1, 0).data(VirtualHostModel::DetailRole).toString(), u"Add a line."_s);
        model.setData(model.index(1, VirtualHostModel::Host), u"c.test"_s);
        QCOMPARE(state(1), HostState::Checking);
        QVERIFY(!model.setData(model.index(1, VirtualHostModel::State), u"ready"_s));
    }
};

QTEST_APPLESS_MAIN(TestVirtualHostModel)
#include "tst_virtualhostmodel.moc"
