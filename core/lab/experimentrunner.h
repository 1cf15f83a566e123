// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/resultdocument.h"

#include <QObject>

#include <memory>

namespace servelab::lab {

struct ExperimentProgress
{
    int samplesDone = 0;
    int samplesTotal = 0;
    int round = 0; ///< from 0
    QString variant; ///< label of the one being measured
    QString workload; ///< title
    qsizetype variantNumber = -1; ///< their places in the experiment; -1: none yet
    qsizetype workloadNumber = -1;
    QString phase; ///< "preparing", "starting", "checking", "warming up", "measuring", "settling"
    std::chrono::milliseconds remaining{0}; ///< estimate
    std::optional<load::LoadProgress> load; ///< while load runs
};

/// Runs an experiment with child processes of `program` (servelab-cli): a fresh server for each sample, and
/// the load generator in another process, on cores of their own where there are enough. Never blocks: lives
/// on the thread that made it, works by signals. The destructor ends every child it started, and waits for
/// them.
class ExperimentRunner : public QObject
{
    Q_OBJECT
public:
    /// `program`: path of servelab-cli.
    explicit ExperimentRunner(QString program, QObject *parent = nullptr);
    ~ExperimentRunner() override;

    /// What stands for {name} in the commands of contenders, beside what the runner knows itself.
    void setPlaces(const Places &places);

    /// Problems of the experiment, or nothing; then finished() follows. Once for each runner.
    QList<base::Error> start(const Experiment &experiment);

    /// Ends early; finished() follows with the finished rounds.
    void cancel();

Q_SIGNALS:
    void progressed(const servelab::lab::ExperimentProgress &progress);
    void sampleTaken(const servelab::lab::Sample &sample);
    void finished(const servelab::lab::ResultDocument &document);

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Where servelab-cli is: beside the running program, or in the build folder's place for it.
QString defaultProgram();

} // namespace servelab::lab
