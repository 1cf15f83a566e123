// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/texttablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestTextTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsItsTexts()
    {
        TextTableModel model;
        QAbstractItemModelTester tester(&model);
        model.setContent({u"name"_s, u"value"_s}, {{u"a"_s, u"1"_s}, {u"b"_s, u"2"_s}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, 1).data().toString(), u"2"_s);
        QVERIFY(model.index(0, 1).data(Qt::TextAlignmentRole).value<Qt::Alignment>() & Qt::AlignRight);
        model.setContent({}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void keepsSelectionWhenOnlyTextsChange()
    {
        TextTableModel model;
        model.setContent({u"name"_s}, {{u"a"_s}, {u"b"_s}});
        const QPersistentModelIndex chosen = model.index(1, 0);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setContent({u"name"_s}, {{u"c"_s}, {u"d"_s}});
        QVERIFY(reset.isEmpty());
        QCOMPARE(chosen.data().toString(), u"d"_s);
        model.setContent({u"name"_s}, {{u"c"_s}});
        QCOMPARE(reset.size(), 1);
    }

    void copiesWithTabs()
    {
        TextTableModel model;
        model.setContent({u"name"_s, u"value"_s}, {{u"a"_s, u"1"_s}});
        QCOMPARE(toTabSeparated(model), u"name\tvalue\na\t1\n"_s);
    }
};

QTEST_APPLESS_MAIN(TestTextTableModel)
#include "tst_texttablemodel.moc"
