// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/labentriesmodel.h"

#include "core/lab/catalogue.h"
#include "core/subject/workloadhooks.h"
#include "tests/ui/inlanguage.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestLabEntriesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<LabEntriesModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
        m_model->setSites({{u"7"_s, u"blog"_s, u"/home/me/blog"_s}});
        m_model->setCatalogue(lab::catalogue({{}, subject::workloadHookNames()}));
    }

    void cleanup() { m_tester.reset(); }

    void showsSitesFirstAndTheSampleSite()
    {
        QVERIFY(m_model->index(0, 0).data(LabEntriesModel::IsTitleRole).toBool());
        QVERIFY(!m_model->originAt(0));
        QVERIFY(!(m_model->index(0, 0).flags() & Qt::ItemIsSelectable));
        QCOMPARE(*m_model->originAt(1), (LabOrigin{LabOrigin::Kind::Site, u"7"_s}));
        QCOMPARE(m_model->originAt(2)->kind, LabOrigin::Kind::Sample);
    }

    void showsEveryEntryOfTheCatalogueWithItsLesson()
    {
        for (const lab::Experiment &experiment : lab::catalogue({{}, subject::workloadHookNames()})) {
            const int row = m_model->rowOf({LabOrigin::Kind::Catalogue, experiment.id});
            QVERIFY2(row > 0, qPrintable(experiment.id));
            QCOMPARE(m_model->index(row, 0).data().toString(), experiment.title);
            QVERIFY2(!m_model->index(row, 0).data(LabEntriesModel::LessonRole).toString().isEmpty(),
                qPrintable(experiment.id));
        }
        for (const QString &group : lab::catalogueGroups())
            QVERIFY2(catalogueGroupTitle(group) != group, qPrintable(group));
    }

    void showsTheCatalogueInTheLanguageOfTheWindow()
    {
        const testing::InLanguage german(u"de"_s);
        m_model->setCatalogue(lab::catalogue({{}, subject::workloadHookNames()}));
        const QModelIndex entry = m_model->index(m_model->rowOf({LabOrigin::Kind::Catalogue, u"cache"_s}), 0);
        QCOMPARE(entry.data().toString(), u"Statischer Cache ein und aus"_s);
        m_model->setSearch(u"static cache"_s); // as others speak of it
        QVERIFY(m_model->rowOf({LabOrigin::Kind::Catalogue, u"cache"_s}) > 0);
    }

    void findsEntriesByWords()
    {
        const int all = m_model->rowCount();
        m_model->setSearch(u"brotli quality 11"_s);
        QVERIFY(m_model->rowCount() >= 2);
        QVERIFY(m_model->rowCount() < all);
        QVERIFY(!m_model->originAt(0)); // under the title of its group
        QVERIFY(m_model->originAt(1));
        m_model->setSearch(u"blog"_s);
        QCOMPARE(m_model->rowCount(), 2);
        m_model->setSearch(u"no such thing"_s);
        QCOMPARE(m_model->rowCount(), 0);
        QCOMPARE(m_model->rowOf({LabOrigin::Kind::Site, u"7"_s}), -1);
        m_model->setSearch({});
        QCOMPARE(m_model->rowCount(), all);
    }

private:
    std::unique_ptr<LabEntriesModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_GUILESS_MAIN(TestLabEntriesModel)
#include "tst_labentriesmodel.moc"
