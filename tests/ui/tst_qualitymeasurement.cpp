// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/qualitymeasurement.h"

#include "tests/ui/sampledata.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestQualityMeasurement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_file = testing::writeSite(m_folder.path(), u"blog"_s) + u"/data/words.txt"_s; }

    void measuresEveryQuality()
    {
        QualityMeasurement measurement;
        measurement.measure(m_file);
        QVERIFY(measurement.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!measurement.isRunning(), 60'000);
        const auto &costs = measurement.costs();
        QCOMPARE(costs.size(), QualityMeasurement::qualities);
        for (int quality = 0; quality < QualityMeasurement::qualities; ++quality) {
            QCOMPARE(costs[quality].quality, quality);
            QVERIFY(costs[quality].bytes > 0 && costs[quality].bytes < measurement.fileBytes());
            QVERIFY(costs[quality].cpuTime.count() > 0);
        }
        QVERIFY(costs[11].bytes < costs[1].bytes);
    }

    void remembersUntilTheFileChanges()
    {
        QualityMeasurement measurement;
        measurement.measure(m_file);
        QTRY_VERIFY_WITH_TIMEOUT(!measurement.isRunning(), 60'000);
        const auto known = measurement.costs();
        measurement.measure(m_file);
        QVERIFY(measurement.costs().isEmpty());
        QTRY_VERIFY(!measurement.isRunning());
        // A second measurement would have taken other times.
        for (int quality = 0; quality < QualityMeasurement::qualities; ++quality)
            QCOMPARE(measurement.costs()[quality].cpuTime, known[quality].cpuTime);
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::Append));
        file.write("more\n");
        file.close();
        measurement.measure(m_file);
        QTRY_VERIFY_WITH_TIMEOUT(!measurement.isRunning(), 60'000);
        QVERIFY(measurement.costs()[4].bytes != known[4].bytes
            || measurement.costs()[11].cpuTime != known[11].cpuTime);
    }

    void saysWhatCannotBeRead()
    {
        QualityMeasurement measurement;
        QSignalSpy failed(&measurement, &QualityMeasurement::failed);
        measurement.measure(m_folder.filePath(u"gone"_s));
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!measurement.isRunning());
    }

    void tellsNothingAfterBeingCancelled()
    {
        QualityMeasurement measurement;
        measurement.measure(m_file);
        measurement.cancel();
        QSignalSpy changed(&measurement, &QualityMeasurement::changed);
        measurement.measure(m_folder.filePath(u"gone"_s));
        QTRY_COMPARE(changed.size(), 2); // begun, failed
        QVERIFY(measurement.costs().isEmpty());
    }

private:
    QTemporaryDir m_folder;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestQualityMeasurement)
#include "tst_qualitymeasurement.moc"
