// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sitelistmodel.h"

#include "tests/ui/sampledata.h"
#include "ui/sessions/sitecollection.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteListModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<SiteStore>(m_folder->filePath(u"sites.json"_s));
        m_sites = std::make_unique<SiteCollection>(*m_store);
        m_model = std::make_unique<SiteListModel>(*m_sites);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_sites.reset();
        m_store.reset();
    }

    void followsAddingRemovingAndUndo()
    {
        const QString blog = add(u"blog"_s);
        add(u"shop"_s);
        QCOMPARE(names(), (QStringList{u"blog"_s, u"shop"_s}));
        m_sites->remove(blog);
        QCOMPARE(names(), QStringList{u"shop"_s});
        m_sites->undoStack().undo();
        QCOMPARE(names(), (QStringList{u"blog"_s, u"shop"_s}));
    }

    void rowsAreMovedByDragging()
    {
        add(u"blog"_s);
        add(u"shop"_s);
        add(u"docs"_s);
        QPersistentModelIndex shop = m_model->index(1);
        QVERIFY(m_model->moveRow({}, 0, {}, 3));
        QCOMPARE(names(), (QStringList{u"shop"_s, u"docs"_s, u"blog"_s}));
        QCOMPARE(shop.row(), 0);
        QVERIFY(m_model->moveRow({}, 2, {}, 0));
        QCOMPARE(names(), (QStringList{u"blog"_s, u"shop"_s, u"docs"_s}));
        QVERIFY(!m_model->moveRow({}, 1, {}, 2)); // where it is already
        m_sites->undoStack().undo();
        QCOMPARE(names(), (QStringList{u"shop"_s, u"docs"_s, u"blog"_s}));
    }

    void showsHowASiteIsDoing()
    {
        const QString id = add(u"blog"_s);
        QCOMPARE(status(), SiteStatus::Stopped);
        m_sites->find(id)->start();
        QCOMPARE(status(), SiteStatus::Running);
        QCOMPARE(m_model->index(0).data(SiteListModel::StatusTextRole).toString(), u"running"_s);
        QVERIFY(m_model->index(0).data(Qt::AccessibleTextRole).toString().contains(u"running"_s));
        m_sites->find(id)->stop();
        QTRY_COMPARE(status(), SiteStatus::Stopped);
        site::SiteConfig lost = m_sites->find(id)->config();
        lost.root = m_folder->filePath(u"lost"_s);
        m_sites->change(id, lost, u"root"_s);
        m_sites->find(id)->start();
        QCOMPARE(status(), SiteStatus::Failed);
    }

    void keepsSelectionWhileFiguresMove()
    {
        add(u"blog"_s);
        const QString shop = add(u"shop"_s);
        const QPersistentModelIndex chosen = m_model->index(1);
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_sites->find(shop)->start();
        testing::request(m_sites->find(shop)->port());
        QTRY_VERIFY(chosen.data(SiteListModel::RateRole).toDouble() > 0);
        QVERIFY(!changed.isEmpty());
        QVERIFY(!chosen.data(SiteListModel::RateHistoryRole).value<QList<double>>().isEmpty());
        QCOMPARE(chosen.data().toString(), u"shop"_s);
    }

private:
    QString add(const QString &name)
    {
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder->path(), name);
        config.port = 0;
        config.workers = 1;
        return m_sites->addSite(config);
    }

    SiteStatus status() const
    {
        return m_model->index(0).data(SiteListModel::StatusRole).value<SiteStatus>();
    }

    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < m_model->rowCount(); ++row)
            names.append(m_model->index(row).data().toString());
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteStore> m_store;
    std::unique_ptr<SiteCollection> m_sites;
    std::unique_ptr<SiteListModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_GUILESS_MAIN(TestSiteListModel)
#include "tst_sitelistmodel.moc"
