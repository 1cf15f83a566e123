// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/pages/labpage.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/sitesettings.h"
#include "ui/pages/sitespage.h"
#include "ui/widgets/chiprow.h"
#include "ui/widgets/noticebar.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

Theme *theme = nullptr;

} // namespace

/// What people do with the window, by mouse and keyboard.
class TestMainJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_site = testing::writeSite(m_folder->path(), u"blog"_s);
        m_settings = std::make_unique<QSettings>(m_folder->filePath(u"window.ini"_s), QSettings::IniFormat);
        open();
        QDesktopServices::setUrlHandler(u"http"_s, this, "openedInBrowser");
        m_opened.clear();
    }

    void cleanup()
    {
        QDesktopServices::unsetUrlHandler(u"http"_s);
        m_window.reset();
    }

    void servesAFolderAndComparesTwoQualities()
    {
        addFolderByDialog();
        SiteSession *site = m_window->sites().at(0);
        takeAnyPort(site);
        click(u"run"_s);
        QTRY_COMPARE(site->state(), SiteSession::State::Running);
        QVERIFY(testing::request(site->port()).startsWith("HTTP/1.1 200"));
        QTRY_COMPARE(site->history().latest().requests, std::uint64_t(1));

        chooseQualityNine();
        QCOMPARE(site->config().compression.brotliQuality, 9);
        QCOMPARE(site->state(), SiteSession::State::Running);

        compareTwoQualities();
        const auto &document = m_window->lab().document();
        QCOMPARE(document->samples.size(), 4);
        QVERIFY(!document->samples.first().failure);
        QVERIFY(m_window->findChild<ResultsPage *>()->isVisible());
        QCOMPARE(m_window->results().count(), 1);
        QCOMPARE(m_window->findChild<ResultsPage *>()->chosen(), QStringList{m_window->results().at(0).id});
        QVERIFY(testing::request(site->port()).startsWith("HTTP/1.1 200"));
    }

    void opensASiteByDoubleClick()
    {
        m_window->openFolder(m_site);
        takeAnyPort(m_window->sites().at(0));
        m_window->sites().at(0)->start();
        auto *list = m_window->findChild<QListView *>(u"sites"_s);
        const QPoint place = list->visualRect(list->model()->index(0, 0)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(m_opened, QList<QUrl>{m_window->sites().at(0)->url()});
    }

    void takesADroppedFolder()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_site), QUrl::fromLocalFile(m_site + u"/index.html"_s)});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QCOMPARE(m_window->sites().count(), 1);
        QCOMPARE(m_window->sites().at(0)->config().root, m_site);
    }

    void takesADroppedResultAndRemovesItWithAWayBack()
    {
        m_window->restore();
        m_window->openFolder(m_site);
        const QString path = m_folder->filePath(u"result.json"_s);
        QVERIFY(testing::resultOf({{u"a"_s, 1000, 500, 900, 1'000'000}}, 1).save(path));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_COMPARE(m_window->results().count(), 1);
        QTRY_VERIFY(m_window->findChild<ResultsPage *>()->isVisible());

        QTest::keyClick(m_window.get(), Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(m_window->results().count(), 0);
        QCOMPARE(m_window->sites().count(), 1); // the same keys remove what is seen
        auto *notice = m_window->findChild<NoticeBar *>();
        QVERIFY2(notice->text().contains(u"Removed Brotli qualities"_s), qPrintable(notice->text()));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->results().count(), 1);
    }

    void removesWithAWayBack()
    {
        m_window->openFolder(m_site);
        QTest::keyClick(m_window.get(), Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(m_window->sites().count(), 0);
        auto *notice = m_window->findChild<NoticeBar *>();
        QVERIFY2(notice->text().contains(u"Removed blog"_s), qPrintable(notice->text()));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->sites().count(), 1);
    }

    void findsEveryCommandByTyping()
    {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QWidget *search = QApplication::focusWidget();
        QVERIFY(search);
        QTest::keyClicks(search, u"go to lab"_s);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(m_window->findChild<LabPage *>()->isVisible());
    }

    void remembersSitesFromOneStartToTheNext()
    {
        m_window->openFolder(m_site);
        m_window->close();
        m_window.reset();
        open();
        m_window->restore();
        QCOMPARE(m_window->sites().count(), 1);
        QCOMPARE(m_window->sites().at(0)->config().root, m_site);
    }

    void movesAndDuplicatesSitesByKeyboard()
    {
        m_window->openFolder(testing::writeSite(m_folder->path(), u"shop"_s));
        m_window->openFolder(m_site);
        QTest::keyClick(m_window.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(m_window->sites().at(0)->name(), u"blog"_s);
        QTest::keyClick(m_window.get(), Qt::Key_Up, Qt::AltModifier); // it is the first already
        QCOMPARE(m_window->sites().at(0)->name(), u"blog"_s);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->sites().at(1)->name(), u"blog"_s);
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(m_window->sites().count(), 3);
        QCOMPARE(m_window->sites().at(2)->config().root, m_site);
    }

    void remembersPlaceSiteAndSizeOfText()
    {
        m_window->openFolder(testing::writeSite(m_folder->path(), u"shop"_s));
        m_window->openFolder(m_site);
        runCommand(u"text size: 150"_s);
        QCOMPARE(theme->textScale(), 150);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        m_window->close();
        m_window.reset();
        theme->setTextScale(100);
        open();
        m_window->restore();
        QCOMPARE(theme->textScale(), 150);
        QVERIFY(m_window->findChild<LabPage *>()->isVisible());
        QCOMPARE(m_window->findChild<SitesPage *>()->currentSite()->name(), u"blog"_s);
        theme->setTextScale(100);
    }

    void takesWhatALaterStartAsksFor()
    {
        m_window->showMinimized();
        m_window->takeRequest({{m_site}, false, true});
        QCOMPARE(m_window->sites().count(), 1);
        QVERIFY(m_window->isMinimized());
        m_window->takeRequest({{m_site}, false, false});
        QCOMPARE(m_window->sites().count(), 1);
        QVERIFY(!m_window->isMinimized());
    }

    void saysThatAListOfSitesWasDamaged()
    {
        QFile file(m_folder->filePath(u"sites.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a list");
        file.close();
        m_window->restore();
        const QString text = m_window->findChild<NoticeBar *>()->text();
        QVERIFY2(text.contains(u"unreadable"_s), qPrintable(text));
    }

    void opensAndStartsTheSampleSite()
    {
        m_window->openSampleSite();
        QCOMPARE(m_window->sites().count(), 1);
        QCOMPARE(m_window->sites().at(0)->state(), SiteSession::State::Running);
        m_window->openSampleSite();
        QCOMPARE(m_window->sites().count(), 1);
    }

    void openedInBrowser(const QUrl &url) { m_opened.append(url); }

private:
    void open()
    {
        const auto sample = [root = m_site]() -> std::expected<site::SiteConfig, site::Problems> {
            site::SiteConfig config;
            config.root = root;
            config.port = 0;
            return config;
        };
        m_window = std::make_unique<MainWindow>(
            WindowPlaces{m_folder->filePath(u"sites.json"_s), qEnvironmentVariable("SERVELAB_CLI"), sample},
            *theme, *m_settings);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void runCommand(const QString &words)
    {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), words);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }

    void addFolderByDialog()
    {
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        auto *dialog = m_window->findChild<QFileDialog *>();
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(m_site);
        dialog->close();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QCOMPARE(m_window->sites().count(), 1);
    }

    void takeAnyPort(SiteSession *site)
    {
        site::SiteConfig config = site->config();
        config.port = 0;
        m_window->sites().change(site->id(), config, u"port"_s);
    }

    void click(const QString &name)
    {
        auto *button = m_window->findChild<QPushButton *>(name);
        QVERIFY(button);
        QVERIFY(button->isVisible());
        QCoreApplication::processEvents(); // until it stands where it is drawn
        QTest::mouseClick(button, Qt::LeftButton);
    }

    void chooseQualityNine()
    {
        QTest::keyClick(m_window.get(), Qt::Key_Comma, Qt::ControlModifier);
        auto *settings = m_window->findChild<SiteSettings *>();
        QVERIFY(settings->isVisible());
        settings->findChild<QCheckBox *>(u"compression.enabled"_s)->click();
        auto *slider = settings->findChild<QSlider *>(u"compression.brotliQuality"_s);
        slider->setFocus();
        for (int step = 0; step < 5; ++step)
            QTest::keyClick(slider, Qt::Key_Right);
    }

    void compareTwoQualities()
    {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        auto *page = m_window->findChild<LabPage *>();
        QVERIFY(page->isVisible());
        auto *file = page->findChild<QComboBox *>(u"file"_s);
        QTRY_VERIFY(file->currentText().startsWith(u"data/words.txt"_s));
        click(u"sweep"_s);
        page->findChild<ChipRow *>()->choose({1, 5});
        click(u"makeVariants"_s);
        QCOMPARE(page->draft().experiment().variants.size(), 2);
        page->findChild<QSpinBox *>(u"rounds"_s)->setValue(1);
        page->findChild<QSpinBox *>(u"duration"_s)->setValue(100);
        QTRY_VERIFY(page->findChild<QPushButton *>(u"runExperiment"_s)->isEnabled());
        QSignalSpy finished(&m_window->lab(), &LabSession::finished);
        click(u"runExperiment"_s);
        QTRY_VERIFY(m_window->lab().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QString m_site;
    QList<QUrl> m_opened;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    Theme applied;
    applied.setMode(Theme::Mode::Light);
    theme = &applied;
    TestMainJob test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_mainjob.moc"
