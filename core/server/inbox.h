// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace servelab::server {

/// Where other threads leave functions for the thread that this object lives on. What has not run when it
/// goes never does. Instead of queued calls, so that what crosses threads is under a lock that can be seen
/// here.
class Inbox final : public QObject
{
public:
    /// Thread-safe.
    void post(std::function<void()> function);

protected:
    void customEvent(QEvent *event) override;

private:
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_posted; ///< under m_mutex
};

} // namespace servelab::server
