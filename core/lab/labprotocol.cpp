// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labprotocol.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

struct MemoryField
{
    QLatin1StringView key;
    qint64 base::MemoryUse::*member;
};

constexpr MemoryField memoryFields[] = {
    {"proportionalBytes"_L1, &base::MemoryUse::proportionalBytes},
    {"privateDirtyBytes"_L1, &base::MemoryUse::privateDirtyBytes},
    {"residentBytes"_L1, &base::MemoryUse::residentBytes},
    {"peakResidentBytes"_L1, &base::MemoryUse::peakResidentBytes},
};

QString eventOf(const QJsonObject &object)
{
    return object.value("event"_L1).toString();
}

std::uint64_t countAt(const QJsonObject &object, QLatin1StringView key)
{
    return static_cast<std::uint64_t>(std::max<qint64>(0, object.value(key).toInteger()));
}

std::optional<SubjectEvent> listeningEvent(const QJsonObject &object)
{
    const QUrl url(object.value("url"_L1).toString(), QUrl::StrictMode);
    const qint64 pid = object.value("pid"_L1).toInteger();
    if (!url.isValid() || url.port() <= 0 || pid <= 0)
        return std::nullopt;
    return SubjectEvent{.kind = SubjectEvent::Kind::Listening, .url = url, .pid = pid};
}

std::optional<SubjectEvent> readyEvent(const QJsonObject &object)
{
    const qint64 pid = object.value("pid"_L1).toInteger();
    if (pid <= 0)
        return std::nullopt;
    return SubjectEvent{.kind = SubjectEvent::Kind::Ready, .pid = pid};
}

std::optional<SubjectEvent> doneEvent(const QJsonObject &object)
{
    TaskResult result;
    result.operations = countAt(object, "operations"_L1);
    result.elapsed = std::chrono::nanoseconds(countAt(object, "elapsedNanoseconds"_L1));
    result.kept = countAt(object, "kept"_L1);
    result.proof = object.value("proof"_L1).toString();
    for (const QJsonValue time : object.value("eachNanoseconds"_L1).toArray())
        result.each.append(std::chrono::nanoseconds(std::max<qint64>(0, time.toInteger())));
    if (result.operations == 0 || result.elapsed.count() == 0)
        return std::nullopt;
    return SubjectEvent{.kind = SubjectEvent::Kind::Done, .task = result};
}

std::optional<SubjectEvent> memoryEvent(const QJsonObject &object)
{
    const auto memory = memoryUseFromJson(object);
    if (!memory)
        return std::nullopt;
    return SubjectEvent{.kind = SubjectEvent::Kind::Memory, .memory = *memory};
}

} // namespace

QJsonObject toJson(const load::LoadProgress &progress)
{
    return {
        {u"event"_s, u"progress"_s},
        {u"elapsedNanoseconds"_s, qint64(progress.elapsed.count())},
        {u"warmingUp"_s, progress.warmingUp},
        {u"responses"_s, qint64(progress.responses)},
        {u"errors"_s, qint64(progress.errors)},
        {u"requestsPerSecond"_s, progress.requestsPerSecond},
        {u"p99Microseconds"_s, qint64(progress.p99Microseconds)},
        {u"connectionsOpen"_s, progress.connectionsOpen},
    };
}

std::optional<load::LoadProgress> loadProgressFromJson(const QJsonObject &object)
{
    if (eventOf(object) != "progress"_L1)
        return std::nullopt;
    return load::LoadProgress{
        .elapsed = std::chrono::nanoseconds(object.value("elapsedNanoseconds"_L1).toInteger()),
        .warmingUp = object.value("warmingUp"_L1).toBool(),
        .responses = countAt(object, "responses"_L1),
        .errors = countAt(object, "errors"_L1),
        .requestsPerSecond = object.value("requestsPerSecond"_L1).toDouble(),
        .p99Microseconds = object.value("p99Microseconds"_L1).toInteger(),
        .connectionsOpen = object.value("connectionsOpen"_L1).toInt(),
    };
}

QJsonObject toJson(const base::MemoryUse &memory)
{
    QJsonObject object;
    for (const auto &[key, member] : memoryFields)
        object.insert(key, memory.*member);
    return object;
}

std::optional<base::MemoryUse> memoryUseFromJson(const QJsonObject &object)
{
    base::MemoryUse memory;
    for (const auto &[key, member] : memoryFields) {
        const QJsonValue value = object.value(key);
        if (!value.isDouble())
            return std::nullopt;
        memory.*member = value.toInteger();
    }
    return memory;
}

base::Expected<SubjectEvent> parseSubjectLine(const QByteArray &line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const QString event = eventOf(object);
    std::optional<SubjectEvent> read;
    if (event == "listening"_L1)
        read = listeningEvent(object);
    else if (event == "memory"_L1)
        read = memoryEvent(object);
    else if (event == "ready"_L1)
        read = readyEvent(object);
    else if (event == "done"_L1)
        read = doneEvent(object);
    else if (event == "error"_L1)
        return base::fail(object.value("message"_L1).toString());
    if (read)
        return *read;
    return base::fail(u"The measured server said something that is not understood: \"%1\"."_s.arg(
        QString::fromUtf8(line.first(std::min<qsizetype>(line.size(), 200)).trimmed())));
}

} // namespace servelab::lab
