// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/server.h"

#include "core/base/clock.h"
#include "core/server/deployment.h"
#include "core/server/inbox.h"
#include "core/server/listening.h"
#include "core/server/workerpool.h"
#include "core/site/site.h"

#include <QTimer>

namespace servelab::server {

namespace {

constexpr std::chrono::minutes noticeInterval{1}; ///< between two that say the same

bool haveSameLog(const site::SiteConfig &a, const site::SiteConfig &b)
{
    return a.log == b.log && a.logRotation == b.logRotation && a.verbose == b.verbose;
}

AccessLog::Options logOptions(const site::SiteConfig &config)
{
    return {.path = config.log,
        .rotation
        = {.maximumBytes = config.logRotation.maximumBytes, .filesKept = config.logRotation.filesKept},
        .verbose = config.verbose};
}

/// What a configuration becomes.
struct Compiled
{
    std::shared_ptr<const site::Site> site;
    TlsSetup tls;
};

std::unexpected<site::Problems> problem(QString message, QString remedy, QString where)
{
    return std::unexpected(site::Problems{{std::move(message), std::move(remedy), std::move(where)}});
}

} // namespace

class Server::Private
{
public:
    explicit Private(Server *server);
    ~Private();

    std::expected<std::shared_ptr<AccessLog>, site::Problems> logFor(const site::SiteConfig &config);
    std::function<void(const base::Error &)> notice();
    void tell(const base::Error &error);
    void setRecording(bool recording);
    void setHooks(std::shared_ptr<SiteHooks> hooks);
    void redeploy();
    std::expected<Compiled, site::Problems> compile(const site::SiteConfig &next) const;
    std::expected<void, site::Problems> prepare(const site::SiteConfig &next, Compiled compiled);
    void tellOfCertificates();
    void start(ServerSockets sockets);
    void stop();
    void drain(std::chrono::milliseconds patience);
    void finishClosing();
    CounterSnapshot counters() const;

    Server *server;
    Inbox inbox; ///< outlives all that post to it
    QString lastNotice;
    base::TimePoint lastNoticeTime;
    State state = State::Stopped;
    site::SiteConfig config;
    DeploymentPointer deployment;
    std::shared_ptr<RecordStream> stream; ///< null: not recording
    std::shared_ptr<HookFaults> faults = std::make_shared<HookFaults>();
    InstalledHooksPointer hooks; ///< null: none
    std::unique_ptr<WorkerPool> pool;
    OpenPorts ports;
    CounterSnapshot lastCounters; ///< of a server that has stopped
    QTimer grace;
};

Server::Private::Private(Server *owner)
    : server(owner)
{
    grace.setSingleShot(true);
    QObject::connect(&grace, &QTimer::timeout, server, [this] { finishClosing(); });
}

Server::Private::~Private()
{
    stop();
}

/// For other threads to tell what `noticed` tells.
std::function<void(const base::Error &)> Server::Private::notice()
{
    return [this](const base::Error &error) { inbox.post([this, error] { tell(error); }); };
}

/// Every worker meets the same fault, and may meet it over and over.
void Server::Private::tell(const base::Error &error)
{
    const base::TimePoint now = base::Clock::now();
    if (error.message == lastNotice && now < lastNoticeTime + noticeInterval)
        return;
    lastNotice = error.message;
    lastNoticeTime = now;
    Q_EMIT server->noticed(error);
}

/// The log that is open already where it is the same; null where none is wanted.
std::expected<std::shared_ptr<AccessLog>, site::Problems> Server::Private::logFor(
    const site::SiteConfig &next)
{
    if (next.log.isEmpty() && !next.verbose)
        return nullptr;
    if (deployment && deployment->receivers.log && haveSameLog(next, config))
        return deployment->receivers.log;
    auto opened = AccessLog::open(logOptions(next), notice());
    if (!opened)
        return std::unexpected(site::Problems{opened.error()});
    return *opened;
}

void Server::Private::setRecording(bool recording)
{
    if (recording == (stream != nullptr))
        return;
    stream = recording ? std::make_shared<RecordStream>(RecordStream::Limits()) : nullptr;
    redeploy();
}

void Server::Private::setHooks(std::shared_ptr<SiteHooks> installed)
{
    hooks.reset();
    if (installed) {
        const HookInterests interests = installed->interests();
        hooks = std::make_shared<InstalledHooks>(InstalledHooks{std::move(installed), interests, faults});
    }
    redeploy();
}

/// The same site, with what has changed beside it.
void Server::Private::redeploy()
{
    if (!pool)
        return;
    deployment
        = makeDeployment(deployment->site, {deployment->receivers.log, stream}, deployment->tls, hooks);
    pool->deploy(deployment);
}

/// Touches neither a port nor a log.
std::expected<Compiled, site::Problems> Server::Private::compile(const site::SiteConfig &next) const
{
    auto site = site::Site::compile(next, deployment ? deployment->site : nullptr);
    if (!site)
        return std::unexpected(site.error());
    auto tls = makeTlsSetup(**site, deployment ? deployment->tls : TlsSetup());
    if (!tls)
        return std::unexpected(tls.error());
    return Compiled{std::move(*site), std::move(*tls)};
}

/// Makes it the deployment that is handed to the workers next.
std::expected<void, site::Problems> Server::Private::prepare(const site::SiteConfig &next, Compiled compiled)
{
    auto log = logFor(next);
    if (!log)
        return std::unexpected(log.error());
    config = next;
    deployment
        = makeDeployment(std::move(compiled.site), {std::move(*log), stream}, std::move(compiled.tls), hooks);
    return {};
}

void Server::Private::tellOfCertificates()
{
    if (const auto &credentials = deployment->site->credentials()) {
        for (const base::Error &error : credentials->notices(QDateTime::currentDateTimeUtc()))
            Q_EMIT server->noticed(error);
    }
}

void Server::Private::start(ServerSockets sockets)
{
    ports = {sockets.plainPort(), sockets.securedPort()};
    lastCounters = {};
    pool = std::make_unique<WorkerPool>(workerCount(config), std::move(sockets), deployment, notice());
    state = State::Running;
}

void Server::Private::stop()
{
    if (!pool)
        return;
    grace.stop();
    pool->shutDown();
    lastCounters = counters();
    pool.reset();
    deployment.reset();
    ports = {};
    state = State::Stopped;
}

void Server::Private::drain(std::chrono::milliseconds patience)
{
    state = State::Closing;
    grace.start(patience);
    pool->drain([this, drainedPool = pool.get()] {
        inbox.post([this, drainedPool] {
            if (pool.get() == drainedPool)
                finishClosing();
        });
    });
}

void Server::Private::finishClosing()
{
    if (state != State::Closing)
        return;
    stop();
    Q_EMIT server->closed();
}

CounterSnapshot Server::Private::counters() const
{
    if (!pool)
        return lastCounters;
    CounterSnapshot sum;
    pool->addCounters(sum);
    sum.cachedBytes = deployment->site->cachedBytes();
    return sum;
}

Server::Server(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this))
{
}

