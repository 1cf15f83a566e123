// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/sitefiles.h"

#include "tests/ui/sampledata.h"
#include "ui/models/sitefilesmodel.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsFilesLargestFirst()
    {
        QTemporaryDir folder;
        QFuture<QList<SiteFile>> listing = listSiteFiles(testing::writeSite(folder.path(), u"site"_s));
        listing.waitForFinished();
        QStringList paths;
        for (const SiteFile &file : listing.result())
            paths.append(file.path);
        const QStringList expected{u"data/words.txt"_s, u"index.html"_s, u"style.css"_s};
        QCOMPARE(paths, expected);
        QVERIFY(listing.result().first().bytes >= 100'000);
    }

    void findsNothingInAFolderThatIsGone()
    {
        QFuture<QList<SiteFile>> listing = listSiteFiles(u"/no/such/folder"_s);
        listing.waitForFinished();
        QVERIFY(listing.result().isEmpty());
    }

    void showsFilesWithTheirSize()
    {
        SiteFilesModel model;
        QAbstractItemModelTester tester(&model);
        model.setFiles({{u"data/a.json"_s, 2'621'440}, {u"index.html"_s, 512}});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(model.index(0).data().toString().contains(u"2.50"_s));
        QCOMPARE(model.index(0).data(SiteFilesModel::PathRole).toString(), u"data/a.json"_s);
        QCOMPARE(model.rowOf(u"index.html"_s), 1);
        QCOMPARE(model.rowOf(u"other.html"_s), -1);
        model.setFiles({});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSiteFiles)
#include "tst_sitefiles.moc"
