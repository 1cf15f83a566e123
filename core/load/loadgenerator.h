// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loadplan.h"
#include "core/load/loadreport.h"

#include <QObject>

#include <memory>

namespace servelab::load {

/// Runs one plan on its own threads. Lives on the thread that made it, which it never blocks; signals come
/// there. Ends by itself: at the plan's duration or count, plus at most a second, whatever the server does.
/// The destructor ends it at once.
class LoadGenerator : public QObject
{
    Q_OBJECT
public:
    explicit LoadGenerator(QObject *parent = nullptr);
    ~LoadGenerator() override;

    /// Begins. An error when the plan is not valid; then nothing runs. A host's name is looked up meanwhile,
    /// and failed() follows where it is not known or not this machine. Once for each generator.
    base::Expected<void> start(const LoadPlan &plan);

    /// Ends early; finished() follows with what was measured so far.
    void cancel();

Q_SIGNALS:
    void progressed(const servelab::load::LoadProgress &progress);
    void finished(const servelab::load::LoadReport &report);
    /// The run could not begin; nothing else follows.
    void failed(const servelab::base::Error &error);

    /// For the generator itself: a thread has reported.
    void reported(QPrivateSignal);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::load
