// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experimentrunner.h"

#include "core/lab/environment.h"
#include "core/lab/sampleorder.h"
#include "core/lab/samplerun.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>

#include <future>
#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

/// One sample to take, by its numbers in the experiment.
struct Cell
{
    int round = 0;
    int position = 0;
    qsizetype workload = 0;
    qsizetype variant = 0;
};

/// In a round, the variants of one workload follow one another, so that those who are compared meet the same
/// machine.
QList<Cell> cellsOf(const Experiment &experiment)
{
    const int variants = static_cast<int>(experiment.variants.size());
    QList<QList<QList<int>>> orders;
    for (qsizetype workload = 0; workload < experiment.workloads.size(); ++workload)
        orders.append(
            balancedOrders(variants, experiment.rounds, experiment.seed + static_cast<quint64>(workload)));
    QList<Cell> cells;
    for (int round = 0; round < experiment.rounds; ++round) {
        int position = 0;
        for (qsizetype workload = 0; workload < experiment.workloads.size(); ++workload) {
            for (const int variant : orders[workload][round])
                cells.append({round, position++, workload, variant});
        }
    }
    return cells;
}

QList<base::Error> problemsOf(const QString &program)
{
    if (QFileInfo(program).isFile() && QFileInfo(program).isExecutable())
        return {};
    return {base::Error{
        u"The program \"%1\", which serves and loads in an experiment, is not there."_s.arg(program),
        u"Build or install servelab-cli beside servelab."_s, program}};
}

} // namespace

class ExperimentRunner::Private
{
public:
    Private(ExperimentRunner *runner, QString program)
        : q(runner)
        , m_program(std::move(program))
    {
    }

    QList<base::Error> start(const Experiment &experiment);
    void cancel();

private:
    bool isRunning() const { return m_next < m_cells.size() || m_sample; }
    void startNext();
    SampleTask taskFor(const Cell &cell) const;
    void takeSample(const Sample &sample);
    void endRound();
    void finish();
    void report(const QString &phase);
    void report();
    std::chrono::milliseconds expected(const Cell &cell) const;
    std::chrono::milliseconds remaining() const;

    ExperimentRunner *q;
    QString m_program;
    CoreAssignment m_cores;
    ResultDocument m_document;
    std::future<QString> m_programHash;
    QList<Cell> m_cells;
    qsizetype m_next = 0; ///< of the cell after the one that is measured
    std::unique_ptr<SampleRun> m_sample;
    QList<Sample> m_roundSamples; ///< of the round that is not finished
    std::map<std::pair<qsizetype, qsizetype>, std::chrono::milliseconds> m_lastTook;
    QElapsedTimer m_sampleClock;
    ExperimentProgress m_progress;
    bool m_started = false;
    bool m_cancelled = false;
};

QList<base::Error> ExperimentRunner::Private::start(const Experiment &experiment)
{
    Q_ASSERT(!m_started);
    const QList<base::Error> problems = validate(experiment) + problemsOf(m_program);
    if (!problems.isEmpty())
        return problems;
    m_started = true;
    m_cores = assignCores(experiment, base::availableCores());
    m_document.experiment = experiment;
    m_document.environment = describeEnvironment(m_cores);
    m_document.startedAt = QDateTime::currentDateTimeUtc();
    m_programHash = std::async(std::launch::async, hashOfFile, m_program);
    m_cells = cellsOf(experiment);
    m_progress.samplesTotal = static_cast<int>(m_cells.size());
    QMetaObject::invokeMethod(q, [this] { startNext(); }, Qt::QueuedConnection);
    return {};
}

void ExperimentRunner::Private::cancel()
{
    if (!m_started || m_cancelled || !isRunning())
        return;
    m_cancelled = true;
    if (m_sample)
        m_sample->cancel();
}

void ExperimentRunner::Private::startNext()
{
    if (m_cancelled || m_next == m_cells.size()) {
        finish();
        return;
    }
    const Cell &cell = m_cells[m_next++];
    m_progress.round = cell.round;
    m_progress.variant = m_document.experiment.variants[cell.variant].label;
    m_progress.workload = m_document.experiment.workloads[cell.workload].title;
    m_sampleClock.start();
    m_sample = std::make_unique<SampleRun>(taskFor(cell));
    QObject::connect(
        m_sample.get(), &SampleRun::phaseChanged, q, [this](const QString &phase) { report(phase); });
    QObject::connect(
        m_sample.get(), &SampleRun::loadProgressed, q, [this](const load::LoadProgress &progress) {
            m_progress.load = progress;
            report();
        });
    QObject::connect(
        m_sample.get(), &SampleRun::finished, q, [this](const Sample &sample) { takeSample(sample); });
    m_sample->start();
}

