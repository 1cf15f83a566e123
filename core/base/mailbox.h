// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace servelab::base {

/// Runs functions on the thread it was made on, in the order in which they were posted, from that thread's Qt
/// event loop. What is still waiting when the mailbox goes is dropped, so a function may use whatever
/// outlives the mailbox.
///
/// Beside QMetaObject::invokeMethod it costs one event for any number of functions, and its handing over is a
/// lock that race checkers can see.
class Mailbox : public QObject
{
public:
    using QObject::QObject;

    /// Thread-safe, while the mailbox lives.
    void post(std::function<void()> function);

protected:
    void customEvent(QEvent *event) override;

private:
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_functions; ///< under m_mutex
};

} // namespace servelab::base
