// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/commandmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <memory>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestCommandModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsUsableActionsWithTheirShortcuts()
    {
        CommandModel model;
        QAbstractItemModelTester tester(&model);
        QAction start(u"Start"_s);
        start.setShortcut(QKeySequence(Qt::Key_F5));
        QAction stop(u"Stop"_s);
        stop.setEnabled(false);
        auto gone = std::make_unique<QAction>(u"Gone"_s);
        for (QAction *action : {&start, &stop, gone.get()})
            model.addAction(action);
        gone.reset();
        model.refresh();
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0).data().toString(), u"Start"_s);
        QCOMPARE(model.index(0).data(CommandModel::ShortcutRole).toString(), u"F5"_s);
        QCOMPARE(model.actionAt(model.index(0)), &start);
        stop.setEnabled(true);
        model.refresh();
        QCOMPARE(model.rowCount(), 2);
    }

    void knowsNoActionOutsideItsRows()
    {
        CommandModel model;
        QVERIFY(!model.actionAt({}));
    }
};

QTEST_MAIN(TestCommandModel)
#include "tst_commandmodel.moc"
