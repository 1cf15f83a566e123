// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/report.h"
#include "core/lab/resultset.h"
#include "core/lab/runcomparison.h"

#include "tests/lab/samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace servelab;
using namespace servelab::lab;
using namespace Qt::StringLiterals;

namespace {

ResultDocument tricky()
{
    ResultDocument document = makePairedDocument(5, 100'000, 82'000);
    document.experiment.variants[1].label = u"<b>a|b</b> \"quoted\", & 100 %1"_s;
    return document;
}

ResultDocument ofGroup(const QString &id, const QString &group)
{
    ResultDocument document = makePairedDocument(5, 100'000, 82'000);
    document.experiment.id = id;
    document.experiment.group = group;
    return document;
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAPageThatIsWellFormedAndWhole()
    {
        const QString page = toHtml(reportOf(tricky()));
        QString xml = page;
        xml.remove(u"<!DOCTYPE html>\n"_s);
        xml.replace(u"<meta charset=\"utf-8\">"_s, u"<meta charset=\"utf-8\"/>"_s);
        xml.replace(u"content=\"width=device-width\">"_s, u"content=\"width=device-width\"/>"_s);
        QXmlStreamReader reader(xml);
        int figures = 0;
        int drawings = 0;
        int tables = 0;
        QStringList texts;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement) {
                figures += reader.name() == "figure"_L1;
                drawings += reader.name() == "svg"_L1;
                tables += reader.name() == "table"_L1;
            } else if (reader.isCharacters()) {
                texts.append(reader.text().toString());
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(figures >= 3);
        QCOMPARE(drawings, figures);
        QCOMPARE(tables, figures + 1); // each chart has its own beside the main one
        QVERIFY(texts.contains(u"<b>a|b</b> \"quoted\", & 100 %1"_s));
        QVERIFY(page.contains("prefers-color-scheme: dark"_L1));
        for (const auto outside : {"http://"_L1, "https://"_L1, "src="_L1, "<script"_L1, "url("_L1})
            QVERIFY2(!page.contains(outside), outside.data());
    }

    void showsAFigureOfSomeExperimentsWhereItIsTold()
    {
        ResultDocument document = tricky();
        QVERIFY(!toText(reportOf(document)).contains("each kept"_L1));
        QVERIFY(!toText(reportOf(document)).contains("p99 uncorrected"_L1));
        for (Sample &sample : document.samples) {
            sample.kept = 100;
            sample.memoryRetained.privateDirtyBytes = sample.memoryAtStart.privateDirtyBytes + 204'800;
            sample.load.uncorrectedMicroseconds.record(300, 10);
        }
        QCOMPARE(document.samples.first().bytesOfEachKept(), 2048.0);
        const QString text = toText(reportOf(document));
        QVERIFY2(text.contains("each kept KiB"_L1) && text.contains("2.00"_L1), qPrintable(text));
        QVERIFY2(text.contains(u"p99 uncorrected µs"_s), qPrintable(text));
    }

    void leavesOutWhatATaskDoesNotHave()
    {
        ResultDocument document = ofGroup(u"config-construct"_s, u"N"_s);
        document.experiment.workloads.first().task = u"config-construct"_s;
        for (Sample &sample : document.samples) {
            sample.load.latencyMicroseconds = {};
            sample.load.bytesReceived = 0;
        }
        const QString text = toText(reportOf(document));
        for (const auto column : {"p50"_L1, "p99"_L1, "bytes/answer"_L1, "GET"_L1})
            QVERIFY2(!text.contains(column), qPrintable(text));
        QVERIFY2(!toText(reportOf({document, document})).contains("failed"_L1),
            qPrintable(toText(reportOf({document, document}))));
    }

    void escapesMarkdown()
    {
        const QString text = toMarkdown(reportOf(tricky()));
        QVERIFY2(text.contains(u"&lt;b>a\\|b&lt;/b> \"quoted\", & 100 %1"_s), qPrintable(text));
        QVERIFY(text.startsWith("# Test of two\n"_L1));
        const QStringList lines = text.split(u'\n');
        for (const QString &line : lines) {
            if (line.startsWith("| "_L1))
                QCOMPARE(line.count(u" | "_s), lines.filter(u"| Variant"_s).first().count(u" | "_s));
        }
    }

    void writesEverySampleAsCsv()
    {
        ResultDocument document = tricky();
        document.samples[3].failure = base::Error{u"It said \"no\", twice."_s, {}, {}};
        const QStringList lines = toCsv({document, document}).split(u"\r\n"_s, Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 2 * 20);
        QVERIFY(lines[0].startsWith("experiment,workload,variant,round,copy,position,requestsPerSecond,"_L1));
        QVERIFY(lines[1].startsWith("test,page,a,0,0,0,100000,"_L1));
        QVERIFY2(lines[4].endsWith(",\"It said \"\"no\"\", twice.\""_L1), qPrintable(lines[4]));
        QCOMPARE(lines[1].count(u','), lines[0].count(u','));
    }

    void makesATableForEachGroup()
    {
        ResultDocument alone = ofGroup(u"three"_s, u"U"_s);
        alone.experiment.variants.removeLast();
        alone.samples.removeIf([](const Sample &sample) { return sample.variant == u"b"_s; });
        const Report report = reportOf({ofGroup(u"one"_s, u"N"_s), ofGroup(u"two"_s, u"N"_s), alone});
        QCOMPARE(report.sections.size(), 2);
        QCOMPARE(report.sections[0].rows.size(), 2);
        QCOMPARE(report.sections[0].rows[0].first(), u"one"_s);
        QCOMPARE(report.sections[0].rows[0].last(), u"18 % slower; outside noise in 5 of 5 rounds"_s);
        QVERIFY(report.sections[0].notes.last().startsWith("Of 2 comparisons"_L1));
        QCOMPARE(report.sections[1].rows.size(), 1);
        QCOMPARE(report.sections[1].rows[0].last(), u"measured alone"_s);
        for (const ReportSection &section : report.sections) {
            for (const QStringList &row : section.rows)
                QCOMPARE(row.size(), section.columns.size());
        }
    }

    void keepsSeveralResultsInAFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"results.json"_s);
        QVERIFY(saveResults({ofGroup(u"one"_s, u"N"_s), ofGroup(u"two"_s, u"N"_s)}, path));
        const auto read = loadResults(path);
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().toString()));
        QCOMPARE(read->size(), 2);
        QCOMPARE(read->at(1).toJson(), ofGroup(u"two"_s, u"N"_s).toJson());
        QVERIFY(saveResults({ofGroup(u"one"_s, u"N"_s)}, path)); // one is a document
        QVERIFY(ResultDocument::load(path).has_value());
        QCOMPARE(loadResults(path)->size(), 1);
    }

    void findsWhatGotWorseBetweenRuns()
    {
        const RunComparison worse = compareRuns(
            {makePairedDocument(5, 100'000, 100'000)}, {makePairedDocument(5, 100'000, 90'000)});
        double highest = 0;
        int rates = 0;
        for (const RunDifference &difference : worse.differences) {
            if (difference.verdict.metric->key != "requestsPerSecond"_L1)
                continue;
            ++rates;
            const bool changed = difference.verdict.variant == u"b"_s;
            QCOMPARE(difference.verdict.kind, changed ? Verdict::Kind::Worse : Verdict::Kind::NoDifference);
            highest = std::max(highest, difference.regression());
        }
        QCOMPARE(rates, 2);
        QVERIFY(std::abs(highest - 0.1) < 1e-6);
        const RunComparison better = compareRuns(
            {makePairedDocument(5, 100'000, 90'000)}, {makePairedDocument(5, 100'000, 100'000)});
        for (const RunDifference &difference : better.differences)
            QCOMPARE(difference.regression(), 0.0);
        QVERIFY(toText(reportOf(worse)).contains("10 % slower; outside noise in 5 of 5 rounds"_L1));
    }

    void takesNoiseBetweenRunsForNoise()
    {
        const RunComparison noisy = compareRuns(
            {makePairedDocument(5, 100'000, 100'000, 0.08)}, {makePairedDocument(5, 97'000, 97'000, 0.08)});
        for (const RunDifference &difference : noisy.differences)
            QCOMPARE(difference.regression(), 0.0);
    }

    void tellsWhatRunsDoNotShare()
    {
        ResultDocument other = makePairedDocument(5, 100'000, 90'000);
        other.environment.machine.processor = u"Slide rule"_s;
        other.samples.removeIf([](const Sample &sample) { return sample.variant == u"b"_s; });
        const RunComparison comparison
            = compareRuns({makePairedDocument(5, 100'000, 90'000), ofGroup(u"gone"_s, u"N"_s)}, {other});
        const QString cautions = comparison.cautions.join(u'\n');
        for (const auto part : {"the processor was Abacus before and is Slide rule after"_L1,
                 "test, page, b was not measured in both"_L1, "gone was only measured before"_L1})
            QVERIFY2(cautions.contains(part), qPrintable(cautions));
    }

    void judgesNothingAgainstARunWithoutPairs()
    {
        ResultDocument old = makePairedDocument(5, 100'000, 100'000);
        old.experiment.runsPerRound = 1;
        const RunComparison comparison = compareRuns({old}, {makePairedDocument(5, 100, 100)});
        for (const RunDifference &difference : comparison.differences)
            QCOMPARE(difference.verdict.kind, Verdict::Kind::Withheld);
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
