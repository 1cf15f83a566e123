// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/deployment.h"

namespace servelab::server {

namespace {

/// The hint counts whole seconds; a client that is told less than the truth only reconnects too early.
std::string keptFieldLinesFor(std::chrono::milliseconds keepAlive)
{
    std::string lines = "Connection: keep-alive\r\n";
    const auto seconds = std::chrono::floor<std::chrono::seconds>(keepAlive).count();
    if (seconds > 0)
        lines += "Keep-Alive: timeout=" + std::to_string(seconds) + "\r\n";
    return lines;
}

} // namespace

void RecordReceivers::hand(std::vector<AccessRecord> &records) const
{
    if (stream && !records.empty())
        stream->hand(records);
    if (log)
        log->hand(records);
    records.clear();
}

void CurrentDeployment::set(DeploymentPointer deployment)
{
    const std::scoped_lock lock(m_mutex);
    m_deployment.swap(deployment);
    m_version.fetch_add(1, std::memory_order_release);
}

void CurrentDeployment::get(DeploymentPointer &deployment, std::uint64_t &version) const
{
    const std::scoped_lock lock(m_mutex);
    deployment = m_deployment;
    version = m_version.load(std::memory_order_relaxed);
}

DeploymentPointer makeDeployment(std::shared_ptr<const site::Site> site, RecordReceivers receivers,
    TlsSetup tls, InstalledHooksPointer hooks)
{
    auto deployment = std::make_shared<Deployment>();
    deployment->keptFieldLines = keptFieldLinesFor(site->config().timeouts.keepAlive);
    deployment->techniques = site->config().techniques;
    deployment->site = std::move(site);
    deployment->receivers = std::move(receivers);
    deployment->tls = std::move(tls);
    deployment->hooks = std::move(hooks);
    return deployment;
}

} // namespace servelab::server
