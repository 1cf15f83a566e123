// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/machinewatch.h"

#include "ui/sessions/background.h"

#include <thread>

namespace servelab::ui {

using namespace std::chrono_literals;

namespace {

/// How long others are watched in one look.
constexpr auto lookTime = 500ms;

lab::Environment look()
{
    const lab::BusyProbe probe;
    std::this_thread::sleep_for(lookTime);
    lab::Environment environment = lab::describeEnvironment({});
    environment.busyShare = probe.share();
    return environment;
}

} // namespace

MachineWatch::MachineWatch(QObject *parent)
    : QObject(parent)
{
    m_timer.setInterval(period);
    m_timer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MachineWatch::lookNow);
    connect(&m_looking, &QFutureWatcherBase::finished, this, &MachineWatch::take);
}

MachineWatch::~MachineWatch()
{
    m_looking.cancel();
}

void MachineWatch::setWatching(bool watching)
{
    if (watching == m_timer.isActive())
        return;
    if (!watching) {
        m_timer.stop();
        return;
    }
    m_timer.start();
    lookNow();
}

void MachineWatch::lookNow()
{
    if (!m_looking.isRunning())
        m_looking.setFuture(inBackground<lab::Environment>(look));
}

void MachineWatch::take()
{
    if (m_looking.future().resultCount() == 0)
        return;
    m_fitness = lab::fitnessOf(m_looking.result());
    Q_EMIT looked();
}

} // namespace servelab::ui
