// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/autostart.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestAutostart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTurnedOnAndOff()
    {
        QTemporaryDir folder;
        Autostart autostart(folder.path(), u"/opt/serve lab/servelab"_s);
        QVERIFY(!autostart.isOn());
        QVERIFY(autostart.setOn(true).has_value());
        QVERIFY(autostart.isOn());
        QFile file(autostart.path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\nExec=\"/opt/serve lab/servelab\" --minimized\n"));
        QVERIFY(autostart.setOn(false).has_value());
        QVERIFY(!autostart.isOn());
        QVERIFY(!QFile::exists(autostart.path()));
        QVERIFY(autostart.setOn(false).has_value());
    }

    void knowsWhatTheDesktopTurnedOff()
    {
        QTemporaryDir folder;
        Autostart autostart(folder.path(), u"servelab"_s);
        QVERIFY(autostart.setOn(true).has_value());
        QFile file(autostart.path());
        QVERIFY(file.open(QIODevice::Append));
        file.write("Hidden=true\n");
        file.close();
        QVERIFY(!autostart.isOn());
    }

    void saysWhatCannotBeWritten()
    {
        QTemporaryDir folder;
        QFile inTheWay(folder.filePath(u"autostart"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        Autostart autostart(folder.path(), u"servelab"_s);
        const auto done = autostart.setOn(true);
        QVERIFY(!done);
        QVERIFY(done.error().message.contains(u"servelab.desktop"_s));
    }
};

QTEST_GUILESS_MAIN(TestAutostart)
#include "tst_autostart.moc"
