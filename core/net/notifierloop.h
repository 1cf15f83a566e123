// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>
#include <unordered_map>

namespace servelab::net {

/// An EventLoop on QSocketNotifier, for platforms without one of their own. Every notification is a turn of
/// its own. Notifiers are level-triggered: one is silent from the moment it has told until its stream is
/// drained or blocked.
class NotifierLoop final : public QObject, public EventLoop
{
    Q_OBJECT
public:
    NotifierLoop();
    ~NotifierLoop() override;

    /// On the loop's own thread, before its Qt event loop runs, and at its end.
    void begin();
    void end();

    bool watch(int descriptor, PollHandler &handler) override;
    void unwatch(int descriptor, PollHandler &handler) override;

protected:
    void wake() override;
    void turnWorkAdded() override { wake(); }
    void customEvent(QEvent *event) override;
    void rearmRead(int descriptor) override;
    void rearmWrite(int descriptor) override;

private:
    struct Watched
    {
        std::unique_ptr<QSocketNotifier> read;
        std::unique_ptr<QSocketNotifier> write;
    };

    void tell(QSocketNotifier &notifier, PollHandler &handler, Readiness readiness);
    void runTurn();
    void finishTurn();

    std::unordered_map<int, Watched> m_watched;
    std::vector<Watched> m_unwatched; ///< not destroyed while one of them may be telling
    std::unique_ptr<QTimer> m_deadlineTimer;
};

} // namespace servelab::net
