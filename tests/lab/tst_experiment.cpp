// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"

#include "core/site/siteconfigjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Change = void (*)(Experiment &);
using JsonChange = void (*)(QJsonObject &);
Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(JsonChange)

class TestExperiment : public QObject
{
    Q_OBJECT

private:
    Experiment good() const
    {
        Experiment experiment = brotliExperiment({}, u"/data.json?x=1"_s, {.qualities = {1, 4}});
        experiment.base.root = m_folder.path();
        experiment.base.compression.gzipLevel = 3;
        experiment.workloads.first().expectation.bodyBytes = 12;
        experiment.variants.first().fields = {{"Accept-Encoding", "gzip"}};
        experiment.workloads.first().expectation.bodySha256 = QByteArray(32, '\x5a');
        experiment.variants.first().arrival = load::ClosedLoop();
        experiment.variants.first().pipeline = 4;
        experiment.plan.arrival = load::RateRamp{10, 20.5, std::chrono::milliseconds(700)};
        experiment.plan.pipeline = 3;
        experiment.plan.requests = 7;
        experiment.plan.readBytesPerSecond = 250'000;
        experiment.plan.freeze = 200ms;
        experiment.seed = 0xffff'ffff'ffff'fff0;
        return experiment;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void keepsEverythingInJson()
    {
        const QJsonObject object = good().toJson();
        const QJsonObject reread = QJsonDocument::fromJson(QJsonDocument(object).toJson()).object();
        const auto experiment = Experiment::fromJson(reread);
        QVERIFY(experiment.has_value());
        QCOMPARE(experiment->toJson(), object);
        QCOMPARE(experiment->base, good().base);
        QCOMPARE(experiment->seed, good().seed);
        QCOMPARE(experiment->plan.settle, good().plan.settle);
        QCOMPARE(experiment->plan.requests, good().plan.requests);
        QCOMPARE(experiment->plan.readBytesPerSecond, good().plan.readBytesPerSecond);
        QCOMPARE(experiment->plan.freeze, good().plan.freeze);
        QVERIFY(experiment->plan.arrival == good().plan.arrival);
        QVERIFY(experiment->variants.first().arrival == good().variants.first().arrival);
        QVERIFY(!experiment->variants.last().arrival);
        QCOMPARE(experiment->variants.first().fields, good().variants.first().fields);
        QCOMPARE(experiment->workloads.first().expectation, good().workloads.first().expectation);
    }

    void keepsATask()
    {
        Experiment experiment = good();
        experiment.workloads.first().task = u"config-retained"_s;
        const auto reread = Experiment::fromJson(experiment.toJson());
        QVERIFY(reread);
        QCOMPARE(reread->workloads.first().task, u"config-retained"_s);
    }

    void tellsNobodyAPassphrase()
    {
        Experiment experiment = good();
        experiment.base.https.passphrase = u"open sesame"_s;
        experiment.base.https.certificate = u"/own.pem"_s;
        experiment.variants.first().patch.insert(
            u"https"_s, QJsonObject{{u"passphrase"_s, u"open sesame"_s}, {u"key"_s, u"/own-key.pem"_s}});
        const QByteArray document = QJsonDocument(experiment.toJson()).toJson();
        QVERIFY2(!document.contains("sesame"), document.constData());
        QVERIFY(document.contains("/own.pem") && document.contains("/own-key.pem"));
        const auto reread = Experiment::fromJson(QJsonDocument::fromJson(document).object());
        QVERIFY(reread);
        QCOMPARE(reread->base.https.passphrase, QString());
    }

    void takesDefaultsForWhatIsAbsent()
    {
        const auto experiment = Experiment::fromJson({{u"id"_s, u"mine"_s}, {u"base"_s, QJsonObject{}},
            {u"workloads"_s, QJsonArray{QJsonObject{{u"id"_s, u"page"_s}}}},
            {u"variants"_s, QJsonArray{QJsonObject{{u"id"_s, u"plain"_s}}}}});
        QVERIFY(experiment.has_value());
        QCOMPARE(experiment->title, u"mine"_s);
        QCOMPARE(experiment->rounds, Experiment().rounds);
        QCOMPARE(experiment->plan.duration, SamplePlan().duration);
        QCOMPARE(experiment->variants.first().label, u"plain"_s);
        QCOMPARE(experiment->workloads.first().path, u"/"_s);
    }

    void namesWhatIsWrongInJson_data()
    {
        QTest::addColumn<JsonChange>("change");
        QTest::addColumn<QString>("where");
        QTest::newRow("no id") << JsonChange([](QJsonObject &o) { o.remove("id"_L1); }) << u"id"_s;
        QTest::newRow("an unknown key")
            << JsonChange([](QJsonObject &o) { o["roudns"_L1] = 3; }) << u"roudns"_s;
        QTest::newRow("text for a number")
            << JsonChange([](QJsonObject &o) { o["rounds"_L1] = u"3"_s; }) << u"rounds"_s;
        QTest::newRow("a part for a whole")
            << JsonChange([](QJsonObject &o) { o["rounds"_L1] = 1.5; }) << u"rounds"_s;
        QTest::newRow("a number too large")
            << JsonChange([](QJsonObject &o) { o["rounds"_L1] = 1e15; }) << u"rounds"_s;
        QTest::newRow("a key inside the plan")
            << JsonChange([](QJsonObject &o) { o["plan"_L1] = QJsonObject{{u"conections"_s, 1}}; })
            << u"plan.conections"_s;
        QTest::newRow("a time below nothing")
            << JsonChange([](QJsonObject &o) { o["plan"_L1] = QJsonObject{{u"settleMilliseconds"_s, -1}}; })
            << u"plan.settleMilliseconds"_s;
        QTest::newRow("a field of the site")
            << JsonChange([](QJsonObject &o) { o["base"_L1] = QJsonObject{{u"port"_s, u"x"_s}}; })
            << u"base.port"_s;
        QTest::newRow("a variant that is a number")
            << JsonChange([](QJsonObject &o) { o["variants"_L1] = QJsonArray{1}; }) << u"variants[0]"_s;
        QTest::newRow("a field without a value") << JsonChange([](QJsonObject &o) {
            o["variants"_L1] = QJsonArray{
                QJsonObject{{u"id"_s, u"a"_s}, {u"fields"_s, QJsonArray{QJsonObject{{u"name"_s, u"X"_s}}}}}};
        }) << u"variants[0].fields[0].value"_s;
        QTest::newRow("an expectation of text") << JsonChange([](QJsonObject &o) {
            o["workloads"_L1] = QJsonArray{
                QJsonObject{{u"id"_s, u"a"_s}, {u"expectation"_s, QJsonObject{{u"status"_s, u"200"_s}}}}};
        }) << u"workloads[0].expectation.status"_s;
        QTest::newRow("a hash of 63 digits") << JsonChange([](QJsonObject &o) {
            o["workloads"_L1] = QJsonArray{QJsonObject{
                {u"id"_s, u"a"_s}, {u"expectation"_s, QJsonObject{{u"bodySha256"_s, QString(63, u'0')}}}}};
        }) << u"workloads[0].expectation.bodySha256"_s;
    }

    void namesWhatIsWrongInJson()
    {
        QFETCH(const JsonChange, change);
        QFETCH(const QString, where);
        QJsonObject object = good().toJson();
        change(object);
        const auto experiment = Experiment::fromJson(object);
        QVERIFY(!experiment);
        QCOMPARE(experiment.error().size(), 1);
        QCOMPARE(experiment.error().first().where, where);
    }

    void namesTheFileItCannotRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("cut off") << QByteArray("{\n\"id\": \"x\",\n") << u"line 3"_s;
        QTest::newRow("a list") << QByteArray("[]") << u"a list"_s;
        QTest::newRow("a wrong field")
            << QByteArray(R"({"id":"x","base":{},"workloads":[],"variants":[],"a":1})") << u"\"a\""_s;
    }

