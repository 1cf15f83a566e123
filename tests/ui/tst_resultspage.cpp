// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/resultspage.h"

#include "tests/ui/sampledata.h"
#include "ui/pages/resultcomparison.h"
#include "ui/pages/resultdetail.h"
#include "ui/pages/resultview.h"
#include "ui/sessions/resultlibrary.h"
#include "ui/widgets/costcardview.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/heatmap.h"
#include "ui/widgets/linechart.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// What people do with results, by mouse and keyboard.
class TestResultsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_library = std::make_unique<ResultLibrary>(m_folder->filePath(u"results"_s), m_undo);
        m_page = std::make_unique<ResultsPage>(*m_library);
        for (QAction *action : m_page->resultActions())
            m_page->addAction(action);
        m_page->resize(1208, 760);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_library->restore();
        QTRY_VERIFY(m_library->isRestored());
    }

    void cleanup()
    {
        m_page.reset();
        m_undo.clear();
        m_library.reset();
    }

    void saysWhatToDoWhileThereIsNothing()
    {
        QSignalSpy lab(m_page.get(), &ResultsPage::labRequested);
        QPushButton *button = buttonOf(u"Go to the Lab"_s);
        QVERIFY(button && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(lab.size(), 1);
        QVERIFY(!list()->isVisible());
    }

    void readsTheChosenResult()
    {
        m_library->add(testing::sampleResult());
        const QString id = m_library->add(testing::pairResult());
        show(id);
        QVERIFY2(view().reading().contains(u"costs 18\u00a0% of the requests per second"_s),
            qPrintable(view().reading()));
        QCOMPARE(view().findChildren<CostCardView *>().size(), 2);
        QTRY_VERIFY(visibleCharts() >= 9);
        QVERIFY(!visibleMap());
    }

    void waitsForAResultThatIsNotThereYet()
    {
        m_page->showResult(u"awaited"_s);
        m_library->add(testing::sampleResult());
        QVERIFY(testing::pairResult().save(m_library->pathOf(u"awaited"_s)));
        m_library->rescan();
        QTRY_COMPARE_WITH_TIMEOUT(m_page->chosen(), QStringList{u"awaited"_s}, 10'000);
    }

    void showsTheTradeOffOfOneSetting()
    {
        show(m_library->add(testing::sweepResult()));
        auto *choice = comboNamed(u"Figure beside the bytes per answer"_s);
        QVERIFY(choice);
        QTRY_VERIFY(choice->isVisible());
        QCOMPARE(choice->currentText(), u"Requests per second"_s);
        QCOMPARE(choice->findText(u"Bytes per answer"_s), -1);
        choice->setCurrentIndex(choice->findText(u"CPU per request"_s));
        Q_EMIT choice->activated(choice->currentIndex());
        QTest::qWait(0); // the charts of the other figure appear
        int charts = 0;
        for (LineChart *chart : view().findChildren<LineChart *>()) {
            if (!chart->isVisible() || !chart->placeText(4).startsWith(u"Brotli quality"_s))
                continue;
            ++charts;
            QVERIFY(chart->accessibleName() == u"CPU per request"_s
                || chart->accessibleName() == u"Bytes per answer"_s);
            QCOMPARE(chart->valuesAt(4).size(), 3); // lowest, highest, median
        }
        QCOMPARE(charts, 2);
    }

    void showsAHeatMapOfTwoSettings()
    {
        show(m_library->add(testing::sweepOfTwoResult()));
        auto *choice = comboNamed(u"Figure of the heat map"_s);
        QVERIFY(choice);
        QTRY_VERIFY(choice->isVisible());
        QTRY_VERIFY(visibleMap());
        const HeatMap *map = visibleMap();
        QCOMPARE(map->data().rows, (QStringList{u"0 B"_s, u"1 KiB"_s, u"16 KiB"_s}));
        QCOMPARE(map->data().columns.size(), 5);
        QCOMPARE(map->data().baseline, QPoint(0, 0));
        QVERIFY2(
            map->data().details[2][4].contains(u"outside noise"_s), qPrintable(map->data().details[2][4]));
        choice->setCurrentIndex(choice->findText(u"Latency, p99"_s));
        Q_EMIT choice->activated(choice->currentIndex());
        QTRY_VERIFY(visibleMap() && visibleMap()->accessibleName() == u"Latency, p99"_s);
    }

    void choosesOneOfSeveralWorkloads()
    {
        lab::ResultDocument document = testing::pairResult();
        document.experiment.workloads.append(document.experiment.workloads.first());
        document.experiment.workloads.last().id = u"small"_s;
        document.experiment.workloads.last().title = u"A small file"_s;
        testing::addSamples(document, u"small"_s,
            {{u"q4"_s, 9'000, 300, 400, 1'000'000}, {u"q6"_s, 9'010, 300, 400, 1'000'000}});
        show(m_library->add(document));
        auto *choice = view().findChild<QComboBox *>(u"workload"_s);
        QCOMPARE(choice->count(), 2);
        QSignalSpy shown(&view(), &ResultView::shown);
        choice->setCurrentIndex(1);
        Q_EMIT choice->activated(1);
        QTRY_VERIFY(shown.size() == 1 && view().isUpToDate());
        QVERIFY2(view().reading().contains(u"shows no difference"_s), qPrintable(view().reading()));
    }

    void comparesSeveralWithOnePinned()
    {
        const lab::ResultDocument march = testing::pairResult();
        const QString first = m_library->add(march);
        const QString second = m_library->add(testing::laterRunOf(march, 0.8));
        QSignalSpy shown(&comparison(), &ResultComparison::shown);
        chooseAllByKeyboard();
        QTRY_COMPARE(shown.size(), 1);
        QVERIFY(comparison().isVisible());
        QCOMPARE(comparison().baseline(), first); // the oldest
        QVERIFY2(comparison().compared().reading.contains(u"worse beyond noise"_s),
            qPrintable(comparison().compared().reading));
        auto *table = comparison().findChild<QTableView *>(u"differences"_s);
        const int all = table->model()->rowCount();
        comparison().findChild<QCheckBox *>(u"onlyDifferences"_s)->click();
        QVERIFY(table->model()->rowCount() < all);

        auto *choice = comparison().findChild<QComboBox *>(u"baseline"_s);
        choice->setCurrentIndex(choice->findData(second));
        Q_EMIT choice->activated(choice->currentIndex());
        QTRY_COMPARE(shown.size(), 2);
        QCOMPARE(comparison().baseline(), second);
        QVERIFY2(comparison().compared().reading.contains(u"better"_s),
            qPrintable(comparison().compared().reading));
        QVERIFY(comparison().compared().rows.first().change.startsWith(u'+'));
    }

    void pinsABaselineByKeyboard()
    {
        const lab::ResultDocument march = testing::pairResult();
        m_library->add(march);
        const QString second = m_library->add(testing::laterRunOf(march, 0.8));
        m_page->showResult(second);
        QTest::keyClick(m_page.get(), Qt::Key_P, Qt::ControlModifier);
        chooseAllByKeyboard();
        QTRY_COMPARE(comparison().baseline(), second);
    }

    void exportsEachFormat_data()
    {
        QTest::addColumn<ExportFormat>("format");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("web page") << ExportFormat::Html << QByteArray("<h1>Brotli qualities</h1>");
        QTest::newRow("Markdown") << ExportFormat::Markdown << QByteArray("wall plug");
        QTest::newRow("samples") << ExportFormat::Csv << QByteArray("q6");
        QTest::newRow("document") << ExportFormat::Json << QByteArray("\"servelab-result\"");
        QTest::newRow("picture") << ExportFormat::Png << QByteArray("PNG");
    }

    void exportsEachFormat()
    {
        QFETCH(ExportFormat, format);
        QFETCH(QByteArray, part);
        const QString id = m_library->add(testing::pairResult());
        show(id);
        m_library->setNote(id, u"wall plug"_s);
        QSignalSpy said(m_page.get(), &ResultsPage::said);
        const QString path = m_folder->filePath(u"out."_s + suffixOf(format));
        detail().exportTo(format, path);
        QTRY_COMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().contains(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(part));
        if (format == ExportFormat::Json)
            QVERIFY(lab::ResultDocument::load(path).has_value());
        if (format == ExportFormat::Png)
            QVERIFY(QImage(path).width() > 600 && QImage(path).height() > 1'000);
    }

    void exportsAComparison()
    {
        const lab::ResultDocument march = testing::pairResult();
        m_library->add(march);
        m_library->add(testing::laterRunOf(march, 0.8));
        QSignalSpy shown(&comparison(), &ResultComparison::shown);
        chooseAllByKeyboard();
        QTRY_COMPARE(shown.size(), 1);
        QSignalSpy said(m_page.get(), &ResultsPage::said);
        const QString path = m_folder->filePath(u"comparison.html"_s);
        comparison().exportTo(ExportFormat::Html, path);
        QTRY_COMPARE(said.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Before and after"));
        QVERIFY(text.contains("Clang 19"));
    }

    void saysWhereAnExportCannotBeWritten()
    {
        show(m_library->add(testing::pairResult()));
        detail().exportTo(ExportFormat::Html, m_folder->filePath(u"missing/folder/out.html"_s));
        auto *banner = detail().findChild<ErrorBanner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->accessibleDescription().contains(u"cannot be written"_s),
            qPrintable(banner->accessibleDescription()));
    }

    void offersEveryFormatByKeyboard()
    {
        show(m_library->add(testing::pairResult()));
        QTest::keyClick(m_page.get(), Qt::Key_E, Qt::ControlModifier);
        auto *menu = detail().findChild<QPushButton *>(u"export"_s)->menu();
        QTRY_VERIFY(menu->isVisible());
        QCOMPARE(menu->actions().size(), 5);
        QTest::keyClick(menu, Qt::Key_Escape);
    }

    void findsByTyping()
    {
        const QString pair = m_library->add(testing::pairResult());
        m_library->add(testing::sweepResult());
        auto *search = m_page->findChild<QLineEdit *>(u"searchResults"_s);
        search->setFocus();
        QTest::keyClicks(search, u"quality 4"_s);
        QCOMPARE(list()->model()->rowCount(), 2);
        search->clear();
        QTest::keyClicks(search, u"brotli qualities"_s);
        QCOMPARE(list()->model()->rowCount(), 1);
        m_page->showResult(pair); // shows it whatever is searched for
        QCOMPARE(m_page->chosen(), QStringList{pair});
    }

    void removesAndBringsBackByKeyboard()
    {
        const QString pair = m_library->add(testing::pairResult());
        const QString sweep = m_library->add(testing::sweepResult());
        m_page->showResult(pair);
        QTest::keyClick(m_page.get(), Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(m_library->count(), 1);
        QCOMPARE(m_page->chosen(), QStringList{sweep}); // what is left
        QCOMPARE(m_undo.undoText(), u"Removed Brotli qualities"_s);
        m_undo.undo();
        QCOMPARE(m_library->count(), 2);
        QCOMPARE(m_page->chosen(), QStringList{sweep}); // the selection stays
        m_page->showResult(pair);
        QTRY_VERIFY(view().document());
    }

    void renamesByKeyboard()
    {
        const QString id = m_library->add(testing::pairResult());
        m_page->showResult(id);
        QTest::keyClick(m_page.get(), Qt::Key_F2, Qt::ControlModifier);
        auto *editor = list()->viewport()->findChild<QLineEdit *>();
        QTRY_VERIFY(editor && editor->isVisible());
        editor->selectAll();
        QTest::keyClicks(editor, u"For the talk"_s);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(m_library->at(0).title(), u"For the talk"_s);
    }

    void keepsANote()
    {
        const QString id = m_library->add(testing::pairResult());
        show(id);
        QTest::keyClick(m_page.get(), Qt::Key_M, Qt::ControlModifier);
        auto *note = detail().findChild<QLineEdit *>(u"note"_s);
        QTRY_VERIFY(note->hasFocus());
        QTest::keyClicks(note, u"on the wall plug"_s);
        QTest::keyClick(note, Qt::Key_Return);
        QCOMPARE(m_library->at(0).note, u"on the wall plug"_s);
        m_undo.undo();
        QCOMPARE(note->text(), QString());
    }

    void saysWhatIsWrongWithADamagedResult()
    {
        m_library->add(testing::pairResult());
        m_library->flush();
        QFile file(m_library->pathOf(u"broken"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": \"servelab-result\", \"version\": 99}");
        file.close();
        m_library->rescan();
        QTRY_COMPARE_WITH_TIMEOUT(m_library->count(), 2, 10'000);
        m_page->showResult(u"broken"_s);
        auto *banner = detail().findChild<ErrorBanner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->accessibleDescription().contains(u"newer Servelab"_s),
            qPrintable(banner->accessibleDescription()));
        QVERIFY(!detail().findChild<QPushButton *>(u"export"_s)->isEnabled());
        QTest::mouseClick(buttonOf(u"Remove from the list"_s), Qt::LeftButton);
        QCOMPARE(m_library->count(), 1);
    }

    void keepsWhatIsChosenWhileOthersArrive()
    {
        const QString pair = m_library->add(testing::pairResult());
        show(pair);
        m_library->add(testing::sweepResult());
        QCOMPARE(m_page->chosen(), QStringList{pair});
        QCOMPARE(detail().shownResult(), pair);
    }

private:
    QListView *list() const { return m_page->findChild<QListView *>(u"results"_s); }
    ResultDetail &detail() const { return *m_page->findChild<ResultDetail *>(); }
    ResultView &view() const { return detail().view(); }
    ResultComparison &comparison() const { return *m_page->findChild<ResultComparison *>(); }

    void show(const QString &id)
    {
        m_page->showResult(id);
        QTRY_COMPARE(detail().shownResult(), id);
        QTRY_VERIFY(view().isUpToDate());
    }

    void chooseAllByKeyboard()
    {
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_page->chosen().size() > 1);
    }

    QPushButton *buttonOf(const QString &text) const
    {
        for (auto *button : m_page->findChildren<QPushButton *>()) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }

    QComboBox *comboNamed(const QString &name) const
    {
        for (auto *combo : view().findChildren<QComboBox *>()) {
            if (combo->accessibleName() == name)
                return combo;
        }
        return nullptr;
    }

    HeatMap *visibleMap() const
    {
        for (auto *map : view().findChildren<HeatMap *>()) {
            if (map->isVisible())
                return map;
        }
        return nullptr;
    }

    int visibleCharts() const
    {
        int visible = 0;
        for (const auto *chart : view().findChildren<ChartPanel *>())
            visible += chart->isVisible() ? 1 : 0;
        return visible;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QUndoStack m_undo;
    std::unique_ptr<ResultLibrary> m_library;
    std::unique_ptr<ResultsPage> m_page;
};

QTEST_MAIN(TestResultsPage)
#include "tst_resultspage.moc"
