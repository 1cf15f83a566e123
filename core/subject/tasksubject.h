// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/subject/subject.h"
#include "core/subject/subjecttask.h"

#include <QJsonObject>

namespace servelab::subject {

class LineChannel;

/// What runs inside a measured child process that serves nothing but does a task, driven as a Subject is.
///
/// First line written: {"event":"ready","pid":4242}. Commands: "run 1000" does the task so many times ->
/// {"event":"done","operations":...,"elapsedNanoseconds":...,"kept":...,"proof":"...","eachNanoseconds":[...]},
/// or an "error" event; "memory", "trim" and "quit" as of a Subject; what the task keeps is kept until the
/// end. Lives on the thread that made it.
class TaskSubject : public QObject
{
    Q_OBJECT
public:
    TaskSubject(std::unique_ptr<SubjectTask> task, site::SiteConfig config, Channels channels = {});
    ~TaskSubject() override;

    void start();

Q_SIGNALS:
    void ended(int exitCode);

private:
    void obey(const QByteArray &command);
    void run(const QByteArray &count);
    void write(const QJsonObject &event);

    std::unique_ptr<SubjectTask> m_task;
    site::SiteConfig m_config;
    std::unique_ptr<LineChannel> m_channel;
    bool m_hasRun = false;
};

} // namespace servelab::subject
