// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/autostart.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Autostart)
};

/// An argument of Exec: quoted, and with what is special inside quotes escaped.
QString execArgument(QString text)
{
    for (const QChar special : {u'\\', u'"', u'`', u'$'})
        text.replace(special, QString(u'\\') + special);
    text.replace(u'%', u"%%"_s);
    text.replace(u'\\', u"\\\\"_s); // once more for the file's own strings
    return u"\"%1\""_s.arg(text);
}

QByteArray entryFor(const QString &program)
{
    return u"[Desktop Entry]\nType=Application\nName=Servelab\nExec=%1 --minimized\nX-GNOME-Autostart-enabled=true\n"_s
        .arg(execArgument(program))
        .toUtf8();
}

} // namespace

Autostart::Autostart(QString folder, QString program)
    : m_folder(std::move(folder))
    , m_program(std::move(program))
{
}

bool Autostart::isSupported()
{
#if defined(Q_OS_LINUX)
    return true;
#else
    return false;
#endif
}

QString Autostart::path() const
{
    return QDir(m_folder).filePath(u"autostart/servelab.desktop"_s);
}

bool Autostart::isOn() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) && !file.readAll().contains("\nHidden=true");
}

base::Expected<void> Autostart::setOn(bool on)
{
    if (!on) {
        if (!QFile::exists(path()) || QFile::remove(path()))
            return {};
        return base::fail(
            Texts::tr("%1 could not be removed.").arg(path()), Texts::tr("Remove it yourself."), path());
    }
    QDir().mkpath(QFileInfo(path()).absolutePath());
    QSaveFile file(path());
    const QByteArray entry = entryFor(m_program);
    if (file.open(QIODevice::WriteOnly) && file.write(entry) == entry.size() && file.commit())
        return {};
    return base::fail(Texts::tr("%1 could not be written: %2.").arg(path(), file.errorString()),
        Texts::tr("Allow writing in that folder."), path());
}

} // namespace servelab::ui
