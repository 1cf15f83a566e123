// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/labsession.h"

#include "core/base/process.h"

#include <QCoreApplication>

namespace servelab::ui {

using namespace Qt::StringLiterals;

LabSession::LabSession(QString program, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
{
}

LabSession::~LabSession() = default;

void LabSession::start(const lab::Experiment &experiment, const lab::Places &places)
{
    if (m_runner)
        return;
    m_progress.reset();
    m_cancelling = false;
    m_ownShare.reset();
    m_ownCpu.reset();
    m_sinceProgress.invalidate();
    m_runner = std::make_unique<lab::ExperimentRunner>(m_program);
    m_runner->setPlaces(places);
    connect(m_runner.get(), &lab::ExperimentRunner::sampleTaken, this, &LabSession::addSample);
    connect(m_runner.get(), &lab::ExperimentRunner::finished, this, &LabSession::finish);
    connect(m_runner.get(), &lab::ExperimentRunner::progressed, this, &LabSession::takeProgress);
    m_problems = m_runner->start(experiment);
    if (m_problems.isEmpty()) {
        m_document.emplace();
        m_document->experiment = experiment;
    } else {
        m_runner.reset();
    }
    Q_EMIT changed();
}

void LabSession::cancel()
{
    if (!m_runner || m_cancelling)
        return;
    m_cancelling = true;
    Q_EMIT changed();
    m_runner->cancel();
}

/// Another phase is told at once, a load that goes on no more often than anyone can read.
void LabSession::takeProgress(const lab::ExperimentProgress &progress)
{
    const bool isOther = !m_progress || m_progress->phase != progress.phase
        || m_progress->samplesDone != progress.samplesDone;
    m_progress = progress;
    if (!isOther && m_sinceProgress.isValid() && !m_sinceProgress.hasExpired(progressPeriod.count()))
        return;
    measureOwnShare();
    Q_EMIT progressed();
}

void LabSession::measureOwnShare()
{
    const auto cpu = base::cpuTime(QCoreApplication::applicationPid());
    const bool hasBefore = m_sinceProgress.isValid() && m_ownCpu;
    const auto passed = std::chrono::nanoseconds(hasBefore ? m_sinceProgress.nsecsElapsed() : 0);
    if (hasBefore && passed < progressPeriod) // too short a time to say much
        return;
    if (cpu && hasBefore)
        m_ownShare = std::chrono::duration<double>(*cpu - *m_ownCpu) / std::chrono::duration<double>(passed);
    m_ownCpu = cpu ? std::optional(*cpu) : std::nullopt;
    m_sinceProgress.start();
}

void LabSession::addSample(const lab::Sample &sample)
{
    m_document->samples.append(sample);
    Q_EMIT sampleTaken(sample);
}

void LabSession::finish(const lab::ResultDocument &document)
{
    m_runner.release()->deleteLater(); // it is what called
    m_cancelling = false;
    m_progress.reset();
    m_document = document;
    Q_EMIT changed();
    Q_EMIT finished();
    if (!document.samples.isEmpty())
        Q_EMIT resultReady(document);
}

} // namespace servelab::ui
