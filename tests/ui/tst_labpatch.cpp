// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labpatch.h"

#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

/// How a variant differs, setting by setting and in words.
class TestLabPatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysDifferencesInWords_data()
    {
        QTest::addColumn<QJsonObject>("baseline");
        QTest::addColumn<QJsonObject>("patch");
        QTest::addColumn<QStringList>("words");
        const auto quality = [](int value) {
            return QJsonObject{{u"compression"_s, QJsonObject{{u"brotliQuality"_s, value}}}};
        };
        const QJsonObject none;
        QTest::newRow("nothing") << none << none << QStringList();
        QTest::newRow("a number") << none << quality(6) << QStringList{u"Brotli quality: 4 → 6"_s};
        QTest::newRow("from what the baseline sets")
            << quality(1) << quality(6) << QStringList{u"Brotli quality: 1 → 6"_s};
        QTest::newRow("what only the baseline sets")
            << quality(1) << none << QStringList{u"Brotli quality: 1 → 4"_s};
        QTest::newRow("a value that is the baseline's") << none << quality(4) << QStringList();
        QTest::newRow("a switch") << none << QJsonObject{{u"noCache"_s, false}}
                                  << QStringList{u"Browser cache: on → off"_s};
        QTest::newRow("a size") << none
                                << QJsonObject{{u"cache"_s, QJsonObject{{u"budgetBytes"_s, 1024 * 1024}}}}
                                << QStringList{u"Memory for files: 64 MiB → 1 MiB"_s};
        QTest::newRow("a technique by the name of its choice")
            << none << withSetting({}, u"techniques.staticCache"_s, u"off"_s)
            << QStringList{u"Files: read from disk for each request"_s};
        QTest::newRow("several, in the order of the settings")
            << none << withSetting(quality(5), u"workers"_s, 2)
            << QStringList{u"Worker threads: 0 → 2"_s, u"Brotli quality: 4 → 5"_s};
    }

    void saysDifferencesInWords()
    {
        QFETCH(QJsonObject, baseline);
        QFETCH(QJsonObject, patch);
        QTEST(differencesOf(experimentOf(baseline, patch), 1), "words");
    }

    void saysWhatAVariantDoesToTheLoad()
    {
        lab::Experiment experiment = experimentOf({}, {});
        lab::Variant &variant = experiment.variants[1];
        variant.connections = 50;
        variant.keepAlive = false;
        variant.pipeline = 4;
        variant.arrival = load::ConstantRate{500};
        variant.fields = {{"Accept-Encoding", "gzip"}};
        const QStringList words = differencesOf(experiment, 1);
        QCOMPARE(words.size(), 5);
        QCOMPARE(words.first(), u"Connections: 50"_s);
        QVERIFY(words.contains(u"Accept-Encoding: gzip"_s));
        QVERIFY(words.contains(u"Requests: 500 a second"_s));
    }

    void saysThatAVariantIsAnotherServer()
    {
        lab::Experiment experiment = experimentOf({}, {});
        experiment.variants[1].contender = lab::Contender();
        experiment.variants[1].contender->title = u"nginx"_s;
        QCOMPARE(differencesOf(experiment, 1), QStringList{u"Another server: nginx"_s});
    }

    void holdsTheBaselineAgainstTheBase()
    {
        const auto experiment = experimentOf({{u"workers"_s, 2}}, {});
        QCOMPARE(differencesOf(experiment, 0), QStringList{u"Worker threads: 0 → 2"_s});
        QCOMPARE(referenceConfig(experiment, 0).workers, 0);
        QCOMPARE(referenceConfig(experiment, 1).workers, 2);
    }

    void setsAndRemovesSettings()
    {
        QJsonObject patch = withSetting({}, u"compression.brotliQuality"_s, 7);
        patch = withSetting(patch, u"compression.enabled"_s, true);
        patch = withSetting(patch, u"workers"_s, 1);
        const QList<PatchedSetting> patched = patchedSettings(patch);
        QCOMPARE(patched.size(), 3);
        QCOMPARE(QString::fromLatin1(patched[0].setting->path), u"workers"_s);
        QCOMPARE(patchedConfig({}, patch).compression.brotliQuality, 7);
        patch = withoutSetting(patch, u"compression.brotliQuality"_s);
        patch = withoutSetting(patch, u"compression.enabled"_s);
        QCOMPARE(patch, (QJsonObject{{u"workers"_s, 1}})); // the empty group is gone
        QCOMPARE(withoutSetting(patch, u"cache.budgetBytes"_s), patch);
    }

    void takesWhatFitsOfAPatch()
    {
        site::SiteConfig config;
        config.workers = 3;
        QCOMPARE(patchedConfig(config, {{u"workers"_s, u"many"_s}}), config);
        QCOMPARE(patchedConfig(config, {{u"workers"_s, u"many"_s}, {u"noCache"_s, false}}).noCache, false);
    }

    void offersEverySettingThatReachesTheMeasuredServer()
    {
        QVERIFY(canDiffer(*findSetting(u"compression.gzipLevel"_s)));
        QVERIFY(canDiffer(*findSetting(u"https.enabled"_s)));
        QVERIFY(!canDiffer(*findSetting(u"port"_s)));
        QCOMPARE(findSetting(u"compression"_s), nullptr);
    }

private:
    static lab::Experiment experimentOf(const QJsonObject &baseline, const QJsonObject &patch)
    {
        lab::Experiment experiment;
        experiment.variants = {{.id = u"a"_s, .label = u"A"_s, .patch = baseline},
            {.id = u"b"_s, .label = u"B"_s, .patch = patch}};
        return experiment;
    }
};

QTEST_GUILESS_MAIN(TestLabPatch)
#include "tst_labpatch.moc"
