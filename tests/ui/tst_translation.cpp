// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

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

/// The files of translations: complete, alike and up to date.
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
};

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
