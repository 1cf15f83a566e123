// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitesettings.h"

#include "tests/ui/sampledata.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/settingeditor.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
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
        m_page->findChild<QCheckBox *>(u"compression.enabled"_s)->click();
        auto *slider = m_page->findChild<QSlider *>(u"compression.brotliQuality"_s);
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

    void leadsToVirtualHosts()
    {
        QSignalSpy requested(m_page.get(), &SiteSettings::hostsRequested);
        m_page->findChild<QPushButton *>(u"domains"_s)->click();
        QCOMPARE(requested.size(), 1);
    }

    void marksWhatIsChangedAndResetsIt()
    {
        FieldRow *row = m_page->rowOf(u"noCache"_s);
        QVERIFY(!row->isChanged());
        m_page->findChild<QCheckBox *>(u"noCache"_s)->click();
        QVERIFY(row->isChanged());
        Q_EMIT row->resetRequested();
        QVERIFY(!row->isChanged());
        QVERIFY(config().noCache);
    }

    void takesSizesAndTimesWithUnits()
    {
        auto *budget = m_page->findChild<QLineEdit *>(u"cache.budgetBytes"_s);
        QCOMPARE(budget->text(), u"64 MiB"_s);
        budget->clear();
        QTest::keyClicks(budget, u"10 apples"_s);
        QVERIFY(rowOf(budget)->hasProblem());
        budget->clear();
        QTest::keyClicks(budget, u"1.5 MiB"_s);
        QVERIFY(!rowOf(budget)->hasProblem());
        QTest::keyClick(budget, Qt::Key_Return);
        QCOMPARE(config().cache.budgetBytes, qint64(1'572'864));
        auto *idle = m_page->findChild<QLineEdit *>(u"timeouts.keepAlive"_s);
        idle->clear();
        QTest::keyClicks(idle, u"2 min"_s);
        QTest::keyClick(idle, Qt::Key_Return);
        QCOMPARE(config().timeouts.keepAlive, std::chrono::milliseconds(120'000));
    }

    void narrowsToWhatIsSearched()
    {
        QTest::keyClicks(m_page->findChild<QLineEdit *>(u"settingSearch"_s), u"gzip level"_s);
        QCOMPARE(m_page->shownPaths(), QStringList{u"compression.gzipLevel"_s});
    }

    void narrowsToWhatIsChanged()
    {
        m_page->findChild<QCheckBox *>(u"allowDotfiles"_s)->click();
        m_page->findChild<QCheckBox *>(u"changedOnly"_s)->click();
        const QStringList shown = m_page->shownPaths();
        QVERIFY(shown.contains(u"allowDotfiles"_s) && shown.contains(u"port"_s));
        QVERIFY(!shown.contains(u"index"_s));
    }

    void takesAFallbackAndAList()
    {
        m_page->findChild<QCheckBox *>(u"spaFallback"_s)->click();
        QCOMPARE(config().spaFallback, std::optional<QString>(QString()));
        auto *words = m_page->findChild<QLineEdit *>(u"restrictedTypes"_s);
        QTest::keyClicks(words, u"bak,  sql,"_s);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(config().restrictedTypes, QStringList({u"bak"_s, u"sql"_s}));
    }

    void everyValueSurvivesItsEditor_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QJsonValue>("value");
        const auto row = [](const char *path, const QJsonValue &value) {
            QTest::newRow(path) << QString::fromLatin1(path) << value;
        };
        row("name", u"Journal"_s);
        row("port", 8123);
        row("anyHost", true);
        row("spaFallback", u"app.html"_s);
        row("contentTypes", QJsonObject{{u"exe"_s, false}, {u"wasm"_s, u"application/wasm"_s}});
        row("restrictedTypes", QJsonArray{u"bak"_s});
        row("errors",
            QJsonObject{{u"404"_s, QJsonObject{{u"body"_s, u"x"_s}, {u"headers"_s, QJsonObject()}}}});
        row("compression.brotliQuality", 7);
        row("cache.budgetBytes", 1'000'001);
        row("timeouts.request", 12'345);
        row("techniques.staticCache", u"off"_s);
    }

    void everyValueSurvivesItsEditor()
    {
        QFETCH(QString, path);
        QFETCH(QJsonValue, value);
        for (const Setting &setting : settings()) {
            if (path != QLatin1StringView(setting.path))
                continue;
            const std::unique_ptr<SettingEditorWidget> editor(makeEditor(setting));
            QSignalSpy finished(editor.get(), &SettingEditorWidget::finished);
            editor->setValue(value);
            QCOMPARE(editor->value(), value);
            QVERIFY(finished.isEmpty());
            return;
        }
        QFAIL("there is no such setting");
    }

    void showsWhereAProblemIs()
    {
        m_page->show();
        m_page->showField(u"errors.404.body"_s);
        QVERIFY(m_page->findChild<QWidget *>(u"errors"_s)->hasFocus() || !m_page->isActiveWindow());
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
