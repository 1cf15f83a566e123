// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

#include <memory>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

const QString languageKey = u"window/language"_s;
const QString textsFolder = u":/i18n"_s;
const QString ownTexts = u"servelab"_s;

/// Handed to the application where there is something to load.
bool install(
    QCoreApplication &application, const QLocale &locale, const QString &texts, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, texts, u"_"_s, folder))
        return false;
    translator->setParent(&application);
    return QCoreApplication::installTranslator(translator.release());
}

/// The first of the person's languages that this program speaks. English has a file too: in front of another
/// language it is the one that is wanted, and it has the words for one and for many.
QLocale spokenLocale(const QString &code)
{
    const QLocale wanted = code.isEmpty() ? QLocale::system() : QLocale(code);
    QTranslator probe;
    const bool isSpoken = probe.load(wanted, ownTexts, u"_"_s, textsFolder);
    return QLocale(isSpoken ? probe.language() : u"en"_s);
}

} // namespace

QList<Language> languages()
{
    return {{u"en"_s, u"English"_s}, {u"de"_s, u"Deutsch"_s}};
}

QString chosenLanguage(const QSettings &settings)
{
    return settings.value(languageKey).toString();
}

void chooseLanguage(QSettings &settings, const QString &code)
{
    settings.setValue(languageKey, code);
}

void useLanguage(QCoreApplication &application, const QString &code)
{
    const QLocale spoken = spokenLocale(code);
    if (!code.isEmpty() && QLocale::system().language() != spoken.language())
        QLocale::setDefault(spoken);
    install(application, spoken, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, spoken, ownTexts, textsFolder);
}

} // namespace servelab::ui
