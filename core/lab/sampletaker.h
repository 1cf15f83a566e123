// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/contenderprocess.h"
#include "core/lab/coreassignment.h"
#include "core/lab/resultdocument.h"

#include <QObject>

#include <memory>

namespace servelab::lab {

/// What one sample needs.
struct SampleTask
{
    QString program; ///< servelab-cli
    site::SiteConfig config; ///< of the server
    QString hook; ///< what the server does beside serving files
    QString task; ///< what is done in place of serving; empty: it serves
    std::optional<Contender> contender; ///< in place of a server of this program
    Places places; ///< for a contender
    Proof proof;
    load::LoadPlan load; ///< of the measured part; host and port become the server's
    SamplePlan plan;
    CoreAssignment cores;
    Sample sample; ///< with its names and its place in the order
};

/// Takes one sample, from the start of its processes to their end. Never blocks; what goes wrong makes the
/// sample a failed one.
class SampleTaker : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// finished() follows when every process has ended.
    virtual void start() = 0;

    /// Ends at once; finished() follows with a failed sample.
    virtual void cancel() = 0;

Q_SIGNALS:
    void phaseChanged(const QString &phase);
    void loadProgressed(const servelab::load::LoadProgress &progress);
    void finished(const servelab::lab::Sample &sample);
};

/// Keeps the highest of each figure.
void raisePeak(base::MemoryUse &peak, const base::MemoryUse &now);

/// The one that suits the task.
std::unique_ptr<SampleTaker> makeSampleTaker(const SampleTask &task);

} // namespace servelab::lab
