// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitesettings.h"

#include "tests/ui/sampledata.h"
#include "ui/models/virtualhostmodel.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/fieldrow.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteSettings : public QObject
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
        m_page = std::make_unique<SiteSettings>(*m_sites);
        m_page->setSite(m_sites->find(m_id));
    }

    void cleanup()
    {
        m_page.reset();
        m_sites.reset();
        m_store.reset();
    }

    void appliesATextWhenItIsFinished()
    {
        auto *name = m_page->findChild<QLineEdit *>(u"name"_s);
        QTest::keyClicks(name, u"Journal"_s);
        QCOMPARE(config().name, QString());
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(config().name, u"Journal"_s);
    }

    void saysWhatIsWrongWhileOneTypes()
    {
        auto *host = m_page->findChild<QLineEdit *>(u"host"_s);
        auto *row = rowOf(host);
        const QString before = config().host;
        host->clear();
        QTest::keyClicks(host, u"not an address"_s);
        QVERIFY(row->hasProblem());
        QTest::keyClick(host, Qt::Key_Return);
        QCOMPARE(config().host, before);
        host->clear();
        QTest::keyClicks(host, u"127.0.0.1"_s);
        QVERIFY(!row->hasProblem());
    }

    void appliesAToggleAtOnceToARunningSite()
    {
        SiteSession *site = m_sites->find(m_id);
        site->start();
        QVERIFY(testing::request(site->port(), "/.hidden").startsWith("HTTP/1.1 4"));
        m_page->findChild<QCheckBox *>(u"allowDotfiles"_s)->click();
        QCOMPARE(site->state(), SiteSession::State::Running);
        QVERIFY(testing::request(site->port(), "/.hidden").startsWith("HTTP/1.1 200"));
    }

    void explainsAndAppliesAQuality()
    {
        m_page->findChild<QCheckBox *>(u"compression"_s)->click();
        auto *slider = m_page->findChild<QSlider *>(u"compression.brotliQuality"_s);
        QVERIFY(slider->isEnabled());
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(config().compression.brotliQuality, 11);
        m_sites->undoStack().undo();
        QCOMPARE(slider->value(), 4);
    }

    void appliesAPortWhenItIsFinished()
    {
        auto *port = m_page->findChild<QSpinBox *>(u"port"_s);
        port->selectAll();
        QTest::keyClicks(port, u"8123"_s);
        QCOMPARE(config().port, quint16(0));
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(config().port, quint16(8123));
    }

    void takesVirtualHosts()
    {
        auto *hosts = m_page->findChild<VirtualHostModel *>();
        hosts->addFolder(testing::writeSite(m_folder->path(), u"shop"_s));
        QCOMPARE(config().domains.size(), 1);
        QCOMPARE(config().domains.first().host, u"shop.localhost"_s);
        m_sites->undoStack().undo();
        QCOMPARE(hosts->rowCount(), 0);
    }

    void leavesAFieldAloneThatSomeoneTypesIn()
    {
        auto *name = m_page->findChild<QLineEdit *>(u"name"_s);
        QTest::keyClicks(name, u"Jour"_s);
        m_sites->find(m_id)->start();
        QCOMPARE(name->text(), u"Jour"_s);
    }

private:
    const site::SiteConfig &config() const { return m_sites->find(m_id)->config(); }

    static FieldRow *rowOf(QWidget *editor)
    {
        QWidget *widget = editor;
        while (widget && !qobject_cast<FieldRow *>(widget))
            widget = widget->parentWidget();
        return static_cast<FieldRow *>(widget);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteStore> m_store;
    std::unique_ptr<SiteCollection> m_sites;
    std::unique_ptr<SiteSettings> m_page;
    QString m_id;
};

QTEST_MAIN(TestSiteSettings)
#include "tst_sitesettings.moc"
