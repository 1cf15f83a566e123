// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/tasksubject.h"

#include "core/base/process.h"
#include "core/subject/linechannel.h"
#include "core/subject/subjectevents.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace servelab::subject {
namespace {

QJsonObject doneEvent(const TaskReport &report)
{
    QJsonArray each;
    for (const std::chrono::nanoseconds time : report.each)
        each.append(qint64(time.count()));
    return {
        {u"event"_s, u"done"_s},
        {u"operations"_s, qint64(report.operations)},
        {u"elapsedNanoseconds"_s, qint64(report.elapsed.count())},
        {u"kept"_s, qint64(report.kept)},
        {u"proof"_s, report.proof},
        {u"eachNanoseconds"_s, each},
    };
}

} // namespace

TaskSubject::TaskSubject(std::unique_ptr<SubjectTask> task, site::SiteConfig config, Channels channels)
    : m_task(std::move(task))
    , m_config(std::move(config))
    , m_channel(std::make_unique<LineChannel>(channels.input, channels.output))
{
    connect(m_channel.get(), &LineChannel::lineRead, this, &TaskSubject::obey);
    connect(m_channel.get(), &LineChannel::inputEnded, this, [this] { Q_EMIT ended(0); });
    connect(m_task.get(), &SubjectTask::done, this,
        [this](const TaskReport &report) { write(doneEvent(report)); });
    connect(m_task.get(), &SubjectTask::failed, this,
        [this](const base::Error &error) { write(errorEvent(error.toString())); });
}

TaskSubject::~TaskSubject() = default;

void TaskSubject::start()
{
    write({{u"event"_s, u"ready"_s}, {u"pid"_s, QCoreApplication::applicationPid()}});
    m_channel->start();
}

void TaskSubject::obey(const QByteArray &command)
{
    if (command.startsWith("run ")) {
        run(command.sliced(4));
    } else if (command == "memory") {
        write(memoryEvent());
    } else if (command == "trim") {
        base::releaseFreeMemory();
        write(memoryEvent());
    } else if (command == "quit") {
        Q_EMIT ended(0);
    } else {
        write(errorEvent(
            u"\"%1\" is not a command: run COUNT, memory, trim, quit."_s.arg(QString::fromUtf8(command))));
    }
}

void TaskSubject::run(const QByteArray &count)
{
    bool isNumber = false;
    const std::uint64_t times = count.toULongLong(&isNumber);
    if (!isNumber || times == 0)
        write(errorEvent(u"\"%1\" is no count."_s.arg(QString::fromUtf8(count))));
    else if (std::exchange(m_hasRun, true))
        write(errorEvent(u"The task has been done already."_s));
    else
        m_task->start(m_config, times);
}

/// Whoever does not listen any more cannot drive it either: it ends.
void TaskSubject::write(const QJsonObject &event)
{
    if (!m_channel->writeLine(QJsonDocument(event).toJson(QJsonDocument::Compact)))
        Q_EMIT ended(0);
}

} // namespace servelab::subject