SampleTask ExperimentRunner::Private::taskFor(const Cell &cell) const
{
    const Experiment &experiment = m_document.experiment;
    const Workload &workload = experiment.workloads[cell.workload];
    const Variant &variant = experiment.variants[cell.variant];
    SampleTask task;
    task.program = m_program;
    task.config
        = measuredConfig(experiment, variant, std::max(1, static_cast<int>(m_cores.server.size()))).value();
    task.load = loadPlan(experiment, workload, variant, QUrl(u"http://127.0.0.1"_s));
    task.plan = experiment.plan;
    task.cores = m_cores;
    task.sample.workload = workload.id;
    task.sample.variant = variant.id;
    task.sample.round = cell.round;
    task.sample.position = cell.position;
    return task;
}

void ExperimentRunner::Private::takeSample(const Sample &sample)
{
    m_sample->setParent(q); // it is the one that calls, so it goes later
    m_sample.release()->deleteLater();
    m_progress.load.reset();
    if (!m_cancelled) {
        const Cell &cell = m_cells[m_next - 1];
        m_lastTook[{cell.workload, cell.variant}] = std::chrono::milliseconds(m_sampleClock.elapsed());
        m_roundSamples.append(sample);
        ++m_progress.samplesDone;
        endRound();
        Q_EMIT q->sampleTaken(sample);
    }
    startNext();
}

void ExperimentRunner::Private::endRound()
{
    const bool roundGoesOn = m_next < m_cells.size() && m_cells[m_next].round == m_cells[m_next - 1].round;
    if (!roundGoesOn)
        m_document.samples += std::exchange(m_roundSamples, {});
}

void ExperimentRunner::Private::finish()
{
    m_next = m_cells.size();
    m_document.cancelled = m_cancelled;
    m_document.finishedAt = QDateTime::currentDateTimeUtc();
    m_document.environment.programHash = m_programHash.get();
    Q_EMIT q->finished(m_document);
}

void ExperimentRunner::Private::report(const QString &phase)
{
    m_progress.phase = phase;
    m_progress.load.reset();
    report();
}

void ExperimentRunner::Private::report()
{
    m_progress.remaining = remaining();
    Q_EMIT q->progressed(m_progress);
}

std::chrono::milliseconds ExperimentRunner::Private::expected(const Cell &cell) const
{
    const auto known = m_lastTook.find({cell.workload, cell.variant});
    if (known != m_lastTook.end())
        return known->second;
    return estimatedDuration(m_document.experiment) / m_cells.size();
}

std::chrono::milliseconds ExperimentRunner::Private::remaining() const
{
    const auto elapsed = std::chrono::milliseconds(m_sampleClock.elapsed());
    auto sum = std::max(0ms, expected(m_cells[m_next - 1]) - elapsed);
    for (qsizetype i = m_next; i < m_cells.size(); ++i)
        sum += expected(m_cells[i]);
    return sum;
}

ExperimentRunner::ExperimentRunner(QString program, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(program)))
{
}

ExperimentRunner::~ExperimentRunner() = default;

QList<base::Error> ExperimentRunner::start(const Experiment &experiment)
{
    return d->start(experiment);
}

void ExperimentRunner::cancel()
{
    d->cancel();
}

QString defaultProgram()
{
    const QString name = QFileInfo(QCoreApplication::applicationFilePath()).suffix() == "exe"_L1
        ? u"servelab-cli.exe"_s
        : u"servelab-cli"_s;
    const QDir folder(QCoreApplication::applicationDirPath());
    for (const QString &place : {u"."_s, u"../../bin"_s, u"../bin"_s}) {
        const QFileInfo program(folder, place + u'/' + name);
        if (program.isExecutable())
            return QDir::cleanPath(program.absoluteFilePath());
    }
    return QStandardPaths::findExecutable(name);
}

} // namespace servelab::lab
