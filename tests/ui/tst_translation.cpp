// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/catalogue.h"
#include "core/lab/fitness.h"
#include "core/lab/metric.h"
#include "core/lab/verdict.h"
#include "core/subject/workloadhooks.h"
#include "tests/ui/inlanguage.h"
#include "ui/mainwindow.h"
#include "ui/models/coretext.h"
#include "ui/models/format.h"
#include "ui/sessions/language.h"

#include <QAction>
#include <QDirIterator>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;
using testing::InLanguage;

namespace {

struct Message
{
    QString context;
    QString source;
    QString comment;
    QString type; ///< "unfinished", "obsolete"...; of a finished one empty
    bool hasPlural = false;
    QStringList translations; ///< with a plural the words for one and for many

    QString key() const { return QStringList{context, source, comment}.join(u'\n'); }
};

QString sourceFolder()
{
    return qEnvironmentVariable("SERVELAB_SOURCE_DIR");
}

QString fileFor(const QString &language)
{
    return u"%1/resources/translations/servelab_%2.ts"_s.arg(sourceFolder(), language);
}

QStringList readTranslations(QXmlStreamReader &xml)
{
    QStringList texts;
    QString text;
    while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == u"translation")) {
        if (xml.isStartElement() && xml.name() == u"numerusform")
            texts.append(xml.readElementText());
        else if (xml.isCharacters())
            text += xml.text();
    }
    return texts.isEmpty() ? QStringList{text} : texts;
}

QList<Message> readMessages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement())
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"message")
            messages.append({context, {}, {}, {}, xml.attributes().value(u"numerus"_s) == u"yes", {}});
        else if (xml.name() == u"source")
            messages.last().source = xml.readElementText();
        else if (xml.name() == u"comment")
            messages.last().comment = xml.readElementText();
        else if (xml.name() == u"translation") {
            messages.last().type = xml.attributes().value(u"type"_s).toString();
            messages.last().translations = readTranslations(xml);
        }
    }
    return messages;
}

/// "%1", "%L2", "%n", sorted.
QStringList placesOf(const QString &text)
{
    static const QRegularExpression place(u"%(?:L?\\d|n)"_s);
    QStringList places;
    for (const auto &match : place.globalMatch(text))
        places.append(match.captured());
    places.sort();
    places.removeDuplicates();
    return places;
}

/// What a text ends with that has a meaning: more to come, a value to follow, a sentence.
QString endOf(const QString &text)
{
    for (const QString &end : {u"..."_s, u":"_s, u"."_s, u"?"_s, u" "_s, u"\n"_s}) {
        if (text.endsWith(end))
            return end;
    }
    return {};
}

QSet<QString> keysOf(const QList<Message> &messages)
{
    QSet<QString> keys;
    for (const Message &message : messages)
        keys.insert(message.key());
    return keys;
}

QString listed(QSet<QString> keys)
{
    return QStringList(keys.begin(), keys.end()).join(u"\n---\n"_s);
}

/// Every line of source that the window is made of.
QString allSources()
{
    QString all;
    for (const QString &folder : {u"/ui"_s, u"/app/window"_s}) {
        QDirIterator files(
            sourceFolder() + folder, {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                all += QString::fromUtf8(file.readAll());
        }
    }
    return all;
}

} // namespace

