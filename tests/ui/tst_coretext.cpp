// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/coretext.h"

#include "core/lab/catalogue.h"
#include "core/lab/fitness.h"
#include "core/lab/metric.h"
#include "core/subject/workloadhooks.h"
#include "tests/ui/inlanguage.h"

#include <QRegularExpression>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::InLanguage;

class TestCoreText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsOfCoreAreKnown_data()
    {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        const auto row = [](const char *english, const char *german) {
            QTest::newRow(english) << QString::fromUtf8(english) << QString::fromUtf8(german);
        };
        row("18 % slower; outside noise in 9 of 9 rounds",
            "18 % langsamer; außerhalb des Rauschens in 9 von 9 Runden");
        row("3.42 times: more CPU per request; outside noise in 3 of 3 rounds",
            "Faktor 3,42: mehr CPU je Anfrage; außerhalb des Rauschens in 3 von 3 Runden");
        row("no difference beyond noise (±1.3 %)", "kein Unterschied jenseits des Rauschens (±1,3 %)");
        row("no difference beyond noise (±1.3 %) (CPU per request: the load generator was the limit)",
            "kein Unterschied jenseits des Rauschens (±1,3 %) (CPU je Anfrage: Der Lastgenerator war die "
            "Grenze)");
        row("Measured on Chip 7, 8 cores, 32.0 GiB, Debian 12, linux 6.1, governor performance; server on "
            "cores 0, "
            "1, load on core 2; Servelab 1.0 (Release), Qt 6.4.2, GCC 14.2.",
            "Gemessen auf Chip 7, 8 Kerne, 32,0 GiB, Debian 12, linux 6.1, Frequenzregler performance; "
            "Server auf "
            "den Kernen 0, 1, Last auf Kern 2; Servelab 1.0 (Release), Qt 6.4.2, GCC 14.2.");
        row("Brotli 4, cached", "Brotli 4, im Cache");
        row("113,392 req/s, 8.81 µs CPU a request", "113\u202f392 req/s, 8,81 µs CPU je Anfrage");
        row("11,816.5 to 5,786.0 bytes each", "je 11\u202f816,5 bis 5\u202f786,0 Bytes");
        row("Port 8080 is already used by process 42 (node).",
            "Port 8080 wird schon von Prozess 42 (node) benutzt.");
        row("a text that nobody put here", "a text that nobody put here");
        row("50 %1 and %2", "50 %1 and %2");
    }

    void wordsOfCoreAreKnown()
    {
        QFETCH(QString, english);
        QFETCH(QString, german);
        static const QRegularExpression thousands(u"(\\d),(\\d{3})"_s);
        QCOMPARE(coreText(english), QString(english).replace(thousands, u"\\1\u202f\\2"_s));
        const InLanguage language(u"de"_s);
        QCOMPARE(coreText(english), german);
    }

    void aWrongValueIsTold()
    {
        const base::Error error{u"compression.brotliQuality is 99."_s, u"Give a whole number from 0 to 11."_s,
            u"variants[1].patch.compression.brotliQuality"_s};
        QCOMPARE(coreText(error), error);
        const InLanguage german(u"de"_s);
        QCOMPARE(coreText(error).message, u"compression.brotliQuality ist 99."_s);
        QCOMPARE(coreText(error).remedy, u"Eine ganze Zahl von 0 bis 11 angeben."_s);
        const base::Error other{u"Something is wrong."_s, {}, u"port"_s};
        QCOMPARE(coreText(other), other);
    }

    void theCatalogueIsKnown()
    {
        const InLanguage german(u"de"_s);
        const QList<lab::Experiment> entries = lab::catalogue({{}, subject::workloadHookNames()});
        QVERIFY(!entries.isEmpty());
        for (const lab::Experiment &entry : entries) {
            isKnown(entry.title);
            isKnown(entry.published);
            for (const lab::Workload &workload : entry.workloads) {
                isKnown(workload.title);
                isKnown(workload.lesson);
            }
            for (const lab::Variant &variant : entry.variants) {
                if (!isName(variant.label))
                    isKnown(variant.label);
            }
            if (QTest::currentTestFailed())
                return;
        }
    }

    void theFitnessOfTheMachineIsKnown()
    {
        const InLanguage german(u"de"_s);
        lab::Environment environment;
        environment.machine.cores = 1;
        environment.machine.onBattery = true;
        environment.machine.governor = u"powersave"_s;
        environment.machine.loadAverage = 9;
        environment.buildType = u"Debug"_s;
        QList<lab::FitnessReason> reasons = lab::fitnessOf(environment).reasons;
        environment.busyShare = 0.12;
        reasons += lab::fitnessOf(environment).reasons;
        QVERIFY(reasons.size() >= 10);
        for (const lab::FitnessReason &reason : reasons) {
            isKnown(reason.text);
            isKnown(reason.remedy);
        }
    }

    void theWordsOfMetricsAreKnown()
    {
        const InLanguage german(u"de"_s);
        for (const lab::Metric &metric : lab::metrics()) {
            isKnown(metric.more.toString());
            isKnown(metric.less.toString());
        }
    }

private:
    /// "fieldLookup: inPlace" and "Servelab" are names in every language.
    static bool isName(const QString &label)
    {
        static const QRegularExpression technique(u"^[a-z]+[A-Z][A-Za-z]*: "_s);
        return label == u"Servelab" || technique.match(label).hasMatch();
    }

    static void isKnown(const QString &english)
    {
        QVERIFY2(english.isEmpty() || coreText(english) != english, qPrintable(english));
    }
};

QTEST_MAIN(TestCoreText)
#include "tst_coretext.moc"
