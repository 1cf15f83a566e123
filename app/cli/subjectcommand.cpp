// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/settings.h"
#include "app/cli/values.h"
#include "app/common/samplesite.h"
#include "core/base/process.h"
#include "core/subject/subject.h"
#include "core/subject/tasksubject.h"
#include "core/subject/workloadhooks.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

struct SubjectRequest
{
    QString configFile;
    QList<int> cores; ///< empty: any
    std::shared_ptr<server::SiteHooks> hooks; ///< null: none
    QString task; ///< to do in place of serving; empty: serve
};

const QList<Setting<SubjectRequest>> &subjectSettings()
{
    static const QList<Setting<SubjectRequest>> settings{
        {{u"config"_s, {}, Option::Value::Required, u"FILE"_s, u"The configuration to serve (JSON)."_s},
            [](SubjectRequest &r, const QString &v) { return set(r.configFile, v); }},
        {{u"cores"_s, {}, Option::Value::Required, u"LIST"_s, u"Run on these cores only, such as 0,2-3."_s},
            [](SubjectRequest &r, const QString &v) { return assign(r.cores, readCoreList(v)); }},
        {{u"hooks"_s, {}, Option::Value::Required, u"NAME"_s, u"Serve with the hooks of a workload."_s},
            [](SubjectRequest &r, const QString &v) {
                return assign(r.hooks, subject::makeWorkloadHooks(v));
            }},
        {{u"task"_s, {}, Option::Value::Required, u"NAME"_s,
             u"Do a task of a workload, and serve nothing."_s},
            [](SubjectRequest &r, const QString &v) { return set(r.task, v); }},
    };
    return settings;
}

ExitCode doTask(const SubjectRequest &request, const site::SiteConfig &config)
{
    auto task = subject::makeSubjectTask(request.task);
    if (!task)
        return reportFailure({task.error()});
    subject::TaskSubject subject(std::move(*task), config);
    QObject::connect(
        &subject, &subject::TaskSubject::ended, &subject, [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    subject.start();
    return static_cast<ExitCode>(QCoreApplication::exec());
}

ExitCode serveAsSubject(const SubjectRequest &request, const site::SiteConfig &config)
{
    subject::Subject subject;
    subject.setHooks(request.hooks);
    QObject::connect(
        &subject, &subject::Subject::ended, &subject, [](int code) { QCoreApplication::exit(code); });
    if (auto started = subject.start(config); !started)
        return reportFailure({started.error()});
    return static_cast<ExitCode>(QCoreApplication::exec());
}

ExitCode runAsSubject(const SubjectRequest &request, const site::SiteConfig &config)
{
    ignoreTerminalInterrupt();
    base::raiseDescriptorLimit();
    if (!request.cores.isEmpty()) {
        if (auto assigned = base::assignToCores(request.cores); !assigned)
            return reportFailure({assigned.error()});
    }
    return request.task.isEmpty() ? serveAsSubject(request, config) : doTask(request, config);
}

ExitCode run(const CommandLine &line)
{
    SubjectRequest request;
    Problems problems
        = line.problems + refuseOperands(line) + applySettings(subjectSettings(), line, request);
    if (request.configFile.isEmpty())
        problems += base::Error{u"No configuration is given."_s, u"Write --config FILE."_s, {}};
    if (!problems.isEmpty())
        return reportMisuse(u"subject"_s, problems);
    const auto config = app::readSiteFile(request.configFile);
    if (!config)
        return reportFailure(config.error());
    return runAsSubject(request, *config);
}

} // namespace

Command subjectCommand()
{
    return {u"subject"_s, {},
        u"What an experiment starts and measures: serves, and tells of its memory and CPU time."_s,
        u"Not meant to be typed: \"lab run\" starts it. It says where it listens and answers the "
        "commands \"memory\", \"trim\" and \"quit\" of standard input, and with a task \"run COUNT\", one "
        "JSON object a line. It ends with its input."_s,
        optionsOf(subjectSettings()), run};
}

} // namespace servelab::cli
