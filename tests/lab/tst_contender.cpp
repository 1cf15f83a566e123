// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"
#include "core/lab/contender.h"
#include "core/lab/fixture.h"
#include "core/lab/sweep.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;

/// Values that experiments are made of: other servers, files to serve, settings to sweep.
class TestContender : public QObject
{
    Q_OBJECT

private:
    QString write(const QByteArray &text) const
    {
        QFile file(m_folder.filePath(u"contenders.json"_s));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void readsAFile()
    {
        const auto read = readContenders(write(R"({"version": 1, "comment": "x", "contenders": [
            {"name": "a", "title": "A", "program": ["/nowhere/a", "sh"], "command": ["{program}", "-p", "{port}"],
             "template": ["root {root};", "?many workers {workers};", "!many single;", "events { x; }"],
             "environment": {"HOME": "{folder}"}, "suffix": ".ini", "stop": "SIGINT", "get": "apt-get install a",
             "withoutLog": true}]})"));
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().first().toString()));
        const Contender contender = read->first();
        QCOMPARE(contender.title, u"A"_s);
        QCOMPARE(contender.suffix, u".ini"_s);
        QCOMPARE(contender.stop, u"SIGINT"_s);
        const Places places{{u"root"_s, u"/srv"_s}, {u"workers"_s, u"2"_s}};
        QCOMPARE(configurationText(contender, places, {}), "root /srv;\nsingle;\nevents { x; }\n");
        QCOMPARE(
            configurationText(contender, places, {u"many"_s}), "root /srv;\nworkers 2;\nevents { x; }\n");
        QVERIFY(findProgram(contender, {}).value().endsWith("/sh"_L1));
    }

    void writesAConfigurationThatIsAnObject()
    {
        Contender contender;
        contender.json = {{u"port"_s, u"{port}"_s}, {u"root"_s, u"{root}"_s}, {u"tag"_s, u"7"_s}};
        const QByteArray text
            = configurationText(contender, {{u"port"_s, u"8080"_s}, {u"root"_s, u"/srv"_s}}, {});
        QVERIFY(text.contains("\"port\": 8080"));
        QVERIFY(text.contains("\"root\": \"/srv\""));
        QVERIFY(text.contains("\"tag\": \"7\""));
    }

    void tellsHowToGetWhatIsNotThere()
    {
        Contender contender;
        contender.title = u"Nothing"_s;
        contender.program = {u"/nowhere/nothing"_s, u"no-such-program-anywhere"_s, u"{cache}/nothing"_s};
        contender.obtain = u"apt-get install nothing"_s;
        const auto found = findProgram(contender, {});
        QVERIFY(!found);
        QCOMPARE(
            found.error().toString(), u"Nothing is not installed. To get it: apt-get install nothing."_s);
    }

    void refusesAFile_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("cut off") << QByteArray("{\"version\": 1,") << u"JSON is broken"_s;
        QTest::newRow("of a later version")
            << QByteArray(R"({"version": 2, "contenders": []})") << u"version is 2"_s;
        QTest::newRow("without a command")
            << QByteArray(R"({"version": 1, "contenders": [{"name": "a", "program": ["a"]}]})")
            << u"contenders[0].command is missing"_s;
        QTest::newRow("with a text for a list")
            << QByteArray(R"({"version": 1, "contenders": [{"name": "a", "program": "a", "command": []}]})")
            << u"contenders[0].program"_s;
    }

    void refusesAFile()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, reason);
        const auto read = readContenders(write(text));
        QVERIFY(!read);
        const QString message = read.error().first().message;
        QVERIFY2(message.contains(reason) && message.contains(u"contenders.json"_s), qPrintable(message));
    }

    void makesTheSameFilesEverywhere()
    {
        const FixtureFile text{u"a.txt"_s, FixtureContent::Text, 40};
        QCOMPARE(fixtureBytes(text), fixtureBytes(text));
        QCOMPARE(fixtureBytes(text).size(), 40);
        QVERIFY(fixtureBytes(text) != fixtureBytes({u"b.txt"_s, FixtureContent::Text, 40}));
        const auto squeezed = [](FixtureContent content) {
            const QByteArray bytes = fixtureBytes({u"a"_s, content, 100'000});
            return bytes.size() == 100'000 ? qCompress(bytes).size() : -1;
        };
        QVERIFY(squeezed(FixtureContent::Noise) > 99'000);
        QVERIFY(squeezed(FixtureContent::Records) > 0 && squeezed(FixtureContent::Records) < 30'000);
        QVERIFY(squeezed(FixtureContent::Page) > 0 && squeezed(FixtureContent::Page) < 50'000);
        for (const qint64 size : {0, 1, 30, 5000})
            QCOMPARE(fixtureBytes({u"p"_s, FixtureContent::Page, size}).size(), size);
    }

    void keepsFilesInTheirFolder_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("above") << u"../x"_s;
        QTest::newRow("above by a detour") << u"a/../../x"_s;
        QTest::newRow("absolute") << u"/etc/x"_s;
        QTest::newRow("nothing") << QString();
        QTest::newRow("the folder itself") << u"a/.."_s;
    }

    void keepsFilesInTheirFolder()
    {
        QFETCH(const QString, path);
        const auto made = makeFixture({{path, FixtureContent::Text, 1}}, m_folder.path());
        QVERIFY(!made);
        QCOMPARE(made.error().where, u"fixture[0].path"_s);
    }

    void refusesAFileTooLarge()
    {
        QVERIFY(!validateFixture({{u"a"_s, FixtureContent::Text, largestFixtureFile + 1}}).isEmpty());
        QVERIFY(!validateFixture({{u"a"_s, FixtureContent::Text, -1}}).isEmpty());
    }

    void readsSettingsToSweep_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<QJsonValue>>("values"); // none: refused
        QTest::newRow("a range") << u"a.b=0..3"_s << QList<QJsonValue>{0, 1, 2, 3};
        QTest::newRow("steps") << u"a=0..10..4"_s << QList<QJsonValue>{0, 4, 8};
        QTest::newRow("names") << u"a=on,off"_s << QList<QJsonValue>{u"on"_s, u"off"_s};
        QTest::newRow("truth") << u"a=true,false"_s << QList<QJsonValue>{true, false};
        QTest::newRow("numbers") << u"a=1,2.5"_s << QList<QJsonValue>{1, 2.5};
        QTest::newRow("one") << u"a=7"_s << QList<QJsonValue>{7};
        QTest::newRow("nothing") << u"a="_s << QList<QJsonValue>{};
        QTest::newRow("no setting") << u"=1"_s << QList<QJsonValue>{};
        QTest::newRow("no values") << u"a"_s << QList<QJsonValue>{};
        QTest::newRow("backwards") << u"a=3..1"_s << QList<QJsonValue>{};
        QTest::newRow("no step") << u"a=1..3..0"_s << QList<QJsonValue>{};
        QTest::newRow("far too many digits") << u"a=1..99999999999999999999"_s << QList<QJsonValue>{};
    }

    void readsSettingsToSweep()
    {
        QFETCH(const QString, text);
        QFETCH(const QList<QJsonValue>, values);
        const auto read = readSweptSetting(text);
        QCOMPARE(read.has_value(), !values.isEmpty());
        if (read)
            QCOMPARE(read->values, values);
    }

    void sweepsTwoSettings()
    {
        const Experiment base = catalogue().last();
        const auto swept = sweepOf(base,
            {readSweptSetting(u"compression.brotliQuality=1,4"_s).value(),
                readSweptSetting(u"techniques.staticCache=on,off"_s).value()});
        QVERIFY2(swept.has_value(), swept ? "" : qPrintable(swept.error().first().toString()));
        QCOMPARE(swept->variants.size(), 4);
        QCOMPARE(swept->variants[1].id, u"brotliQuality=1,staticCache=off"_s);
        QVERIFY(swept->base.compression.enabled);
        const QJsonObject expected{{u"compression"_s, QJsonObject{{u"brotliQuality"_s, 4}}},
            {u"techniques"_s, QJsonObject{{u"staticCache"_s, u"on"_s}}}};
        QCOMPARE(swept->variants[2].patch, expected);
    }

    void refusesASweep_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("of nothing") << QStringList{};
        QTest::newRow("of three") << QStringList{u"workers=1"_s, u"workers=2"_s, u"workers=3"_s};
        QTest::newRow("of an unknown setting") << QStringList{u"wrkers=1,2"_s};
        QTest::newRow("beyond a limit") << QStringList{u"compression.brotliQuality=10..13"_s};
        QTest::newRow("of too many") << QStringList{u"cache.budgetBytes=0..1000000"_s};
    }

    void refusesASweep()
    {
        QFETCH(const QStringList, settings);
        QList<SweptSetting> read;
        for (const QString &setting : settings)
            read.append(readSweptSetting(setting).value());
        QVERIFY(!sweepOf(catalogue().first(), read));
    }
};

QTEST_GUILESS_MAIN(TestContender)
#include "tst_contender.moc"
