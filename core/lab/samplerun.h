// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/idleconnections.h"
#include "core/lab/loadprocess.h"
#include "core/lab/measuringclocks.h"
#include "core/lab/preflight.h"
#include "core/lab/sampletaker.h"
#include "core/lab/subjectprocess.h"

#include <QTimer>

#include <memory>

namespace servelab::lab {

/// Takes one sample: starts a server, reads its memory, checks its answer, warms it up, measures, lets it
/// settle, reads what memory it retains, and ends it. Never blocks; what goes wrong makes the sample a failed
/// one.
class SampleRun : public SampleTaker
{
    Q_OBJECT
public:
    explicit SampleRun(SampleTask task, QObject *parent = nullptr);

    void start() override;
    void cancel() override;

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
    MeasuringClocks m_clocks;
    std::chrono::nanoseconds m_cpuBefore{0}; ///< of the server at the last look whether it is quiet
    int m_quietLooks = 0;
    bool m_byCount = false;
    bool m_loadRuns = false;
    bool m_finished = false;
};

} // namespace servelab::lab
