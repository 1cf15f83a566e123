// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accesslog.h"
#include "core/server/installedhooks.h"
#include "core/server/recordstream.h"
#include "core/server/tlssetup.h"
#include "core/site/site.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace servelab::server {

/// Where the records of requests go. Null: there nothing goes.
struct RecordReceivers
{
    std::shared_ptr<AccessLog> log;
    std::shared_ptr<RecordStream> stream;

    bool areAny() const { return log || stream; }

    /// `records` is empty afterwards.
    void hand(std::vector<AccessRecord> &records) const;
};

/// What the workers serve now: immutable, shared by all of them, replaced whole. A request that takes longer
/// than a turn keeps the one it began with.
struct Deployment
{
    std::shared_ptr<const site::Site> site;
    RecordReceivers receivers;
    TlsSetup tls;
    InstalledHooksPointer hooks; ///< null: none
    site::TechniquesConfig techniques; ///< of the site's configuration, close at hand
    std::string keptFieldLines; ///< Connection and Keep-Alive for clients that asked to be kept

    bool isToldOfEnds() const { return receivers.areAny() || (hooks && hooks->interests.afterServe); }
    const site::TimeoutsConfig &timeouts() const { return site->config().timeouts; }
};

using DeploymentPointer = std::shared_ptr<const Deployment>;

/// Where the server leaves what is to be served from now on, and its workers look for it: a request that is
/// read after set() has returned sees it. Thread-safe.
class CurrentDeployment
{
public:
    explicit CurrentDeployment(DeploymentPointer first)
        : m_deployment(std::move(first))
    {
    }

    void set(DeploymentPointer deployment);

    /// Costs next to nothing. Version 0 is older than the first.
    bool isNewerThan(std::uint64_t version) const
    {
        return m_version.load(std::memory_order_acquire) != version;
    }
    void get(DeploymentPointer &deployment, std::uint64_t &version) const;

private:
    std::atomic<std::uint64_t> m_version = 1;
    mutable std::mutex m_mutex;
    DeploymentPointer m_deployment; ///< under m_mutex
};

DeploymentPointer makeDeployment(std::shared_ptr<const site::Site> site, RecordReceivers receivers,
    TlsSetup tls = {}, InstalledHooksPointer hooks = {});

} // namespace servelab::server
