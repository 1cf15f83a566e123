// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"
#include "tests/ui/screens.h"
#include "ui/models/labpresets.h"
#include "ui/pages/labform.h"
#include "ui/pages/labpage.h"
#include "ui/pages/labplan.h"
#include "ui/pages/labservers.h"
#include "ui/pages/labvariants.h"
#include "ui/widgets/fitnessstrip.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::goTo;
using testing::takeScreen;

/// Pictures of the place Lab.
class TestLabScreens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesPictures_data() { testing::addSizesAndThemes(); }

    void takesPictures()
    {
        testing::ScreenWindow screen;
        MainWindow &window = *screen;
        goTo(window, Qt::Key_2);
        QTRY_VERIFY(window.findChild<LabPage *>()->catalogue().isKnown());
        takeScreen(window, u"lab-empty"_s);
        window.openFolder(testing::writeSite(screen.folder(), u"blog"_s));
        goTo(window, Qt::Key_2);
        takeLab(window);
    }

private:
    static void takeLab(MainWindow &window)
    {
        auto *page = window.findChild<LabPage *>();
        QVERIFY(page->isVisible());
        page->choose({LabOrigin::Kind::Site, window.sites().at(0)->id()});
        QTRY_COMPARE(fileOf(page->draft().choice()), u"data/words.txt"_s);
        QTRY_VERIFY(page->catalogue().isKnown() && page->check().isAnswered());
        QTRY_VERIFY(!page->findChild<FitnessStrip *>()->accessibleDescription().isEmpty());
        takeScreen(window, u"lab-site"_s);
        page->draft().replaceVariants(
            labPresets().first().variants, LabVariants::tr("Compared: %1").arg(labPresets().first().title));
        page->form().variants().select(1);
        QTRY_VERIFY(page->check().isAnswered());
        takeScreen(window, u"lab-variants"_s);
        page->form().variants().showSweep();
        takeScreen(window, u"lab-sweep"_s);
        page->form().variants().showServers();
        takeScreen(window, u"lab-servers"_s);
        page->findChild<LabServers *>()->hide();
        page->form().plan().setUnfolded(true);
        scrollDown(page->form().scrollArea());
        takeScreen(window, u"lab-plan"_s);
        takeLabProblems(window, *page);
        page->choose({LabOrigin::Kind::Catalogue, u"end-string"_s});
        QTRY_VERIFY(page->check().isAnswered());
        takeScreen(window, u"lab-catalogue"_s);
        takeLabRun(window, *page);
    }

    static void takeLabProblems(MainWindow &window, LabPage &page)
    {
        page.form().scrollArea().verticalScrollBar()->setValue(0);
        page.draft().setFile(u"index.html"_s);
        page.draft().setDifference(1, u"compression.brotliQuality"_s, 99);
        for (const FoundContender &found : page.catalogue().contenders()) {
            if (!found.program) {
                page.draft().addContender(found.contender);
                break;
            }
        }
        page.form().variants().select(1);
        QTRY_VERIFY(page.check().isAnswered());
        takeScreen(window, u"lab-problems"_s);
    }

    /// A real, short run.
    static void takeLabRun(MainWindow &window, LabPage &page)
    {
        page.choose({LabOrigin::Kind::Catalogue, u"compression"_s});
        lab::SamplePlan plan = page.draft().experiment().plan;
        plan.duration = std::chrono::milliseconds(300);
        plan.warmUp = plan.settle = std::chrono::milliseconds(50);
        page.draft().setPlan(plan, u"duration"_s);
        QTRY_VERIFY(page.labActions().first()->isEnabled());
        int samples = 0;
        const auto counting = connect(&window.lab(), &LabSession::sampleTaken, &window, [&] { ++samples; });
        page.labActions().first()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(samples >= 8 && window.lab().progress()->load, 60'000);
        disconnect(counting);
        takeScreen(window, u"lab-running"_s);
        window.lab().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!window.lab().isRunning(), 30'000);
        goTo(window, Qt::Key_2); // from its result
        takeScreen(window, u"lab-cancelled"_s);
    }

    static void scrollDown(QScrollArea &area)
    {
        area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
    }
};

int main(int argc, char **argv)
{
    return testing::runScreens(argc, argv, [] { return std::make_unique<TestLabScreens>(); });
}

#include "tst_labscreens.moc"
