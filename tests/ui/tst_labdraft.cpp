// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labdraft.h"

#include "core/lab/catalogue.h"
#include "ui/models/labpresets.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestLabDraft : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_history.clear(); }

    void makesAnExperimentOfASite()
    {
        const LabChoice choice = siteOf(u"data/a file.txt"_s);
        QCOMPARE(choice.experiment.title, u"blog: data/a file.txt"_s);
        QCOMPARE(choice.experiment.workloads.first().path, u"/data/a%20file.txt"_s);
        QCOMPARE(fileOf(choice), u"data/a file.txt"_s);
        QCOMPARE(codingOf(choice), AcceptedCoding::Brotli);
        QVERIFY(lab::validate(choice.experiment).isEmpty());
    }

    void canRunEveryPreset()
    {
        for (const LabPreset &preset : labPresets()) {
            LabChoice choice = siteOf(u"index.html"_s);
            choice.experiment.variants = preset.variants;
            const auto problems = lab::validate(choice.experiment);
            QVERIFY2(problems.isEmpty(),
                qPrintable(preset.id + (problems.isEmpty() ? QString() : problems.first().toString())));
            QVERIFY(preset.variants.size() >= 2);
        }
    }

    void asksForAnotherFileAndCoding()
    {
        LabDraft draft(m_history);
        draft.load(siteOf({}));
        draft.suggestFile(u"index.html"_s);
        QCOMPARE(fileOf(draft.choice()), u"index.html"_s);
        draft.suggestFile(u"other.html"_s); // one is chosen already
        QCOMPARE(fileOf(draft.choice()), u"index.html"_s);
        draft.setFile(u"style.css"_s);
        QCOMPARE(draft.experiment().title, u"blog: style.css"_s);
        draft.setCoding(AcceptedCoding::Gzip);
        QCOMPARE(codingOf(draft.choice()), AcceptedCoding::Gzip);
        draft.setCoding(AcceptedCoding::None);
        QVERIFY(draft.experiment().workloads.first().fields.isEmpty());
        m_history.undo(); // both codings are one field
        QCOMPARE(codingOf(draft.choice()), AcceptedCoding::Brotli);
        m_history.undo();
        QCOMPARE(fileOf(draft.choice()), u"index.html"_s);
    }

    void takesChangesOfOneFieldBackTogether()
    {
        LabDraft draft(m_history);
        draft.load(siteOf(u"index.html"_s));
        const int before = m_history.count();
        const int rounds = draft.experiment().rounds;
        for (const int more : {6, 7, 8})
            draft.setRounds(more);
        lab::SamplePlan plan = draft.experiment().plan;
        plan.connections = 77;
        draft.setPlan(plan, u"connections"_s);
        QCOMPARE(m_history.count(), before + 2);
        m_history.undo();
        m_history.undo();
        QCOMPARE(draft.experiment().rounds, rounds);
        QVERIFY(draft.experiment().plan.connections != 77);
    }

    void losesAnEditedExperimentOnlyUndoably()
    {
        LabDraft draft(m_history);
        QSignalSpy loaded(&draft, &LabDraft::loaded);
        draft.load(siteOf(u"index.html"_s));
        draft.load(catalogueChoice());
        QVERIFY(!m_history.canUndo()); // nothing was lost
        draft.addVariant();
        const auto variants = draft.experiment().variants.size();
        draft.load(siteOf(u"index.html"_s));
        QCOMPARE(draft.choice().origin.kind, LabOrigin::Kind::Site);
        m_history.undo();
        QCOMPARE(draft.choice().origin.kind, LabOrigin::Kind::Catalogue);
        QCOMPARE(draft.experiment().variants.size(), variants);
        QCOMPARE(loaded.size(), 4);
    }

    void leavesWorkloadsOut()
    {
        LabDraft draft(m_history);
        draft.load(catalogueChoice());
        const QString first = draft.experiment().workloads.first().id;
        const auto all = draft.experiment().workloads.size();
        QVERIFY(all > 1);
        draft.setWorkloadChosen(first, false);
        QCOMPARE(chosenExperiment(draft.choice()).workloads.size(), all - 1);
        QCOMPARE(draft.experiment().workloads.size(), all);
        draft.setWorkloadChosen(first, true);
        QCOMPARE(chosenExperiment(draft.choice()).workloads.size(), all);
    }

    void followsTheSettingsOfItsSite()
    {
        LabDraft draft(m_history);
        draft.load(siteOf(u"index.html"_s));
        QSignalSpy changed(&draft, &LabDraft::changed);
        site::SiteConfig config = draft.experiment().base;
        draft.followBase(config);
        QCOMPARE(changed.size(), 0);
        config.compression.brotliQuality = 9;
        draft.followBase(config);
        QCOMPARE(draft.experiment().base.compression.brotliQuality, 9);
        QCOMPARE(changed.size(), 1);
    }

    void givesEveryVariantAnIdOfItsOwn()
    {
        LabDraft draft(m_history);
        draft.load(siteOf(u"index.html"_s));
        const int row = draft.addVariant();
        draft.duplicateVariant(row);
        draft.duplicateVariant(row);
        draft.removeVariant(1);
        draft.addVariant();
        lab::Contender nginx;
        nginx.name = u"nginx"_s;
        nginx.title = u"nginx"_s;
        draft.addContender(nginx);
        draft.addContender(nginx);
        QSet<QString> ids;
        for (const lab::Variant &variant : draft.experiment().variants)
            ids.insert(variant.id);
        QCOMPARE(ids.size(), draft.experiment().variants.size());
    }

    void isKeptFromOneStartToTheNext()
    {
        LabChoice choice = catalogueChoice();
        choice.leftOut = {choice.experiment.workloads.last().id};
        choice.experiment.base.https.passphrase = u"secret"_s;
        const QByteArray bytes = toBytes(choice);
        QVERIFY(!bytes.contains("secret"));
        const auto again = labChoiceFrom(bytes);
        QVERIFY(again);
        QCOMPARE(again->origin, choice.origin);
        QCOMPARE(again->leftOut, choice.leftOut);
        QCOMPARE(again->experiment.toJson(), choice.experiment.toJson());
    }

    void startsAnewWhereWhatWasKeptIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("no experiment") << QByteArray(R"({"origin":0,"id":"1"})");
        QByteArray other = toBytes(siteOf(u"index.html"_s));
        other.replace("\"origin\":0", "\"origin\":9");
        QTest::newRow("an unknown origin") << other;
    }

    void startsAnewWhereWhatWasKeptIsDamaged()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!labChoiceFrom(bytes));
    }

private:
    LabChoice siteOf(const QString &file)
    {
        site::SiteConfig config;
        config.name = u"blog"_s;
        config.root = m_folder.path();
        return siteChoice({LabOrigin::Kind::Site, u"1"_s}, config, file);
    }

    static LabChoice catalogueChoice()
    {
        for (const lab::Experiment &experiment : lab::catalogue()) {
            if (experiment.workloads.size() > 1)
                return {{LabOrigin::Kind::Catalogue, experiment.id}, experiment, {}};
        }
        return {};
    }

    QTemporaryDir m_folder;
    QUndoStack m_history;
};

QTEST_GUILESS_MAIN(TestLabDraft)
#include "tst_labdraft.moc"
