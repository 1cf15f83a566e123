// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experimentrunner.h"

#include "core/lab/environment.h"
#include "core/lab/preparation.h"
#include "core/lab/sampleorder.h"
#include "core/lab/sampletaker.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>

#include <map>
#include <mutex>
#include <utility>

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
    Preparation takePreparation();
    bool isRunning() const { return m_next < m_cells.size() || m_sample || m_preparation; }
    void startNext();
    SampleTask taskFor(const Cell &cell) const;
    void giveCertificate(SampleTask &task) const;
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
    std::unique_ptr<QTemporaryDir> m_certificateFolder; ///< where a variant needs a certificate
    std::unique_ptr<QThread> m_preparation;
    std::mutex m_handoverMutex;
    Preparation m_handedOver; ///< guarded by m_handoverMutex: by the preparing thread
    Preparation m_prepared;
    QList<Cell> m_cells;
    qsizetype m_next = 0; ///< of the cell after the one that is measured
    std::unique_ptr<SampleTaker> m_sample;
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
    if (needsCertificate(m_document.experiment))
        m_certificateFolder = std::make_unique<QTemporaryDir>();
    m_preparation.reset(QThread::create(
        [this, program = m_program, experiment = m_document.experiment, places = m_places,
            folder = m_fixtureFolder ? m_fixtureFolder->path() : QString(),
            certificateFolder = m_certificateFolder ? m_certificateFolder->path() : QString()] {
            Preparation made = lab::prepare(program, experiment, {folder, certificateFolder}, places);
            const std::scoped_lock lock(m_handoverMutex);
            m_handedOver = std::move(made);
        }));
    QObject::connect(m_preparation.get(), &QThread::finished, q, [this] { endPreparation(); });
    m_preparation->start();
}

/// A fixture that cannot be made fails every sample, with its reason.
void ExperimentRunner::Private::endPreparation()
{
    m_preparation->wait();
    m_preparation.release()->deleteLater();
    m_prepared = takePreparation();
    m_document.environment.programHash = m_prepared.programHash;
    m_document.environment.contenders = m_prepared.contenders;
    m_document.environment.busyShare = m_prepared.busyShare;
    startNext();
}

Preparation ExperimentRunner::Private::takePreparation()
{
    const std::scoped_lock lock(m_handoverMutex);
    return std::exchange(m_handedOver, {});
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
    m_sample = makeSampleTaker(taskFor(cell));
    QObject::connect(
        m_sample.get(), &SampleTaker::phaseChanged, q, [this](const QString &phase) { report(phase); });
    QObject::connect(
        m_sample.get(), &SampleTaker::loadProgressed, q, [this](const load::LoadProgress &progress) {
            m_progress.load = progress;
            report();
        });
    QObject::connect(
        m_sample.get(), &SampleTaker::finished, q, [this](const Sample &sample) { takeSample(sample); });
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
    task.task = workload.task;
    task.contender = variant.contender;
    task.places = m_places;
    task.proof = workload.proof;
    task.plan = experiment.plan;
    task.cores = m_cores;
    if (!m_prepared.fixture)
        task.sample.failure = m_prepared.fixture.error();
    if (lab::needsCertificate(task.config))
        giveCertificate(task);
    task.sample.workload = workload.id;
    task.sample.variant = variant.id;
    task.sample.round = cell.round;
    task.sample.position = cell.position;
    task.sample.copy = cell.copy;
    return task;
}

/// The client side verifies it against the authority of this run.
void ExperimentRunner::Private::giveCertificate(SampleTask &task) const
{
    if (!m_prepared.certificate) {
        task.sample.failure = m_prepared.certificate.error();
        return;
    }
    task.config.https.certificate = m_prepared.certificate->certificate;
    task.config.https.key = m_prepared.certificate->key;
    task.load.trust.authorities = m_prepared.certificate->authority;
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
