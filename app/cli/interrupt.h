// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace servelab::cli {

/// Turns the wish to end (Ctrl+C, SIGTERM) into a signal on the event loop of the thread that made it. At
/// most one at a time; from its construction on, the process no longer ends by itself.
class Interrupt : public QObject
{
    Q_OBJECT
public:
    Interrupt();
    ~Interrupt() override;

Q_SIGNALS:
    void requested();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// For child processes whose parent ends them: Ctrl+C in a terminal reaches them too, and is the parent's
/// business.
void ignoreTerminalInterrupt();

} // namespace servelab::cli
