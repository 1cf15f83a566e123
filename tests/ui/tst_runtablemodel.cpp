// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runtablemodel.h"

#include "tests/ui/sampledata.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestRunTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_document = testing::sampleResult();
        m_model = std::make_unique<RunTableModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
        m_model->begin(m_document.experiment);
    }

    void cleanup() { m_tester.reset(); }

    void hasARowForEachVariantFromTheBeginning()
    {
        QCOMPARE(m_model->rowCount(), 6);
        QCOMPARE(text(0, RunTableModel::Variant), u"Brotli 1, each request"_s);
        QCOMPARE(text(0, RunTableModel::Samples), u"0 of 6"_s);
        QCOMPARE(text(0, RunTableModel::RequestRate), u"–"_s);
        QCOMPARE(text(0, RunTableModel::Now), QString());
    }

    void growsWithTheSamples()
    {
        QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
        for (const lab::Sample &sample : m_document.samples)
            m_model->addSample(sample);
        QCOMPARE(reset.size(), 0); // rows keep their place
        QCOMPARE(text(0, RunTableModel::Samples), u"6 of 6"_s);
        QCOMPARE(text(0, RunTableModel::RequestRate), u"92.3"_s);
        QCOMPARE(m_model->ratesOf(0).size(), std::size_t(6));
        QVERIFY(m_model->headerData(RunTableModel::P99, Qt::Horizontal).toString().contains(u"ms"_s));
        QCOMPARE(text(0, RunTableModel::P99), u"18.4"_s);
    }

    void countsFailedSamplesApart()
    {
        lab::Sample failed = m_document.samples.first();
        failed.failure = base::Error{u"No answer."_s, {}, {}};
        m_model->addSample(failed);
        QCOMPARE(text(0, RunTableModel::Samples), u"1 of 6, 1 failed"_s);
        QCOMPARE(text(0, RunTableModel::RequestRate), u"–"_s);
        lab::Sample unknown = m_document.samples.first();
        unknown.variant = u"no such variant"_s;
        m_model->addSample(unknown); // belongs to nothing that is shown
    }

    void saysWhatIsMeasuredNow()
    {
        lab::ExperimentProgress progress;
        progress.workloadNumber = 0;
        progress.variantNumber = 2;
        progress.phase = u"settling"_s;
        m_model->setProgress(progress);
        QCOMPARE(text(2, RunTableModel::Now), u"letting memory settle"_s);
        QVERIFY(m_model->index(2, 0).data(RunTableModel::IsMeasuredRole).toBool());
        progress.phase = u"measuring"_s;
        progress.load = load::LoadProgress();
        progress.load->requestsPerSecond = 12'480;
        progress.load->p99Microseconds = 1'840;
        m_model->setProgress(progress);
        const QString now = text(2, RunTableModel::Now);
        QVERIFY2(now.startsWith(u"measuring"_s) && now.contains(u"1.84"_s), qPrintable(now));
        m_model->setProgress({});
        QCOMPARE(text(2, RunTableModel::Now), QString());
    }

    void namesTheWorkloadWhereThereAreSeveral()
    {
        lab::Workload other = m_document.experiment.workloads.first();
        other.id = u"other"_s;
        other.title = u"Another file"_s;
        m_document.experiment.workloads.append(other);
        m_model->begin(m_document.experiment);
        QCOMPARE(m_model->rowCount(), 12);
        QVERIFY(text(6, RunTableModel::Variant).startsWith(u"Another file · "_s));
        QCOMPARE(m_model->seriesOf(6), 0); // a variant keeps its colour
    }

private:
    QString text(int row, int column) const { return m_model->index(row, column).data().toString(); }

    lab::ResultDocument m_document;
    std::unique_ptr<RunTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_GUILESS_MAIN(TestRunTableModel)
#include "tst_runtablemodel.moc"
