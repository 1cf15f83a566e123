// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/language.h"

#include "tests/ui/inlanguage.h"
#include "ui/mainwindow.h"
#include "ui/models/format.h"

#include <QAction>
#include <QFile>
#include <QLibraryInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::InLanguage;

class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void speaksGerman()
    {
        const InLanguage german(u"de"_s);
        QCOMPARE(QCoreApplication::translate("servelab::ui::SitesPage", "Add folder..."),
            u"Ordner hinzufügen..."_s);
        QCOMPARE(
            QCoreApplication::translate("servelab::ui::SiteListModel", "%n hosts", nullptr, 1), u"1 Host"_s);
        QCOMPARE(
            QCoreApplication::translate("servelab::ui::SiteListModel", "%n hosts", nullptr, 2), u"2 Hosts"_s);
        QCOMPARE(formatNumber(1.843), u"1,84"_s);
        QCOMPARE(formatBytes(2.5 * 1024 * 1024), u"2,50\u00a0MiB"_s);
        QCOMPARE(formatDuration(std::chrono::milliseconds(10)), u"weniger als eine Sekunde"_s);
    }

    void theWordsOfQtFollow()
    {
        const QString file = QLibraryInfo::path(QLibraryInfo::TranslationsPath) + u"/qtbase_de.qm"_s;
        if (!QFile::exists(file))
            QSKIP("Qt's own translations are not installed.");
        const InLanguage german(u"de"_s);
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), u"Abbrechen"_s);
    }

    void speaksEnglishOfOneAndOfMany()
    {
        const InLanguage english(u"en"_s);
        QCOMPARE(
            QCoreApplication::translate("servelab::ui::SiteListModel", "%n hosts", nullptr, 1), u"1 host"_s);
        QCOMPARE(
            QCoreApplication::translate("servelab::ui::SiteListModel", "%n hosts", nullptr, 2), u"2 hosts"_s);
        QCOMPARE(QCoreApplication::translate("servelab::ui::SitesPage", "Add folder..."), u"Add folder..."_s);
    }

    void speaksEnglishWhereItHasNoTexts()
    {
        const InLanguage icelandic(u"is"_s);
        QCOMPARE(
            QCoreApplication::translate("servelab::ui::SiteListModel", "%n hosts", nullptr, 1), u"1 host"_s);
    }

    void theLanguageIsRemembered()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        Theme theme;
        const WindowPlaces places{.sitesFile = folder.filePath(u"sites.json"_s),
            .measuredProgram = {},
            .sampleSite = [] { return site::SiteConfig(); }};
        MainWindow window(places, theme, settings);
        QCOMPARE(chosenLanguage(settings), QString());
        const auto choose = [&window](const QString &text) {
            const QList<QAction *> actions = window.actions();
            const auto found = std::ranges::find_if(
                actions, [&text](const QAction *action) { return action->text() == text; });
            QVERIFY2(found != actions.end(), qPrintable(text));
            (*found)->trigger();
        };
        choose(u"Language: Deutsch"_s);
        QCOMPARE(chosenLanguage(settings), u"de"_s);
        choose(u"Language: as the system"_s);
        QCOMPARE(chosenLanguage(settings), QString());
    }
};

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
