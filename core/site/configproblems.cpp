// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/configfields.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <vector>

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

/// Insertions, deletions, substitutions and swaps of neighbours that lead from one word to the other.
int editDistance(const QString &a, const QString &b)
{
    const qsizetype width = b.size() + 1;
    std::vector<int> edits(std::size_t((a.size() + 1) * width));
    const auto at = [&](qsizetype i, qsizetype j) -> int & { return edits[std::size_t(i * width + j)]; };
    for (qsizetype i = 0; i <= a.size(); ++i) {
        for (qsizetype j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = int(i + j);
                continue;
            }
            const int substituted = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({substituted, at(i - 1, j) + 1, at(i, j - 1) + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return edits.back();
}

QString lastPart(const QString &path)
{
    return path.sliced(path.lastIndexOf(u'.') + 1);
}

int distanceToPath(const QString &word, const QString &path)
{
    return std::min({editDistance(word, path), editDistance(word, lastPart(path)),
        editDistance(lastPart(word), lastPart(path))});
}

} // namespace

void addWrongValue(Problems &problems, const QString &path, const QJsonValue &found, const QString &expected)
{
    problems += base::Error{u"%1 is %2."_s.arg(path, shown(found)), u"Give %1."_s.arg(expected), path};
}

void addUnknownKey(Problems &problems, const QString &path, const QStringList &known)
{
    problems += base::Error{u"There is no setting \"%1\"."_s.arg(path),
        u"The nearest one is \"%1\"."_s.arg(nearestWord(path, known)), path};
}

QString nearestWord(const QString &word, const QStringList &known)
{
    const auto nearest = std::ranges::min_element(known, {},
        [&](const QString &candidate) { return distanceToPath(word.toLower(), candidate.toLower()); });
    return nearest == known.end() ? QString() : *nearest;
}

} // namespace servelab::site
