// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labsweep.h"

#include "ui/models/labdraft.h"
#include "ui/models/labpatch.h"

#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestLabSweep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosesValuesInTheWayThatSuits()
    {
        QCOMPARE(sweepInputOf(setting("compression.brotliQuality")), SweepInput::Chips);
        QCOMPARE(sweepInputOf(setting("compression.gzipLevel")), SweepInput::Chips);
        QCOMPARE(sweepInputOf(setting("compression.enabled")), SweepInput::Choices);
        QCOMPARE(sweepInputOf(setting("techniques.answerWrite")), SweepInput::Choices);
        QCOMPARE(sweepInputOf(setting("cache.budgetBytes")), SweepInput::Text);
        QCOMPARE(sweepInputOf(setting("workers")), SweepInput::Text);
        QCOMPARE(sweepChoices(setting("techniques.answerWrite")).size(), 3);
        QVERIFY(!canSweep(setting("root")));
        QVERIFY(!canSweep(setting("port")));
        QVERIFY(canSweep(setting("noCache")));
    }

    void readsValues_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<qint64>>("values"); ///< empty: not readable
        QTest::newRow("a list") << QByteArray("workers") << u"1, 2,4"_s << QList<qint64>{1, 2, 4};
        QTest::newRow("a range") << QByteArray("workers") << u"1..3"_s << QList<qint64>{1, 2, 3};
        QTest::newRow("a range with steps")
            << QByteArray("workers") << u"0 .. 8 .. 4"_s << QList<qint64>{0, 4, 8};
        QTest::newRow("sizes") << QByteArray("cache.budgetBytes") << u"0, 1 MiB"_s
                               << QList<qint64>{0, 1024 * 1024};
        QTest::newRow("durations") << QByteArray("timeouts.keepAlive") << u"1 s, 250 ms"_s
                                   << QList<qint64>{1000, 250};
        QTest::newRow("nothing") << QByteArray("workers") << QString() << QList<qint64>();
        QTest::newRow("a word") << QByteArray("workers") << u"1, many"_s << QList<qint64>();
        QTest::newRow("half a range") << QByteArray("workers") << u"1.."_s << QList<qint64>();
    }

    void readsValues()
    {
        QFETCH(QByteArray, path);
        QFETCH(QString, text);
        QFETCH(QList<qint64>, values);
        const auto swept = readSweep(setting(path), text);
        QCOMPARE(swept.has_value(), !values.isEmpty());
        if (!swept) {
            QVERIFY(!swept.error().message.isEmpty());
            return;
        }
        QList<qint64> found;
        for (const QJsonValue &value : swept->values)
            found.append(value.toInteger());
        QCOMPARE(found, values);
        QCOMPARE(swept->path, QString::fromLatin1(path));
    }

    void makesAVariantOfEachPair()
    {
        const lab::Experiment experiment = ofASite();
        const auto variants = variantsOfSweep(experiment,
            {{u"compression.brotliQuality"_s, {1, 9}},
                {u"techniques.codedVariants"_s, {u"cached"_s, u"eachRequest"_s}}});
        QVERIFY(variants);
        QCOMPARE(variants->size(), 4);
        QCOMPARE(variants->first().label, u"Brotli quality 1, made once and kept"_s);
        lab::Experiment swept = experiment;
        swept.variants = *variants;
        for (const lab::Variant &variant : *variants)
            QVERIFY(patchedConfig(experiment.base, variant.patch).compression.enabled);
        QVERIFY(lab::validate(swept).isEmpty());
        QCOMPARE(differencesOf(swept, 2), QStringList{u"Brotli quality: 1 → 9"_s});
    }

    void saysWhatIsWrong()
    {
        const auto variants = variantsOfSweep(ofASite(), {{u"compression.brotliQuality"_s, {1, 99}}});
        QVERIFY(!variants);
        QVERIFY(!variants.error().first().message.isEmpty());
    }

private:
    static const Setting &setting(const QByteArray &path) { return *findSetting(QString::fromLatin1(path)); }

    lab::Experiment ofASite()
    {
        site::SiteConfig config;
        config.root = m_folder.path();
        return siteChoice({LabOrigin::Kind::Site, u"1"_s}, config, u"index.html"_s).experiment;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestLabSweep)
#include "tst_labsweep.moc"
