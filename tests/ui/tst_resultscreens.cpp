// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "tests/ui/screens.h"
#include "ui/pages/resultcomparison.h"
#include "ui/pages/resultdetail.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/resultview.h"
#include "ui/widgets/chartgroup.h"

#include <QFile>
#include <QListView>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::goTo;
using testing::takeScreen;

/// Pictures of the place Results.
class TestResultScreens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesPictures_data() { testing::addSizesAndThemes(); }

    void takesPictures()
    {
        testing::ScreenWindow screen;
        takeResults(*screen);
    }

private:
    static void takeResults(MainWindow &window)
    {
        goTo(window, Qt::Key_3);
        ResultLibrary &library = window.results();
        library.restore();
        QTRY_VERIFY(library.isRestored());
        takeScreen(window, u"results-empty"_s);
        const lab::ResultDocument pair = testing::pairResult();
        const QString first = library.add(pair);
        library.add(testing::laterRunOf(pair, 0.93));
        library.rename(library.at(0).id, u"Brotli qualities, after the compiler changed"_s);
        library.setNote(first, u"On the wall plug, nothing else running."_s);
        takeResult(window, u"results-pair"_s, first, {0, 560, 1'150, 100'000});
        takeResult(window, u"results-many"_s, library.add(testing::sampleResult()), {0, 900});
        takeResult(window, u"results-sweep"_s, library.add(testing::sweepResult()), {0, 640});
        lab::ResultDocument unfit = testing::sweepOfTwoResult();
        unfit.environment.busyShare = 0.12;
        takeResult(window, u"results-two"_s, library.add(unfit), {0, 620});
        takeComparison(window, first);
        QFile broken(library.pathOf(u"20991231-from-the-future"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"format\": \"servelab-result\", \"version\": 99}");
        broken.close();
        library.rescan();
        QTRY_VERIFY_WITH_TIMEOUT(library.rowOf(u"20991231-from-the-future"_s) >= 0, 10'000);
        window.findChild<ResultsPage *>()->showResult(u"20991231-from-the-future"_s);
        QTRY_VERIFY(!window.findChild<QScrollArea *>(u"resultScroll"_s)->isVisible());
        takeScreen(window, u"results-damaged"_s);
    }

    /// One picture for each place that the page is scrolled to.
    static void takeResult(
        MainWindow &window, const QString &name, const QString &id, const QList<int> &places)
    {
        auto *view = window.findChild<ResultView *>();
        window.findChild<ResultsPage *>()->showResult(id);
        QTRY_COMPARE(window.findChild<ResultDetail *>()->shownResult(), id);
        QTRY_VERIFY_WITH_TIMEOUT(view->isUpToDate(), 20'000);
        QTest::qWait(50); // the page takes its height
        for (qsizetype number = 0; number < places.size(); ++number) {
            window.findChild<QScrollArea *>(u"resultScroll"_s)->verticalScrollBar()->setValue(places[number]);
            takeScreen(window, number ? u"%1-%2"_s.arg(name).arg(number) : name);
        }
        if (auto *group = view->findChild<ChartGroup *>())
            group->setPointer(qQNaN(), nullptr);
    }

    static void takeComparison(MainWindow &window, const QString &first)
    {
        auto *page = window.findChild<ResultsPage *>();
        auto *list = page->findChild<QListView *>(u"results"_s);
        auto *comparison = page->findChild<ResultComparison *>();
        QSignalSpy shown(comparison, &ResultComparison::shown);
        page->showResult(first);
        list->selectionModel()->select(
            list->model()->index(0, 0), QItemSelectionModel::Select); // the later run
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), 20'000);
        takeScreen(window, u"results-comparison"_s);
    }
};

int main(int argc, char **argv)
{
    return testing::runScreens(argc, argv, [] { return std::make_unique<TestResultScreens>(); });
}

#include "tst_resultscreens.moc"
