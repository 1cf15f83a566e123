// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QCoreApplication;
class QSettings;

/// The language of the window: that of the system, or one that was chosen. It is set once, before any text is
/// shown.
namespace servelab::ui {

struct Language
{
    QString code; ///< "de"
    QString name; ///< in itself: "Deutsch"
};

/// Those there are texts in, English first.
QList<Language> languages();

/// The code of the language that the next start takes; empty: the system's.
QString chosenLanguage(const QSettings &settings);
void chooseLanguage(QSettings &settings, const QString &code);

/// Texts, Qt's own among them, and numbers and dates, from now on in the language of this code; empty: in the
/// first language of the system that there are texts in. English where there is none.
void useLanguage(QCoreApplication &application, const QString &code);

} // namespace servelab::ui
