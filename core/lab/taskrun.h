// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/measuringclocks.h"
#include "core/lab/sampletaker.h"
#include "core/lab/subjectprocess.h"

#include <QTimer>

namespace servelab::lab {

/// Takes a sample of a task: each of its operations counts as a request that was answered. Starts a process,
/// reads its memory, has the task done as often as the plan's count says, proves the result, and reads what
/// memory it retains with what the task keeps. Without a warm-up and without load.
class TaskRun : public SampleTaker
{
    Q_OBJECT
public:
    explicit TaskRun(SampleTask task, QObject *parent = nullptr);

    void start() override;
    void cancel() override;

private:
    void measure();
    void readPeak();
    void takeResult(const TaskResult &result);
    void settle();
    void takeRetained(const base::MemoryUse &memory);
    void fail(const base::Error &error);
    void finishWhenEnded();

    SampleTask m_task;
    Sample m_sample;
    SubjectProcess m_process;
    QTimer m_peakTimer;
    QTimer m_settleTimer;
    MeasuringClocks m_clocks;
    bool m_finished = false;
};

} // namespace servelab::lab
