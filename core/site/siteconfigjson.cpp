// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/siteconfigjson.h"

#include "core/site/configfields.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonParseError>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

/// Puts a value at a dotted path; groups on the way are made.
void insertAt(QJsonObject &object, const QString &path, const QJsonValue &value)
{
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0) {
        object.insert(path, value);
        return;
    }
    const QString group = path.first(dot);
    QJsonObject members = object.value(group).toObject();
    insertAt(members, path.sliced(dot + 1), value);
    object.insert(group, members);
}

/// Groups that are left empty go as well.
void removeAt(QJsonObject &object, const QString &path)
{
    const qsizetype dot = path.indexOf(u'.');
    if (dot < 0) {
        object.remove(path);
        return;
    }
    const auto group = object.find(path.first(dot));
    if (group == object.end() || !group->isObject())
        return;
    QJsonObject members = group->toObject();
    removeAt(members, path.sliced(dot + 1));
    if (members.isEmpty())
        object.erase(group);
    else
        *group = members;
}

const ConfigField *findField(const QString &path)
{
    const auto &fields = configFields();
    const auto found = std::ranges::find(fields, path, &ConfigField::path);
    return found == fields.end() ? nullptr : &*found;
}

bool isGroup(const QString &path)
{
    return std::ranges::any_of(
        configFields(), [&](const ConfigField &field) { return field.path.startsWith(path + u'.'); });
}

/// Settings and groups.
QStringList knownPaths()
{
    QStringList paths;
    for (const ConfigField &field : configFields()) {
        paths += field.path;
        if (const qsizetype dot = field.path.indexOf(u'.');
            dot >= 0 && !paths.contains(field.path.first(dot)))
            paths += field.path.first(dot);
    }
    return paths;
}

void readMembers(const QJsonObject &object, const QString &prefix, SiteConfig &config, Problems &problems)
{
    for (auto member = object.begin(); member != object.end(); ++member) {
        const QString path = prefix + member.key();
        const QJsonValue value = member.value();
        if (const ConfigField *field = findField(path))
            field->read(value, config, problems);
        else if (!isGroup(path))
            addUnknownKey(problems, path, knownPaths());
        else if (value.isObject())
            readMembers(value.toObject(), path + u'.', config, problems);
        else
            addWrongValue(problems, path, value, u"an object of settings"_s);
    }
}

QString fileProblem(const QString &path, const QString &what)
{
    return u"%1: %2"_s.arg(path, what);
}

std::unexpected<Problems> failWith(base::Error error)
{
    return std::unexpected(Problems{std::move(error)});
}

std::expected<QJsonObject, Problems> parseObject(const QByteArray &text, const QString &path)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = text.first(std::min<qsizetype>(error.offset, text.size())).count('\n') + 1;
        return failWith({fileProblem(path, u"line %1 is not JSON: %2."_s.arg(line).arg(error.errorString())),
            u"Correct that line."_s, u"%1:%2"_s.arg(path).arg(line)});
    }
    if (!document.isObject())
        return failWith({fileProblem(path, u"it holds no configuration."_s),
            u"Write one JSON object, as in {\"root\": \".\"}."_s, path});
    return document.object();
}

} // namespace

QJsonObject toJson(const SiteConfig &config)
{
    QJsonObject object;
    for (const ConfigField &field : configFields())
        insertAt(object, field.path, field.write(config));
    return object;
}

QJsonObject toJsonDifference(const SiteConfig &config, const SiteConfig &defaults)
{
    QJsonObject object;
    for (const ConfigField &field : configFields()) {
        const QJsonValue value = field.write(config);
        if (value != field.write(defaults))
            insertAt(object, field.path, value);
    }
    return object;
}

QJsonObject withoutSecrets(QJsonObject config)
{
    for (const ConfigField &field : configFields()) {
        if (field.isSecret)
            removeAt(config, field.path);
    }
    return config;
}

std::expected<SiteConfig, Problems> fromJson(const QJsonObject &object, const SiteConfig &base)
{
    SiteConfig config = base;
    Problems problems;
    readMembers(object, {}, config, problems);
    if (!problems.isEmpty())
        return std::unexpected(problems);
    return config;
}

std::expected<SiteConfig, Problems> readConfigFile(const QString &path, const SiteConfig &base)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failWith({fileProblem(path, u"it cannot be read (%1)."_s.arg(file.errorString())),
            u"Check its name and that you may read it."_s, path});
    auto object = parseObject(file.readAll(), path);
    if (!object)
        return std::unexpected(object.error());
    auto config = fromJson(*object, base);
    if (!config) {
        for (base::Error &problem : config.error())
            problem.message = fileProblem(path, problem.message);
    }
    return config;
}

} // namespace servelab::site
