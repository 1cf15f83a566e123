// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"

#include "core/base/nearestword.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

/// A value as a person would recognise it, cut where it is long.
QString shown(const QJsonValue &value)
{
    if (value.isArray())
        return u"a list"_s;
    if (value.isObject())
        return u"an object"_s;
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = QString::fromUtf8(list.sliced(1, list.size() - 2));
    return text.size() <= 60 ? text : text.first(57) + u"..."_s;
}

} // namespace

void addWrongValue(Problems &problems, const QString &path, const QJsonValue &found, const QString &expected)
{
    problems += base::Error{u"%1 is %2."_s.arg(path, shown(found)), u"Give %1."_s.arg(expected), path};
}

void addUnknownKey(Problems &problems, const QString &path, const QStringList &known)
{
    problems += base::Error{u"There is no setting \"%1\"."_s.arg(path),
        u"The nearest one is \"%1\"."_s.arg(base::nearestWord(path, known)), path};
}

} // namespace servelab::site
