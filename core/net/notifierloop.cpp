// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/notifierloop.h"

#include <QCoreApplication>
#include <QEvent>

namespace servelab::net {

NotifierLoop::NotifierLoop() = default;
NotifierLoop::~NotifierLoop() = default;

void NotifierLoop::begin()
{
    wantRearming();
    m_deadlineTimer = std::make_unique<QTimer>();
    m_deadlineTimer->setSingleShot(true);
    connect(m_deadlineTimer.get(), &QTimer::timeout, this, &NotifierLoop::runTurn);
}

void NotifierLoop::end()
{
    m_deadlineTimer.reset();
    m_watched.clear();
    m_unwatched.clear();
}

bool NotifierLoop::watch(int descriptor, PollHandler &handler)
{
    Watched &watched = m_watched[descriptor];
    watched.read = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
    watched.write = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Write);
    connect(watched.read.get(), &QSocketNotifier::activated, this,
        [this, &handler, read = watched.read.get()] { tell(*read, handler, {.readable = true}); });
    connect(watched.write.get(), &QSocketNotifier::activated, this,
        [this, &handler, write = watched.write.get()] { tell(*write, handler, {.writable = true}); });
    return true;
}

void NotifierLoop::unwatch(int descriptor, PollHandler &)
{
    const auto found = m_watched.find(descriptor);
    if (found == m_watched.end())
        return;
    found->second.read->setEnabled(false);
    found->second.write->setEnabled(false);
    m_unwatched.push_back(std::move(found->second));
    m_watched.erase(found);
    wake();
}

void NotifierLoop::tell(QSocketNotifier &notifier, PollHandler &handler, Readiness readiness)
{
    notifier.setEnabled(false);
    beginTurn();
    handler.onReady(readiness);
    finishTurn();
}

void NotifierLoop::runTurn()
{
    m_unwatched.clear(); // called from no notifier
    beginTurn();
    finishTurn();
}

void NotifierLoop::finishTurn()
{
    endTurn();
    if (hasTurnWork())
        wake();
    const base::TimePoint next = deadlines().nextAdvance();
    if (next == base::TimePoint::max() || !m_deadlineTimer)
        return;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - base::Clock::now());
    m_deadlineTimer->start(std::max(wait, std::chrono::milliseconds::zero()));
}

void NotifierLoop::wake()
{
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void NotifierLoop::customEvent(QEvent *)
{
    runTurn();
}

void NotifierLoop::rearmRead(int descriptor)
{
    if (const auto found = m_watched.find(descriptor); found != m_watched.end())
        found->second.read->setEnabled(true);
}

void NotifierLoop::rearmWrite(int descriptor)
{
    if (const auto found = m_watched.find(descriptor); found != m_watched.end())
        found->second.write->setEnabled(true);
}

} // namespace servelab::net
