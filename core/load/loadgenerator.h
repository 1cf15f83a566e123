// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/loadplan.h"
#include "core/load/loadreport.h"

#include <QObject>

#include <memory>

namespace servelab::load {

/// Runs one plan on its own threads (closed loop: each connection sends its next request when the last answer
/// is whole). Lives on the thread that made it; signals come there. Ends by itself: at the plan's duration or
/// count, plus at most a second, whatever the server does. The destructor ends it at once.
class LoadGenerator : public QObject
{
    Q_OBJECT
public:
    explicit LoadGenerator(QObject *parent = nullptr);
    ~LoadGenerator() override;

    /// Begins. An error when the plan is not valid or the host does not resolve; then nothing runs. Once for
    /// each generator.
    base::Expected<void> start(const LoadPlan &plan);

    /// Ends early; finished() follows with what was measured so far.
    void cancel();

Q_SIGNALS:
    void progressed(const servelab::load::LoadProgress &progress);
    void finished(const servelab::load::LoadReport &report);

    /// For the generator itself: a thread has reported.
    void reported(QPrivateSignal);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::load
