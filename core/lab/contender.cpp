// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/contender.h"

#include "core/lab/experimentfields.h"
#include "core/lab/jsonfile.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>

#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

constexpr int knownVersion = 1;

struct ContenderFile
{
    int version = 0;
    QString comment;
    QList<Contender> contenders;
};

/// Empty where the line does not stand. A condition is "?name " or "!name " at its beginning.
std::optional<QString> standing(const QString &line, const QStringList &flags)
{
    static const QRegularExpression condition(u"^([?!])([a-z]+) (.*)$"_s);
    const auto match = condition.match(line);
    if (!match.hasMatch())
        return line;
    const bool wanted = match.captured(1) == u"?"_s;
    if (flags.contains(match.captured(2)) != wanted)
        return std::nullopt;
    return match.captured(3);
}

QJsonValue filledIn(const QJsonValue &value, const Places &places);

QJsonObject filledIn(QJsonObject object, const Places &places)
{
    for (auto entry = object.begin(); entry != object.end(); ++entry)
        entry.value() = filledIn(QJsonValue(entry.value()), places);
    return object;
}

/// A text that is nothing but a place becomes a number where a number stands for it: "{port}".
QJsonValue filledIn(const QJsonValue &value, const Places &places)
{
    if (value.isObject())
        return filledIn(value.toObject(), places);
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &one : value.toArray())
            array.append(filledIn(one, places));
        return array;
    }
    if (!value.isString())
        return value;
    const QString text = lab::filledIn(value.toString(), places);
    bool isNumber = false;
    const qlonglong number = text.toLongLong(&isNumber);
    return isNumber && text != value.toString() ? QJsonValue(number) : QJsonValue(text);
}

bool hasPlaces(const QString &text)
{
    static const QRegularExpression place(u"\\{[A-Za-z]+\\}"_s);
    return place.match(text).hasMatch();
}

QString programAt(const QString &candidate)
{
    if (!candidate.contains(u'/'))
        return QStandardPaths::findExecutable(candidate);
    return QFileInfo(candidate).isFile() ? candidate : QString();
}

} // namespace

namespace json {

template <>
struct Fields<ContenderFile>
{
    static constexpr auto name = "contenders"_L1;
    static constexpr auto list = std::tuple{
        field("version", &ContenderFile::version, required, u"Of this format: 1."),
        field("comment", &ContenderFile::comment, optional, u"For people."),
        field("contenders", &ContenderFile::contenders, required, u"Other servers."),
    };
    static constexpr auto otherKeys = OtherKeys::Ignored;
};

} // namespace json

QString filledIn(const QString &text, const Places &places)
{
    static const QRegularExpression place(u"\\{([A-Za-z]+)\\}"_s);
    QString result;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : place.globalMatch(text)) {
        result += QStringView(text).sliced(end, match.capturedStart() - end);
        result += places.value(match.captured(1), match.captured(0));
        end = match.capturedEnd();
    }
    result += QStringView(text).sliced(end);
    return result;
}

QByteArray configurationText(const Contender &contender, const Places &places, const QStringList &flags)
{
    if (!contender.json.isEmpty())
        return QJsonDocument(filledIn(contender.json, places)).toJson();
    QString text;
    for (const QString &line : contender.configuration) {
        if (const auto stands = standing(line, flags))
            text += filledIn(*stands, places) + u'\n';
    }
    return text.toUtf8();
}

base::Expected<QString> findProgram(const Contender &contender, const Places &places)
{
    for (const QString &candidate : contender.program) {
        const QString path = filledIn(candidate, places);
        const QString found = hasPlaces(path) ? QString() : programAt(path);
        if (!found.isEmpty())
            return found;
    }
    return base::fail(u"%1 is not installed."_s.arg(contender.title),
        contender.obtain.isEmpty() ? QString() : u"To get it: %1."_s.arg(contender.obtain), contender.name);
}

std::expected<QList<Contender>, QList<base::Error>> readContenders(const QString &path)
{
    const auto object = readJsonFile(path);
    if (!object)
        return std::unexpected(QList{object.error()});
    json::Problems problems;
    ContenderFile file;
    json::readObject(*object, {}, file, problems);
    if (problems.isEmpty() && file.version != knownVersion)
        problems += base::Error{
            u"version is %1, and this program reads version %2."_s.arg(file.version).arg(knownVersion),
            u"Use the file of this version of Servelab."_s, u"version"_s};
    for (base::Error &problem : problems)
        problem.message = u"%1: %2"_s.arg(QDir::toNativeSeparators(path), problem.message);
    if (!problems.isEmpty())
        return std::unexpected(problems);
    for (Contender &contender : file.contenders)
        contender.title = contender.title.isEmpty() ? contender.name : contender.title;
    return file.contenders;
}

} // namespace servelab::lab
