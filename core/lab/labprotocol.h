// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/load/loadreport.h"

#include <QByteArray>
#include <QJsonObject>
#include <QUrl>

#include <optional>

/// What the child processes of an experiment say, one compact JSON object a line. The programs that speak it
/// and the runner that listens both use these functions. Pure; thread-safe.
namespace servelab::lab {

/// A line of the load child on standard error, with "event":"progress".
QJsonObject toJson(const load::LoadProgress &progress);

/// Empty where the object is not a progress line.
std::optional<load::LoadProgress> loadProgressFromJson(const QJsonObject &object);

/// Keys as the subject writes them: proportionalBytes, privateDirtyBytes, residentBytes, peakResidentBytes.
QJsonObject toJson(const base::MemoryUse &memory);

/// Empty where a key is missing or is not a number.
std::optional<base::MemoryUse> memoryUseFromJson(const QJsonObject &object);

/// What a task of a subject did.
struct TaskResult
{
    std::uint64_t operations = 0;
    std::chrono::nanoseconds elapsed{0}; ///< of all operations together
    QList<std::chrono::nanoseconds> each; ///< of every operation, where one is long enough to be timed
    std::uint64_t kept = 0; ///< objects that it still holds
    QString proof; ///< what shows that the work was done right
};

/// What a subject says on standard output.
struct SubjectEvent
{
    enum class Kind : std::uint8_t { Listening, Ready, Memory, Done };
    Kind kind = Kind::Listening;
    QUrl url = {}; ///< of Listening
    qint64 pid = 0; ///< of Listening and Ready, which has a task to do
    base::MemoryUse memory = {}; ///< of Memory
    TaskResult task = {}; ///< of Done
};

/// An error quotes the line, or is the subject's own.
base::Expected<SubjectEvent> parseSubjectLine(const QByteArray &line);

} // namespace servelab::lab
