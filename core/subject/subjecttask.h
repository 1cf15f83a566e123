// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/site/siteconfig.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <vector>

namespace servelab::subject {

/// What a task did.
struct TaskReport
{
    std::uint64_t operations = 0;
    std::chrono::nanoseconds elapsed{0}; ///< of all operations together
    std::vector<std::chrono::nanoseconds> each; ///< of every operation, where one is long enough to be timed
    std::uint64_t kept = 0; ///< objects that are still held, whose memory is to be looked at
    QString proof; ///< what shows that the work was done right; does not depend on how much it was
};

/// Work of a measured process that no request asks for. Lives on the thread that made it; what it keeps ends
/// with it.
///
/// - config-construct: sites' settings with their table of media types are built and let go. Proof: the sum
///   of port, keep-alive time (ms) and length of the type of "html" of the first, and how many differ.
/// - config-retained: they are kept; one is changed after. Proof: its type, and how many others changed.
/// - config-overlay: they are kept, each with a type of its own for "html", which one gives back after.
///   Proof: how many lack theirs, and the type of the one.
/// - config-materialized: they are kept, each with a copy of every type as its own. Proof: how many differ
///   from the built-in table.
/// - deploy-close: a server is deployed on a free port and closed at once. Proof: ready calls for each
///   deployment and listeners that are left.
class SubjectTask : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// done() or failed() follows, at the earliest when control is back in the event loop. Once for each.
    virtual void start(const site::SiteConfig &config, std::uint64_t count) = 0;

Q_SIGNALS:
    void done(const servelab::subject::TaskReport &report);
    void failed(const servelab::base::Error &error);
};

QStringList subjectTaskNames();

/// An error lists the names for another.
base::Expected<std::unique_ptr<SubjectTask>> makeSubjectTask(const QString &name);

/// Parts of makeSubjectTask: each is null for a name of the other.
std::unique_ptr<SubjectTask> makeConfigTask(const QString &name);
std::unique_ptr<SubjectTask> makeDeployCloseTask();

} // namespace servelab::subject
