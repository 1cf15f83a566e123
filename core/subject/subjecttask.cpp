// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subjecttask.h"

using namespace Qt::StringLiterals;

namespace servelab::subject {

QStringList subjectTaskNames()
{
    return {u"config-construct"_s, u"config-retained"_s, u"config-overlay"_s, u"config-materialized"_s,
        u"deploy-close"_s};
}

base::Expected<std::unique_ptr<SubjectTask>> makeSubjectTask(const QString &name)
{
    if (name == "deploy-close"_L1)
        return makeDeployCloseTask();
    if (auto task = makeConfigTask(name))
        return task;
    return base::fail(
        u"There is no task \"%1\"."_s.arg(name), u"Known are %1."_s.arg(subjectTaskNames().join(u", "_s)));
}

} // namespace servelab::subject
