// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experimentrunner.h"
#include "core/lab/resultdocument.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <optional>

namespace servelab::ui {

/// One experiment at a time, while it runs and what it found. Lives on the window's thread, never waits.
class LabSession : public QObject
{
    Q_OBJECT
public:
    /// The shortest time between two progressed() of one phase: what the window does must not be measured.
    static constexpr std::chrono::milliseconds progressPeriod{200};

    /// `program`: path of servelab-cli, which is what is measured.
    explicit LabSession(QString program, QObject *parent = nullptr);
    ~LabSession() override;

    const QString &program() const { return m_program; }
    bool isRunning() const { return m_runner != nullptr; }
    bool isCancelling() const { return m_cancelling; }
    const std::optional<lab::ExperimentProgress> &progress() const { return m_progress; }

    /// The samples so far, or what was kept; empty optional before the first run.
    const std::optional<lab::ResultDocument> &document() const { return m_document; }

    /// Of one core, what this program itself used between the last two progressed(); empty where the system
    /// does not tell.
    std::optional<double> ownShare() const { return m_ownShare; }

    /// Why the last start did nothing.
    const QList<base::Error> &problems() const { return m_problems; }

    /// `places` stands for {name} in the commands of contenders.
    void start(const lab::Experiment &experiment, const lab::Places &places = {});
    void cancel(); ///< finished rounds are kept

Q_SIGNALS:
    void changed(); ///< started, cancelling or ended
    void progressed();
    void sampleTaken(const servelab::lab::Sample &sample);
    void finished(); ///< document() is what was kept
    /// At the end, where anything was kept.
    void resultReady(const servelab::lab::ResultDocument &document);

private:
    void takeProgress(const lab::ExperimentProgress &progress);
    void measureOwnShare();
    void addSample(const lab::Sample &sample);
    void finish(const lab::ResultDocument &document);

    QString m_program;
    std::unique_ptr<lab::ExperimentRunner> m_runner;
    bool m_cancelling = false;
    std::optional<lab::ExperimentProgress> m_progress;
    QElapsedTimer m_sinceProgress;
    std::optional<std::chrono::nanoseconds> m_ownCpu;
    std::optional<double> m_ownShare;
    std::optional<lab::ResultDocument> m_document;
    QList<base::Error> m_problems;
};

} // namespace servelab::ui
