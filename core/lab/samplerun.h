// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/contenderprocess.h"
#include "core/lab/coreassignment.h"
#include "core/lab/idleconnections.h"
#include "core/lab/loadprocess.h"
#include "core/lab/preflight.h"
#include "core/lab/resultdocument.h"
#include "core/lab/subjectprocess.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

namespace servelab::lab {

/// What one sample needs.
struct SampleTask
{
    QString program; ///< servelab-cli
    site::SiteConfig config; ///< of the server
    QString hook; ///< what the server does beside serving files
    std::optional<Contender> contender; ///< in place of a server of this program
    Places places; ///< for a contender
    Proof proof;
    load::LoadPlan load; ///< of the measured part; host and port become the server's
    SamplePlan plan;
    CoreAssignment cores;
    Sample sample; ///< with its names and its place in the order
};

/// Takes one sample: starts a server, reads its memory, checks its answer, warms it up, measures, lets it
/// settle, reads what memory it retains, and ends it. Never blocks; what goes wrong makes the sample a failed
/// one.
class SampleRun : public QObject
{
    Q_OBJECT
public:
    explicit SampleRun(SampleTask task, QObject *parent = nullptr);

    /// finished() follows when every process has ended.
    void start();

    /// Ends at once; finished() follows with a failed sample.
    void cancel();

Q_SIGNALS:
    void phaseChanged(const QString &phase);
    void loadProgressed(const servelab::load::LoadProgress &progress);
    void finished(const servelab::lab::Sample &sample);

private:
    using ReportHandler = void (SampleRun::*)(const load::LoadReport &);

    void check(const QUrl &server);
    void warmUp(const load::Expectation &expectation);
    void endWarmUp(const load::LoadReport &report);
    void waitForQuiet();
    void lookForQuiet();
    void measure();
    void freeze();
    void thaw();
    void runLoad(const load::LoadPlan &plan, ReportHandler handle);
    void takeReport(const load::LoadReport &report);
    bool saysTooLittle(const load::LoadReport &report) const;
    void planByCount(const load::LoadReport &timed);
    void dropPreflight();
    void settle();
    void takeRetained(const base::MemoryUse &memory);
    void openIdleConnections();
    void readPeak();
    void rememberClocks();
    std::optional<std::chrono::nanoseconds> otherCpu() const;
    void fail(const base::Error &error);
    void finishWhenEnded();

    SampleTask m_task;
    Sample m_sample;
    std::unique_ptr<MeasuredServer> m_server;
    std::unique_ptr<Preflight> m_preflight;
    std::unique_ptr<LoadProcess> m_load;
    std::unique_ptr<IdleConnections> m_idle;
    QTimer m_peakTimer;
    QTimer m_quietTimer;
    QTimer m_settleTimer;
    QTimer m_freezeTimer; ///< until the server is stopped, then until it goes on
    bool m_isFrozen = false;
    std::chrono::nanoseconds m_cpuBefore{0}; ///< of the server
    std::chrono::nanoseconds m_ownBefore{0}; ///< of this program and its load generators
    std::optional<std::chrono::nanoseconds> m_busyBefore; ///< of the machine
    QElapsedTimer m_measuring;
    int m_quietLooks = 0;
    bool m_byCount = false;
    bool m_loadRuns = false;
    bool m_finished = false;
};

} // namespace servelab::lab
