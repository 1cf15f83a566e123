// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "ui/mainwindow.h"
#include "ui/models/labentriesmodel.h"
#include "ui/models/labpatch.h"
#include "ui/models/runtablemodel.h"
#include "ui/pages/labform.h"
#include "ui/pages/labpage.h"
#include "ui/pages/labplan.h"
#include "ui/pages/labrunview.h"
#include "ui/pages/labvarianteditor.h"
#include "ui/pages/labvariants.h"
#include "ui/widgets/chiprow.h"
#include "ui/widgets/fitnessstrip.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Theme *theme = nullptr;

} // namespace

/// The lab as people use it, most of it by keyboard.
class TestLabPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_site = testing::writeSite(m_folder->path(), u"blog"_s);
        m_settings = std::make_unique<QSettings>(m_folder->filePath(u"window.ini"_s), QSettings::IniFormat);
        open();
    }

    void cleanup() { m_window.reset(); }

    void saysWhatToDoFirst()
    {
        goToLab();
        QVERIFY(m_page->draft().isEmpty());
        QVERIFY(!m_page->findChild<QPushButton *>(u"runExperiment"_s)->isVisible());
        m_page->choose({LabOrigin::Kind::Sample, {}});
        QTRY_COMPARE(fileOf(m_page->draft().choice()), u"data/words.txt"_s);
        QVERIFY(m_page->form().isVisible());
        QTRY_VERIFY(runAction()->isEnabled());
    }

    void beginsWithASiteAndItsLargestTextFile()
    {
        openSite();
        QCOMPARE(m_page->draft().choice().origin.kind, LabOrigin::Kind::Site);
        auto *file = m_page->findChild<QComboBox *>(u"file"_s);
        QTRY_COMPARE(file->currentText(), u"data/words.txt"_s);
        QTRY_VERIFY(runAction()->isEnabled());
        QVERIFY(estimate().contains(u"10 samples, about"_s));
        file->setFocus();
        file->lineEdit()->selectAll();
        QTest::keyClicks(file, u"style.css"_s);
        QCOMPARE(fileOf(m_page->draft().choice()), u"style.css"_s);
    }

    void addsAVariantAndADifferenceByKeyboard()
    {
        openSite();
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        auto *add = m_page->findChild<QComboBox *>(u"addDifference"_s);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(add));
        QTest::keyClicks(add, u"brotli q"_s);
        QTRY_VERIFY(add->completer()->popup()->isVisible());
        QTest::keyClick(add->completer()->popup(), Qt::Key_Down);
        QTest::keyClick(add->completer()->popup(), Qt::Key_Return);
        auto *editor = m_page->findChild<LabVariantEditor *>();
        QCOMPARE(editor->shownPaths(), QStringList{u"compression.brotliQuality"_s});
        auto *slider = editor->findChild<QSlider *>(u"compression.brotliQuality"_s);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(slider));
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(slider, Qt::Key_Right);
        auto *table = m_page->findChild<QTableView *>(u"variants"_s);
        QCOMPARE(table->model()->index(1, 1).data().toString(), u"Brotli quality: 4 → 6"_s);

        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(
            table->model()->index(1, 1).data().toString(), u"No difference yet: the same as the baseline"_s);
    }

    void removesAVariantWithAWayBack()
    {
        openSite();
        m_page->draft().addVariant();
        m_page->form().variants().select(1);
        command(u"remove variant"_s);
        QCOMPARE(m_page->draft().experiment().variants.size(), 1);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_page->draft().experiment().variants.size(), 2);
        command(u"make it the baseline"_s);
        QCOMPARE(m_page->draft().experiment().variants.first().label, u"Variant 2"_s);
        QCOMPARE(m_page->form().variants().currentRow(), 0);
    }

    void sweepsASetting()
    {
        openSite();
        m_page->findChild<QPushButton *>(u"sweep"_s)->click();
        auto *chips = m_page->findChild<ChipRow *>();
        QVERIFY(chips && chips->isVisible());
        auto *make = m_page->findChild<QPushButton *>(u"makeVariants"_s);
        chips->choose({});
        QVERIFY(!make->isEnabled());
        chips->choose({1, 4, 11});
        QCOMPARE(make->text(), u"Make 3 variants"_s);
        make->click();
        QCOMPARE(m_page->draft().experiment().variants.size(), 3);
        QVERIFY(!make->isVisible());
        QTRY_VERIFY(runAction()->isEnabled());
    }

    void beginsEasily()
    {
        openSite();
        const auto actions = m_page->findChild<QPushButton *>(u"presets"_s)->menu()->actions();
        QCOMPARE(actions.size(), 5);
        actions.first()->trigger();
        QCOMPARE(m_page->draft().experiment().variants.size(), 6);
        QTRY_VERIFY2(runAction()->isEnabled(), qPrintable(estimate()));
    }

    void findsLessonsByTyping()
    {
        openSite();
        QTRY_VERIFY(m_page->catalogue().isKnown());
        auto *search = m_page->findChild<QLineEdit *>(u"labSearch"_s);
        search->setFocus();
        QTest::keyClicks(search, u"ws-echo"_s);
        auto *list = m_page->findChild<QListView *>(u"labEntries"_s);
        QVERIFY(list->model()->rowCount() >= 2);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(m_page->draft().choice().origin.kind, LabOrigin::Kind::Catalogue);
        QVERIFY(m_page->draft().experiment().workloads.first().echoBytes);
        QTRY_VERIFY(runAction()->isEnabled());
    }

    void leavesWorkloadsOutAndSaysWhenNoneIsLeft()
    {
        openSite();
        QTRY_VERIFY(m_page->catalogue().isKnown());
        m_page->choose({LabOrigin::Kind::Catalogue, u"cluster"_s});
        const auto workloads = m_page->draft().experiment().workloads;
        QVERIFY(workloads.size() > 1);
        QTRY_VERIFY(runAction()->isEnabled());
        for (const lab::Workload &workload : workloads)
            m_page->draft().setWorkloadChosen(workload.id, false);
        QTRY_VERIFY(estimate().contains(u"Cannot be run yet"_s));
        QVERIFY(!runAction()->isEnabled());
    }

    void saysALostFolderBeforeTheRun()
    {
        openSite();
        QTRY_VERIFY(runAction()->isEnabled());
        QVERIFY(QDir().rename(m_site, m_site + u".away"_s));
        m_page->draft().addVariant();
        QTRY_VERIFY(estimate().contains(u"is not there"_s));
        QVERIFY(!runAction()->isEnabled());
        QVERIFY(QDir().rename(m_site + u".away"_s, m_site));
        m_page->draft().addVariant();
        QTRY_VERIFY(runAction()->isEnabled());
    }

    void changesThePlanAndTheEstimate()
    {
        openSite();
        QTRY_VERIFY(runAction()->isEnabled());
        const QString before = estimate();
        m_page->findChild<QSpinBox *>(u"rounds"_s)->setValue(20);
        QCOMPARE(m_page->draft().experiment().rounds, 20);
        QVERIFY(estimate() != before);
        m_page->form().plan().setUnfolded(true);
        auto *connections = m_page->findChild<QSpinBox *>(u"idleConnections"_s);
        QVERIFY(connections->isVisible());
        connections->setValue(100);
        QCOMPARE(m_page->draft().experiment().plan.idleConnections, 100);
        auto *kind = m_page->form().plan().findChild<QComboBox *>();
        kind->setCurrentIndex(2);
        Q_EMIT kind->activated(2);
        QVERIFY(std::holds_alternative<load::RateRamp>(m_page->draft().experiment().plan.arrival));
        QVERIFY(m_page->findChild<QSpinBox *>(u"toRate"_s)->isVisible());
        m_window->sites().undoStack().undo();
        QVERIFY(!load::isOpenLoop(m_page->draft().experiment().plan.arrival));
    }

    void followsTheSettingsOfTheSite()
    {
        openSite();
        site::SiteConfig config = m_window->sites().at(0)->config();
        config.compression.brotliQuality = 9;
        m_window->sites().change(m_window->sites().at(0)->id(), config, u"compression.brotliQuality"_s);
        QCOMPARE(m_page->draft().experiment().base.compression.brotliQuality, 9);
    }

    void saysHowFitTheMachineIs()
    {
        openSite();
        auto *strip = m_page->findChild<FitnessStrip *>();
        QTRY_VERIFY(!strip->accessibleDescription().isEmpty());
    }

    void runsAndCancelsByKeyboard()
    {
        openSite();
        m_page->findChild<QSpinBox *>(u"rounds"_s)->setValue(50);
        m_page->findChild<QSpinBox *>(u"duration"_s)->setValue(100);
        QTRY_VERIFY(runAction()->isEnabled());
        QSignalSpy ready(&m_window->lab(), &LabSession::resultReady);
        QSignalSpy sampled(&m_window->lab(), &LabSession::sampleTaken);
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(m_window->lab().isRunning());
        QVERIFY(m_page->runView().isVisible());
        QVERIFY(!runAction()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(sampled.size() >= 3, 60'000);
        QCOMPARE(m_page->runView().model().rowCount(), 1);
        // The rest of the window stays usable.
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QVERIFY(!m_page->isVisible());
        goToLab();
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 30'000);
        QVERIFY(!m_page->isVisible()); // the rounds that were finished are shown in Results
        QCOMPARE(m_window->results().count(), 1);
        goToLab();
        auto *back = m_page->findChild<QPushButton *>(u"backToExperiment"_s);
        QTRY_VERIFY(back->isVisible());
        back->click();
        QVERIFY(m_page->form().isVisible());
        QVERIFY2(runAction()->isEnabled(), qPrintable(estimate()));
    }

    void keepsTheFormFromOneStartToTheNext()
    {
        openSite();
        QTRY_COMPARE(fileOf(m_page->draft().choice()), u"data/words.txt"_s);
        m_page->draft().setDifference(m_page->draft().addVariant(), u"workers"_s, 2);
        m_page->draft().setRounds(9);
        m_window->close();
        m_window.reset();
        open();
        m_window->restore();
        goToLab();
        QCOMPARE(m_page->draft().experiment().rounds, 9);
        QCOMPARE(differencesOf(m_page->draft().experiment(), 1), QStringList{u"Worker threads: 0 → 2"_s});
        QTRY_VERIFY(runAction()->isEnabled());
    }

    void namesEverythingThatTakesTheKeyboard()
    {
        openSite();
        m_page->form().plan().setUnfolded(true);
        m_page->draft().setDifference(m_page->draft().addVariant(), u"cache.budgetBytes"_s, 1024);
        m_page->form().variants().select(1);
        m_page->form().variants().showSweep();
        for (QWidget *widget : m_page->findChildren<QWidget *>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()
                || widget->objectName().startsWith(u"qt_"_s) || qobject_cast<QScrollArea *>(widget))
                continue;
            const auto *button = qobject_cast<QAbstractButton *>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty())
                || isInside(widget);
            QVERIFY2(named,
                qPrintable(
                    QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
    }

private:
    /// The line of a box that has a name.
    static bool isInside(const QWidget *widget)
    {
        return qobject_cast<QComboBox *>(widget->parentWidget())
            || qobject_cast<QAbstractSpinBox *>(widget->parentWidget());
    }

    void open()
    {
        const auto sample = [root = m_site]() -> std::expected<site::SiteConfig, site::Problems> {
            site::SiteConfig config;
            config.name = u"sample"_s;
            config.root = root;
            return config;
        };
        m_window = std::make_unique<MainWindow>(
            WindowPlaces{m_folder->filePath(u"sites.json"_s), qEnvironmentVariable("SERVELAB_CLI"), sample},
            *theme, *m_settings);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_page = m_window->findChild<LabPage *>();
    }

    void openSite()
    {
        m_window->openFolder(m_site);
        goToLab();
        QVERIFY(!m_page->draft().isEmpty());
    }

    void goToLab()
    {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(m_page->isVisible());
    }

    void command(const QString &words)
    {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), words);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }

    QAction *runAction() const { return m_page->labActions().first(); }
    QString estimate() const { return m_page->findChild<QLabel *>(u"estimate"_s)->text(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    LabPage *m_page = nullptr;
    QString m_site;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    Theme applied;
    applied.setMode(Theme::Mode::Light);
    theme = &applied;
    TestLabPage test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_labpage.moc"