Server::~Server() = default;

std::expected<void, site::Problems> Server::deploy(const site::SiteConfig &config)
{
    if (d->state != State::Stopped)
        return problem(
            tr("The server is running already."), tr("Stop it first, or change its settings."), {});
    auto compiled = d->compile(config);
    if (!compiled)
        return std::unexpected(compiled.error());
    auto sockets = openServerSockets(config, workerCount(config));
    if (!sockets)
        return std::unexpected(sockets.error());
    if (auto prepared = d->prepare(config, std::move(*compiled)); !prepared)
        return prepared;
    d->start(std::move(*sockets));
    d->tellOfCertificates();
    Q_EMIT started();
    return {};
}

std::expected<void, site::Problems> Server::reconfigure(const site::SiteConfig &config)
{
    if (d->state != State::Running)
        return problem(tr("The server is not running."), tr("Start it with the new settings."), {});
    if (site::Problems problems = listenerProblems(d->config, config, d->ports); !problems.isEmpty())
        return std::unexpected(std::move(problems));
    auto compiled = d->compile(config);
    if (!compiled)
        return std::unexpected(compiled.error());
    if (auto prepared = d->prepare(config, std::move(*compiled)); !prepared)
        return prepared;
    d->pool->deploy(d->deployment);
    d->tellOfCertificates();
    return {};
}

void Server::close(std::chrono::milliseconds grace)
{
    if (d->state == State::Running)
        d->drain(grace);
}

void Server::setHooks(std::shared_ptr<SiteHooks> hooks)
{
    d->setHooks(std::move(hooks));
}

std::optional<base::Error> Server::lastError() const
{
    return d->faults->last();
}

Server::State Server::state() const
{
    return d->state;
}

quint16 Server::port() const
{
    return d->ports.plain;
}

quint16 Server::httpsPort() const
{
    return d->ports.secured;
}

QUrl Server::url() const
{
    return d->ports.plain == 0 && d->ports.secured != 0
        ? httpsUrl()
        : urlOf(d->config, QStringLiteral("http"), d->ports.plain);
}

QUrl Server::httpsUrl() const
{
    return d->ports.secured == 0 ? QUrl() : urlOf(d->config, QStringLiteral("https"), d->ports.secured);
}

const site::SiteConfig &Server::config() const
{
    return d->config;
}

CounterSnapshot Server::counters() const
{
    return d->counters();
}

void Server::setRecording(bool recording)
{
    d->setRecording(recording);
}

bool Server::isRecording() const
{
    return d->stream != nullptr;
}

RecordBatch Server::takeRecords()
{
    if (!d->stream)
        return {.records = std::make_shared<const QList<AccessRecord>>()};
    return d->stream->take();
}

} // namespace servelab::server
