// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labcatalogue.h"

#include "ui/models/contenderlistmodel.h"
#include "ui/sessions/machinewatch.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// What the lab looks up before anything is chosen, none of it on the window's thread.
class TestLabCatalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsServersThatAreHereFromOthers()
    {
        QFile file(m_folder.filePath(u"contenders.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version": 1, "contenders": [
            {"name": "servelab", "title": "Servelab", "program": ["{me}"], "command": ["{program}"]},
            {"name": "here", "title": "Here", "program": ["{me}"], "command": ["{program}"]},
            {"name": "bare", "title": "Bare", "program": ["{me}"], "command": ["{program}"], "bare": true},
            {"name": "away", "title": "Away", "program": ["no-such-program-at-all"],
             "command": ["{program}"], "get": "install away"}]})");
        file.close();
        LabCatalogue catalogue({file.fileName(), {{u"me"_s, QCoreApplication::applicationFilePath()}}});
        look(catalogue);
        QVERIFY(catalogue.problems().isEmpty());
        QCOMPARE(catalogue.contenders().size(), 2);

        ContenderListModel model;
        const QAbstractItemModelTester tester(&model);
        model.setContenders(catalogue.contenders());
        QVERIFY(model.index(0, 0).flags() & Qt::ItemIsEnabled);
        QVERIFY(!(model.index(1, 0).flags() & Qt::ItemIsEnabled));
        QVERIFY(model.index(1, 1).data().toString().contains(u"install away"_s));
        const lab::Experiment *beside = catalogue.find(u"contenders"_s);
        QVERIFY(beside);
        QCOMPARE(beside->variants.size(), 2); // this server and the one that is here
    }

    void hasEveryEntryWithoutOtherServers()
    {
        LabCatalogue catalogue({});
        look(catalogue);
        QVERIFY(catalogue.contenders().isEmpty());
        QVERIFY(catalogue.experiments().size() > 30);
        QVERIFY(catalogue.find(u"ws-echo-20b"_s)); // one with a hook of its own
        QCOMPARE(catalogue.find(u"no such entry"_s), nullptr);
    }

    void saysWhatIsWrongWithTheFile()
    {
        LabCatalogue catalogue({m_folder.filePath(u"no such file.json"_s), {}});
        look(catalogue);
        QCOMPARE(catalogue.problems().size(), 1);
        QVERIFY(!catalogue.experiments().isEmpty());
    }

    void looksAtTheMachineWhileSomeoneWantsToKnow()
    {
        MachineWatch watch;
        QSignalSpy looked(&watch, &MachineWatch::looked);
        QVERIFY(!watch.fitness());
        watch.setWatching(true);
        QTRY_COMPARE(looked.size(), 1);
        QVERIFY(watch.fitness());
        for (const lab::FitnessReason &reason : watch.fitness()->reasons)
            QVERIFY(!reason.text.isEmpty() && !reason.remedy.isEmpty());
        watch.setWatching(false);
        watch.lookNow(); // once, on demand
        QTRY_COMPARE(looked.size(), 2);
    }

private:
    static void look(LabCatalogue &catalogue)
    {
        QSignalSpy found(&catalogue, &LabCatalogue::found);
        catalogue.look();
        QVERIFY(!catalogue.isKnown());
        QTRY_COMPARE(found.size(), 1);
        QVERIFY(catalogue.isKnown());
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestLabCatalogue)
#include "tst_labcatalogue.moc"
