// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/comparesession.h"

#include "ui/sessions/background.h"

#include <QFutureWatcher>

namespace servelab::ui {

using namespace Qt::StringLiterals;

lab::Experiment experimentOf(const CompareChoice &choice)
{
    lab::Experiment experiment = lab::brotliExperiment(choice.site, u'/' + choice.file, choice.comparison);
    experiment.rounds = choice.rounds;
    experiment.plan.connections = choice.connections;
    experiment.plan.duration = choice.duration;
    return experiment;
}

QList<base::Error> problemsOf(const CompareChoice &choice)
{
    QList<base::Error> problems;
    const auto add = [&problems](const QString &message, const QString &where) {
        problems.append({message, {}, where});
    };
    if (choice.file.isEmpty())
        add(CompareSession::tr("Choose the file to ask for."), u"file"_s);
    if (choice.comparison.qualities.isEmpty())
        add(CompareSession::tr("Choose at least one quality."), u"qualities"_s);
    if (!choice.comparison.eachRequest && !choice.comparison.cached)
        add(CompareSession::tr("Choose when the file is compressed."), u"coding"_s);
    return problems;
}

CompareSession::CompareSession(QString program, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
{
}

CompareSession::~CompareSession() = default;

void CompareSession::start(const lab::Experiment &experiment)
{
    if (m_runner)
        return;
    m_progress.reset();
    m_cancelling = false;
    m_runner = std::make_unique<lab::ExperimentRunner>(m_program);
    connect(m_runner.get(), &lab::ExperimentRunner::sampleTaken, this, &CompareSession::addSample);
    connect(m_runner.get(), &lab::ExperimentRunner::finished, this, &CompareSession::finish);
    connect(m_runner.get(), &lab::ExperimentRunner::progressed, this,
        [this](const lab::ExperimentProgress &progress) {
            m_progress = progress;
            Q_EMIT progressed();
        });
    m_problems = m_runner->start(experiment);
    if (m_problems.isEmpty()) {
        m_document.emplace();
        m_document->experiment = experiment;
    } else {
        m_runner.reset();
    }
    Q_EMIT changed();
    Q_EMIT documentChanged();
}

void CompareSession::cancel()
{
    if (!m_runner)
        return;
    m_cancelling = true;
    Q_EMIT changed();
    m_runner->cancel();
}

void CompareSession::show(const lab::ResultDocument &document)
{
    m_document = document;
    Q_EMIT documentChanged();
    Q_EMIT changed();
}

void CompareSession::save(const QString &path)
{
    if (!m_document)
        return;
    auto *watcher = new QFutureWatcher<base::Expected<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path] {
        watcher->deleteLater();
        if (const auto result = watcher->result())
            Q_EMIT saved(path);
        else
            Q_EMIT failed(result.error());
    });
    watcher->setFuture(
        inBackground<base::Expected<void>>([document = *m_document, path] { return document.save(path); }));
}

void CompareSession::addSample(const lab::Sample &sample)
{
    m_document->samples.append(sample);
    Q_EMIT documentChanged();
}

void CompareSession::finish(const lab::ResultDocument &document)
{
    m_runner.release()->deleteLater(); // it is what called
    m_cancelling = false;
    m_progress.reset();
    m_document = document;
    Q_EMIT documentChanged();
    Q_EMIT changed();
    Q_EMIT finished();
}

} // namespace servelab::ui
