// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/environment.h"
#include "core/lab/fitness.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace servelab::ui {

/// Whether this machine is fit to measure on, looked at again and again while someone wants to know. Each
/// look takes a moment on another thread. Lives on the window's thread.
class MachineWatch : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds period{5}; ///< between two looks

    explicit MachineWatch(QObject *parent = nullptr);
    ~MachineWatch() override;

    void setWatching(bool watching); ///< not while anything is measured
    void lookNow();

    const std::optional<lab::Fitness> &fitness() const { return m_fitness; } ///< empty before the first look

Q_SIGNALS:
    void looked();

private:
    void take();

    QFutureWatcher<lab::Environment> m_looking;
    QTimer m_timer;
    std::optional<lab::Fitness> m_fitness;
};

} // namespace servelab::ui
