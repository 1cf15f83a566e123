// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/inlanguage.h"

#include "ui/sessions/language.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

namespace servelab::ui::testing {

InLanguage::InLanguage(const QString &code)
{
    if (code.isEmpty())
        return;
    QLocale::setDefault(QLocale(code));
    useLanguage(*QCoreApplication::instance(), code);
}

InLanguage::~InLanguage()
{
    qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator *>()); // each takes itself out
    QLocale::setDefault(QLocale::c());
}

} // namespace servelab::ui::testing