    void namesTheFileItCannotRead()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, reason);
        QFile file(m_folder.filePath(u"experiment.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto experiment = readExperimentFile(file.fileName());
        QVERIFY(!experiment);
        const QString message = experiment.error().first().message;
        QVERIFY2(message.contains(u"experiment.json"_s) && message.contains(reason), qPrintable(message));
    }

    void namesAFileThatIsNotThere()
    {
        const auto experiment = readExperimentFile(m_folder.filePath(u"nowhere.json"_s));
        QVERIFY(!experiment);
        QVERIFY(experiment.error().first().message.contains(u"nowhere.json"_s));
    }

    void findsNothingWrongWithAGoodOne() { QCOMPARE(validate(good()), QList<base::Error>{}); }

    void findsWhatKeepsItFromRunning_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("where");
        QTest::newRow("no variant") << Change([](Experiment &e) { e.variants.clear(); }) << u"variants"_s;
        QTest::newRow("no workload") << Change([](Experiment &e) { e.workloads.clear(); }) << u"workloads"_s;
        QTest::newRow("a variant without an id")
            << Change([](Experiment &e) { e.variants[1].id.clear(); }) << u"variants[1].id"_s;
        QTest::newRow("an id twice") << Change([](Experiment &e) { e.variants[1].id = e.variants[0].id; })
                                     << u"variants[1].id"_s;
        QTest::newRow("no round") << Change([](Experiment &e) { e.rounds = 0; }) << u"rounds"_s;
        QTest::newRow("no time to measure")
            << Change([](Experiment &e) { e.plan.duration = 0ms; }) << u"plan.durationMilliseconds"_s;
        QTest::newRow("no end of warming up")
            << Change([](Experiment &e) { e.plan.warmUp = 24h; }) << u"plan.warmUpMilliseconds"_s;
        QTest::newRow("no time to settle by")
            << Change([](Experiment &e) { e.plan.settle = -1ms; }) << u"plan.settleMilliseconds"_s;
        QTest::newRow("no time for one answer")
            << Change([](Experiment &e) { e.plan.longest = 0ms; }) << u"plan.longestMilliseconds"_s;
        QTest::newRow("a freeze of half the measured part")
            << Change([](Experiment &e) { e.plan.freeze = e.plan.duration / 2; })
            << u"plan.freezeMilliseconds"_s;
        QTest::newRow("a line that carries next to nothing")
            << Change([](Experiment &e) { e.plan.readBytesPerSecond = 10; }) << u"plan.readBytesPerSecond"_s;
        QTest::newRow("a task without a count") << Change([](Experiment &e) {
            e.workloads[0].task = u"config-retained"_s;
            e.plan.requests.reset();
        }) << u"plan.requests"_s;
        QTest::newRow("a task for another server") << Change([](Experiment &e) {
            e.workloads[0].task = u"config-retained"_s;
            e.variants[1].contender = Contender();
        }) << u"variants[1].contender"_s;
        QTest::newRow("an unknown setting")
            << Change([](Experiment &e) { e.variants[1].patch["x"_L1] = 1; }) << u"variants[1].patch.x"_s;
        QTest::newRow("a quality that Brotli does not have") << Change([](Experiment &e) {
            e.variants[0].patch["compression"_L1] = QJsonObject{{u"brotliQuality"_s, 12}};
        }) << u"variants[0].patch.compression.brotliQuality"_s;
        QTest::newRow("a path without its slash")
            << Change([](Experiment &e) { e.workloads[0].path = u"a"_s; }) << u"workloads[0].path"_s;
        QTest::newRow("no connection")
            << Change([](Experiment &e) { e.plan.connections = 0; }) << u"plan.connections"_s;
    }

    void findsWhatKeepsItFromRunning()
    {
        QFETCH(const Change, change);
        QFETCH(const QString, where);
        Experiment experiment = good();
        change(experiment);
        const QList<base::Error> problems = validate(experiment);
        QVERIFY(!problems.isEmpty());
        QCOMPARE(problems.first().where, where);
    }

    void measuresOnAFreePortOfThisMachineOnly()
    {
        Experiment experiment = good();
        experiment.base.host = u"0.0.0.0"_s;
        experiment.base.port = 80;
        experiment.base.log = u"access.log"_s;
        experiment.base.workers = 4;
        const auto config = measuredConfig(experiment, experiment.variants[0], 2);
        QVERIFY(config.has_value());
        QCOMPARE(config->host, u"127.0.0.1"_s);
        QCOMPARE(config->port, 0);
        QCOMPARE(config->log, QString());
        QCOMPARE(config->workers, 2);
        QCOMPARE(config->compression.brotliQuality, 1);
        QCOMPARE(config->techniques.codedVariants, site::CodedVariantsTechnique::EachRequest);
    }

    void letsAVariantChooseItsWorkers()
    {
        Experiment experiment = good();
        experiment.variants[0].patch["workers"_L1] = 3;
        QCOMPARE(measuredConfig(experiment, experiment.variants[0], 1)->workers, 3);
    }

    void letsAVariantReplaceFields()
    {
        Workload workload;
        workload.fields = {{"accept-encoding", "br"}, {"Host", "a.test"}};
        Variant variant;
        variant.fields = {{"Accept-Encoding", "gzip"}};
        const QList<load::RequestField> expected{{"Host", "a.test"}, {"Accept-Encoding", "gzip"}};
        QCOMPARE(requestFields(workload, variant), expected);
    }

    void asksForTheSiteByItsName()
    {
        site::SiteConfig base;
        base.domain = u"blog.test"_s;
        const Experiment experiment = brotliExperiment(base, u"/a"_s, {});
        QVERIFY(experiment.workloads.first().fields.contains(load::RequestField{"Host", "blog.test"}));
    }

    void comparesTheChosenBrotliQualities()
    {
        const Experiment experiment
            = brotliExperiment({}, u"/a"_s, {.qualities = {0, 11}, .eachRequest = false});
        QCOMPARE(experiment.variants.size(), 2);
        QCOMPARE(experiment.variants[0].label, u"Brotli 0, cached"_s);
        QCOMPARE(experiment.variants[1].label, u"Brotli 11, cached"_s);
    }

    void hasBuiltInExperimentsThatCanRun_data()
    {
        QTest::addColumn<qsizetype>("number");
        const QList<Experiment> all = catalogue();
        for (qsizetype i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].id)) << i;
    }

    void hasBuiltInExperimentsThatCanRun()
    {
        QFETCH(const qsizetype, number);
        const Experiment experiment = catalogue()[number];
        QCOMPARE(validate(experiment), QList<base::Error>{});
        QVERIFY(!experiment.title.isEmpty());
        QVERIFY(!experiment.workloads.first().lesson.isEmpty());
        QVERIFY(estimatedDuration(experiment) < 10min);
        QVERIFY(catalogueGroups().contains(experiment.group));
    }

    void leavesOutWhatTheMeasuredProgramHasNoHookFor()
    {
        for (const Experiment &experiment : catalogue())
            QVERIFY(experiment.workloads.first().hook.isEmpty());
        const QList<Experiment> some = catalogue({{}, {u"simple"_s, u"repeated-query"_s}});
        QCOMPARE(some.size(), catalogue().size() + 2);
        const QSet<QString> ids = [&some] {
            QSet<QString> all;
            for (const Experiment &experiment : some)
                all.insert(experiment.id);
            return all;
        }();
        QCOMPARE(ids.size(), some.size());
        for (const Experiment &experiment : hookExperiments())
            QCOMPARE(validate(experiment), QList<base::Error>{});
    }

    void estimatesItsDuration()
    {
        Experiment experiment = good(); // 4 variants, 3 rounds
        experiment.plan.warmUp = 100ms;
        experiment.plan.duration = 1s;
        experiment.plan.settle = 0ms;
        QVERIFY(estimatedDuration(experiment) >= 24 * 1100ms);
        QVERIFY(estimatedDuration(experiment) <= 24 * 2s);
    }
};

QTEST_GUILESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
