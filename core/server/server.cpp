// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/server.h"

#include "core/base/process.h"
#include "core/server/deployment.h"
#include "core/server/inbox.h"
#include "core/server/workerpool.h"
#include "core/site/site.h"

#include <QTimer>

#include <algorithm>

namespace servelab::server {

namespace {

constexpr int mostDefaultWorkers = 4;

int workerCount(const site::SiteConfig &config)
{
    if (config.workers > 0)
        return config.workers;
    return std::clamp(static_cast<int>(base::availableCores().size()), 1, mostDefaultWorkers);
}

QHostAddress listeningAddress(const QString &host)
{
    return host == QLatin1String("localhost") ? QHostAddress(QHostAddress::LocalHost) : QHostAddress(host);
}

bool isAnyAddress(const QHostAddress &address)
{
    return address == QHostAddress(QHostAddress::AnyIPv4) || address == QHostAddress(QHostAddress::AnyIPv6);
}

/// The name under which a browser on this machine finds the site.
QString hostOfUrl(const site::SiteConfig &config)
{
    if (!config.domain.isEmpty())
        return config.domain;
    return isAnyAddress(QHostAddress(config.host)) ? QStringLiteral("localhost") : config.host;
}

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
    site::Problems listenerProblems(const site::SiteConfig &next) const;
    std::function<void(const base::Error &)> notice();
    void setRecording(bool recording);
    void setHooks(std::shared_ptr<SiteHooks> hooks);
    void redeploy();
    void start(net::ListeningSockets sockets);
    void stop();
    void drain(std::chrono::milliseconds patience);
    void finishClosing();
    CounterSnapshot counters() const;

    Server *server;
    Inbox inbox; ///< outlives all that post to it
    State state = State::Stopped;
    site::SiteConfig config;
    DeploymentPointer deployment;
    std::shared_ptr<RecordStream> stream; ///< null: not recording
    std::shared_ptr<HookFaults> faults = std::make_shared<HookFaults>();
    InstalledHooksPointer hooks; ///< null: none
    std::unique_ptr<WorkerPool> pool;
    quint16 port = 0;
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
    return [this](const base::Error &error) { inbox.post([this, error] { Q_EMIT server->noticed(error); }); };
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

site::Problems Server::Private::listenerProblems(const site::SiteConfig &next) const
{
    const QString remedy = tr("Stop the server, then start it again with the new setting.");
    site::Problems problems;
    if (next.host != config.host)
        problems.append(
            {tr("The address cannot change while the server runs."), remedy, QStringLiteral("host")});
    if (next.port != config.port && next.port != port)
        problems.append(
            {tr("The port cannot change while the server runs."), remedy, QStringLiteral("port")});
    if (workerCount(next) != pool->size())
        problems.append({tr("The number of workers cannot change while the server runs."), remedy,
            QStringLiteral("workers")});
    return problems;
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
    deployment = makeDeployment(deployment->site, {deployment->receivers.log, stream}, hooks);
    pool->deploy(deployment);
}

void Server::Private::start(net::ListeningSockets sockets)
{
    port = sockets.port;
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
    port = 0;
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
    auto site = site::Site::compile(config);
    if (!site)
        return std::unexpected(site.error());
    auto sockets = net::openListeningSockets(listeningAddress(config.host), config.port, workerCount(config));
    if (!sockets)
        return std::unexpected(site::Problems{sockets.error()});
    auto log = d->logFor(config);
    if (!log)
        return std::unexpected(log.error());
    d->config = config;
    d->deployment = makeDeployment(std::move(*site), {std::move(*log), d->stream}, d->hooks);
    d->start(std::move(*sockets));
    Q_EMIT started();
    return {};
}

std::expected<void, site::Problems> Server::reconfigure(const site::SiteConfig &config)
{
    if (d->state != State::Running)
        return problem(tr("The server is not running."), tr("Start it with the new settings."), {});
    if (site::Problems problems = d->listenerProblems(config); !problems.isEmpty())
        return std::unexpected(std::move(problems));
    auto site = site::Site::compile(config, d->deployment->site);
    if (!site)
        return std::unexpected(site.error());
    auto log = d->logFor(config);
    if (!log)
        return std::unexpected(log.error());
    d->config = config;
    d->deployment = makeDeployment(std::move(*site), {std::move(*log), d->stream}, d->hooks);
    d->pool->deploy(d->deployment);
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
    return d->port;
}

QUrl Server::url() const
{
    QUrl url;
    url.setScheme(QStringLiteral("http"));
    url.setHost(hostOfUrl(d->config));
    url.setPort(d->port);
    url.setPath(QStringLiteral("/"));
    return url;
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
