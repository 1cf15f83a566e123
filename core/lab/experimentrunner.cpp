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
#include <QTemporaryDir>
#include <QThread>

#include <map>
#include <mutex>
#include <thread>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

/// How long others are watched before the start.
constexpr auto busyProbeTime = 300ms;

/// One sample to take, by its numbers in the experiment.
struct Cell
{
    int round = 0;
    int position = 0;
    qsizetype workload = 0;
    qsizetype variant = 0;
    int copy = 0;
};

/// In a round, the variants of one workload follow one another, so that those who are compared meet the same
/// machine; a variant and its copy have places of their own in the order.
QList<Cell> cellsOf(const Experiment &experiment)
{
    const int runs = static_cast<int>(experiment.variants.size()) * experiment.runsPerRound;
    QList<QList<QList<int>>> orders;
    for (qsizetype workload = 0; workload < experiment.workloads.size(); ++workload)
        orders.append(
            balancedOrders(runs, experiment.rounds, experiment.seed + static_cast<quint64>(workload)));
    QList<Cell> cells;
    for (int round = 0; round < experiment.rounds; ++round) {
        int position = 0;
        for (qsizetype workload = 0; workload < experiment.workloads.size(); ++workload) {
            for (const int run : orders[workload][round])
                cells.append({round, position++, workload, run / experiment.runsPerRound,
                    run % experiment.runsPerRound});
        }
    }
    return cells;
}

/// Other servers may give up their rights before they read it.
std::unique_ptr<QTemporaryDir> readableFolder()
{
    auto folder = std::make_unique<QTemporaryDir>();
    QFile::setPermissions(folder->path(),
        QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup
            | QFile::ReadOther | QFile::ExeOther);
    return folder;
}

QList<base::Error> problemsOf(const QString &program)
{
    if (QFileInfo(program).isFile() && QFileInfo(program).isExecutable())
        return {};
    return {base::Error{
        u"The program \"%1\", which serves and loads in an experiment, is not there."_s.arg(program),
        u"Build or install servelab-cli beside servelab."_s, program}};
}

/// What takes too long for the thread of the runner.
struct Preparation
{
    QString programHash;
    QList<ContenderProgram> contenders;
    std::optional<double> busyShare;
    base::Expected<void> fixture;
};

/// Others are watched alone, before this program itself computes.
Preparation prepared(
    const QString &program, const Experiment &experiment, const QString &folder, const Places &places)
{
    Preparation result;
    const BusyProbe probe;
    std::this_thread::sleep_for(busyProbeTime);
    result.busyShare = probe.share();
    result.programHash = hashOfFile(program);
    for (const Variant &variant : experiment.variants) {
        const auto found = variant.contender ? findProgram(*variant.contender, places)
                                             : base::Expected<QString>(QString());
        if (variant.contender && found)
            result.contenders.append(
                {variant.contender->name, QFileInfo(*found).fileName(), hashOfFile(*found)});
    }
    if (!folder.isEmpty())
        result.fixture = makeFixture(experiment.fixture, folder);
    return result;
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

    ~Private();

    QList<base::Error> start(const Experiment &experiment);
    void cancel();
    void setPlaces(const Places &places) { m_places = places; }

private:
    void prepare();
    void endPreparation();
    Preparation takePrepared();
    bool isRunning() const { return m_next < m_cells.size() || m_sample || m_preparation; }
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
    Places m_places;
    std::unique_ptr<QTemporaryDir> m_fixtureFolder; ///< where the experiment has a fixture
    std::unique_ptr<QThread> m_preparation;
    std::mutex m_preparedMutex;
    Preparation m_prepared; ///< guarded by m_preparedMutex; of the preparing thread until it has finished
    base::Expected<void> m_fixtureMade;
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
    m_cells = cellsOf(experiment);
    m_progress.samplesTotal = static_cast<int>(m_cells.size());
    QMetaObject::invokeMethod(q, [this] { prepare(); }, Qt::QueuedConnection);
    return {};
}

ExperimentRunner::Private::~Private()
{
    if (m_preparation)
        m_preparation->wait();
}

void ExperimentRunner::Private::prepare()
{
    if (m_cancelled) {
        finish();
        return;
    }
    if (!m_document.experiment.fixture.isEmpty())
        m_fixtureFolder = readableFolder();
    m_preparation.reset(
        QThread::create([this, program = m_program, experiment = m_document.experiment, places = m_places,
                            folder = m_fixtureFolder ? m_fixtureFolder->path() : QString()] {
            Preparation made = prepared(program, experiment, folder, places);
            const std::scoped_lock lock(m_preparedMutex);
            m_prepared = std::move(made);
        }));
    QObject::connect(m_preparation.get(), &QThread::finished, q, [this] { endPreparation(); });
    m_preparation->start();
}

/// A fixture that cannot be made fails every sample, with its reason.
void ExperimentRunner::Private::endPreparation()
{
    m_preparation->wait();
    m_preparation.release()->deleteLater();
    Preparation made = takePrepared();
    m_document.environment.programHash = std::move(made.programHash);
    m_document.environment.contenders = std::move(made.contenders);
    m_document.environment.busyShare = made.busyShare;
    m_fixtureMade = std::move(made.fixture);
    startNext();
}

Preparation ExperimentRunner::Private::takePrepared()
{
    const std::scoped_lock lock(m_preparedMutex);
    return std::exchange(m_prepared, {});
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
    m_progress.variantNumber = cell.variant;
    m_progress.workloadNumber = cell.workload;
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
    if (m_fixtureFolder)
        task.config.root = m_fixtureFolder->path();
    task.hook = workload.hook;
    task.contender = variant.contender;
    task.places = m_places;
    task.proof = workload.proof;
    task.plan = experiment.plan;
    task.cores = m_cores;
    if (!m_fixtureMade)
        task.sample.failure = m_fixtureMade.error();
    task.sample.workload = workload.id;
    task.sample.variant = variant.id;
    task.sample.round = cell.round;
    task.sample.position = cell.position;
    task.sample.copy = cell.copy;
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

void ExperimentRunner::setPlaces(const Places &places)
{
    d->setPlaces(places);
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