class TestTranslation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsTranslated_data() { addLanguages(); }

    void everyTextIsTranslated()
    {
        for (const Message &message : messages()) {
            QVERIFY2(message.type.isEmpty(), qPrintable(message.type + u": "_s + message.key()));
            QCOMPARE(message.translations.size(), message.hasPlural ? 2 : 1);
            for (const QString &text : message.translations)
                QVERIFY2(!text.isEmpty(), qPrintable(message.key()));
        }
    }

    void placesAreKept_data() { addLanguages(); }

    /// The words for one may leave out the number: "1 more" is "one more".
    void placesAreKept()
    {
        for (const Message &message : messages()) {
            const QStringList places = placesOf(message.source);
            for (qsizetype form = 0; form < message.translations.size(); ++form) {
                QStringList kept = placesOf(message.translations[form]);
                if (message.hasPlural && form == 0 && !kept.contains(u"%n"_s))
                    kept.append(u"%n"_s);
                kept.sort();
                QVERIFY2(kept == places, qPrintable(message.key()));
            }
        }
    }

    void textsEndAlike_data() { addLanguages(); }

    void textsEndAlike()
    {
        for (const Message &message : messages()) {
            for (const QString &text : message.translations) {
                QVERIFY2(endOf(text) == endOf(message.source), qPrintable(message.key()));
                QVERIFY2(text.count(u'|') == message.source.count(u'|'), qPrintable(message.key()));
                QVERIFY2(text.startsWith(u' ') == message.source.startsWith(u' '), qPrintable(message.key()));
            }
        }
    }

    /// A text that is filed under what no code asks for would never be found again.
    void contextsAreThoseOfTheCode()
    {
        const QString sources = allSources();
        QSet<QString> contexts;
        for (const Message &message : readMessages(fileFor(u"de"_s)))
            contexts.insert(message.context);
        QVERIFY(contexts.size() > 50);
        for (const QString &context : contexts) {
            const QString name = context.section(u"::"_s, -1);
            const bool isClass = context.startsWith(u"servelab::ui::")
                && sources.contains(QRegularExpression(u"\\bclass %1\\b"_s.arg(name)));
            const bool isNamed = sources.contains(u"Q_DECLARE_TR_FUNCTIONS(%1)"_s.arg(context))
                || sources.contains(u"translate(\"%1\""_s.arg(context));
            QVERIFY2(isClass || isNamed, qPrintable(context));
        }
    }

    void filesAreUpToDate_data() { addLanguages(); }

    /// Fails where the code has a text that the file lacks, or the file one that the code has no more.
    void filesAreUpToDate()
    {
        if (!QFile::exists(QStringLiteral(SERVELAB_LUPDATE)))
            QSKIP("There is no lupdate on this machine.");
        QFETCH(QString, language);
        const QTemporaryDir folder;
        const QString copy = folder.filePath(u"servelab_%1.ts"_s.arg(language));
        QVERIFY(QFile::copy(fileFor(language), copy));
        QStringList arguments{u"ui"_s, u"app/window"_s};
        arguments += QStringLiteral(SERVELAB_LUPDATE_OPTIONS).split(u' ');
        if (language == u"en")
            arguments.append(u"-pluralonly"_s);
        QProcess lupdate;
        lupdate.setWorkingDirectory(sourceFolder());
        lupdate.start(QStringLiteral(SERVELAB_LUPDATE), arguments + QStringList{u"-ts"_s, copy});
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);
        const QSet<QString> wanted = keysOf(readMessages(copy));
        const QSet<QString> there = keysOf(messages());
        QVERIFY(!wanted.isEmpty());
        QVERIFY2((wanted - there).isEmpty(), qPrintable(u"not translated:\n"_s + listed(wanted - there)));
        QVERIFY2((there - wanted).isEmpty(), qPrintable(u"not in the code:\n"_s + listed(there - wanted)));
    }

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
        row("Brotli 4, cached", "Brotli 4, im Cache");
        row("113,392 req/s, 8.81 µs CPU a request", "113\u202f392 req/s, 8,81 µs CPU je Anfrage");
        row("Port 8080 is already used by process 42 (node).",
            "Port 8080 wird schon von Prozess 42 (node) benutzt.");
        row("a text that nobody put here", "a text that nobody put here");
        row("50 %1 and %2", "50 %1 and %2");
    }

    void wordsOfCoreAreKnown()
    {
        QFETCH(QString, english);
        QFETCH(QString, german);
        QCOMPARE(coreText(english),
            english == u"113,392 req/s, 8.81 µs CPU a request"
                ? u"113\u202f392 req/s, 8.81 µs CPU a request"_s
                : english);
        const InLanguage language(u"de"_s);
        QCOMPARE(coreText(english), german);
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
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("German") << u"de"_s;
        QTest::newRow("English, of one and of many") << u"en"_s;
    }

    static QList<Message> messages()
    {
        QFETCH(QString, language);
        QList<Message> messages = readMessages(fileFor(language));
        if (messages.isEmpty())
            QTest::qFail("no message was read", __FILE__, __LINE__);
        return messages;
    }

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

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
