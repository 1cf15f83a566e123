// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subjecttask.h"

#include "core/base/process.h"
#include "core/server/server.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::subject {
namespace {

/// One deployment behind the other, each closed before anything else can happen.
class DeployCloseTask : public SubjectTask
{
public:
    DeployCloseTask()
    {
        connect(&m_server, &server::Server::started, this, [this] { ++m_ready; });
        connect(&m_server, &server::Server::closed, this, &DeployCloseTask::endCycle, Qt::QueuedConnection);
    }

    void start(const site::SiteConfig &config, std::uint64_t count) override
    {
        m_config = config;
        m_config.port = m_config.https.port = 0;
        m_count = count;
        m_clock.start();
        QMetaObject::invokeMethod(this, &DeployCloseTask::next, Qt::QueuedConnection);
    }

private:
    void next()
    {
        if (m_report.operations == m_count)
            return finish();
        m_cycle.start();
        if (const auto deployed = m_server.deploy(m_config); !deployed) {
            Q_EMIT failed(deployed.error().first());
            return;
        }
        m_server.close(0ms);
    }

    void endCycle()
    {
        m_report.each.push_back(std::chrono::nanoseconds(m_cycle.nsecsElapsed()));
        ++m_report.operations;
        next();
    }

    void finish()
    {
        m_report.elapsed = std::chrono::nanoseconds(m_clock.nsecsElapsed());
        const auto left = base::listenerCount();
        if (!left) {
            Q_EMIT failed(left.error());
            return;
        }
        const double ready = m_count ? static_cast<double>(m_ready) / static_cast<double>(m_count) : 0;
        m_report.proof = u"ready=%1 listeners=%2"_s.arg(ready).arg(*left);
        Q_EMIT done(m_report);
    }

    server::Server m_server;
    site::SiteConfig m_config;
    TaskReport m_report;
    QElapsedTimer m_clock;
    QElapsedTimer m_cycle;
    std::uint64_t m_count = 0;
    std::uint64_t m_ready = 0;
};

} // namespace

std::unique_ptr<SubjectTask> makeDeployCloseTask()
{
    return std::make_unique<DeployCloseTask>();
}

} // namespace servelab::subject
