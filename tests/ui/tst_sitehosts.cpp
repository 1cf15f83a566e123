// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitehosts.h"

#include "tests/ui/sampledata.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/sessions/sitecollection.h"

#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteHosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<SiteStore>(m_folder->filePath(u"sites.json"_s));
        m_sites = std::make_unique<SiteCollection>(*m_store);
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder->path(), u"blog"_s);
        config.port = 0;
        config.workers = 1;
        m_id = m_sites->addSite(config);
        m_shop = testing::writeSite(m_folder->path(), u"shop"_s);
        m_page = std::make_unique<SiteHosts>(*m_sites);
        m_page->setSite(m_sites->find(m_id));
        m_page->show();
    }

    void cleanup()
    {
        m_page.reset();
        m_sites.reset();
        m_store.reset();
    }

    void addsADroppedFolder()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_shop)});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_page.get(), &drop);
        QCOMPARE(config().domains, (QList<site::VirtualHostConfig>{{u"shop.localhost"_s, m_shop}}));
        QTRY_COMPARE(state(0), HostState::Ready);
        m_sites->undoStack().undo();
        QCOMPARE(m_page->model().rowCount(), 0);
    }

    void keepsAWrongNameInItsRowAndAppliesItOnceItIsRight()
    {
        m_page->addFolder(m_shop);
        auto &model = m_page->model();
        model.setData(model.index(0, VirtualHostModel::Host), u"not a name"_s);
        QCOMPARE(state(0), HostState::Refused);
        QVERIFY(!model.index(0, 0).data(VirtualHostModel::DetailRole).toString().isEmpty());
        QCOMPARE(config().domains.first().host, u"shop.localhost"_s);
        model.setData(model.index(0, VirtualHostModel::Host), u"store.localhost"_s);
        QCOMPARE(config().domains.first().host, u"store.localhost"_s);
        QTRY_COMPARE(state(0), HostState::Ready);
    }

    void aLostFolderDoesNotKeepOthersFromBeingAdded()
    {
        m_page->addFolder(m_shop);
        QVERIFY(QDir(m_shop).removeRecursively());
        m_page->addFolder(testing::writeSite(m_folder->path(), u"docs"_s));
        QCOMPARE(config().domains.size(), 2);
        QTRY_COMPARE(state(0), HostState::FolderMissing);
        QTRY_COMPARE(state(1), HostState::Ready);
    }

    void testsTheChosenHost()
    {
        m_page->addFolder(m_shop);
        auto *test = m_page->findChild<QPushButton *>(u"testHost"_s);
        QVERIFY(!test->isEnabled());
        m_sites->find(m_id)->start();
        QVERIFY(test->isEnabled());
        test->click();
        const auto labels = m_page->findChildren<QLabel *>();
        QTRY_VERIFY(std::ranges::any_of(
            labels, [](const QLabel *label) { return label->text().startsWith(u"It answers: 200 OK"_s); }));
    }

    void removesTheChosenHostByKey()
    {
        m_page->addFolder(m_shop);
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        auto *table = m_page->findChild<QTableView *>();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(config().domains.size(), 0);
    }

private:
    const site::SiteConfig &config() const { return m_sites->find(m_id)->config(); }

    HostState state(int row) const
    {
        return m_page->model().index(row, 0).data(VirtualHostModel::StateRole).value<HostState>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteStore> m_store;
    std::unique_ptr<SiteCollection> m_sites;
    std::unique_ptr<SiteHosts> m_page;
    QString m_id;
    QString m_shop;
};

QTEST_MAIN(TestSiteHosts)
#include "tst_sitehosts.moc"
