// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subjectevents.h"

#include "core/base/process.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace servelab::subject {

QJsonObject memoryEvent()
{
    const qint64 pid = QCoreApplication::applicationPid();
    const auto memory = base::memoryUse(pid);
    const auto cpu = base::cpuTime(pid);
    if (!memory || !cpu)
        return errorEvent(u"This process cannot read its own memory and CPU time."_s);
    return {
        {u"event"_s, u"memory"_s},
        {u"cpuNanoseconds"_s, qint64(cpu->count())},
        {u"proportionalBytes"_s, memory->proportionalBytes},
        {u"privateDirtyBytes"_s, memory->privateDirtyBytes},
        {u"residentBytes"_s, memory->residentBytes},
        {u"peakResidentBytes"_s, memory->peakResidentBytes},
    };
}

QJsonObject errorEvent(const QString &message)
{
    return {{u"event"_s, u"error"_s}, {u"message"_s, message}};
}

} // namespace servelab::subject
