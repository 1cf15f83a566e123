// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/process.h"

#include <QObject>
#include <QUrl>

namespace servelab::lab {

/// One measured server in a child process, from its start to its end. Never hangs: every answer that does not
/// come in time is a failure. Its processes are a tree, measured and ended as a whole.
class MeasuredServer : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// listening() or failed() follows. Once for each server.
    virtual void start() = 0;

    /// Gives free memory back, where the server can be asked to, and reads what is left: trimmed() or
    /// failed() follows.
    virtual void trim() = 0;

    /// Asks it to end, and ends it when it does not: ended() follows.
    virtual void quit() = 0;

    /// Ends it at once; ended() follows where it ran.
    virtual void kill() = 0;

    virtual bool isRunning() const = 0;
    virtual qint64 pid() const = 0; ///< of the first process; 0 before it runs

Q_SIGNALS:
    void listening(const QUrl &url);
    void trimmed(const servelab::base::MemoryUse &memory);
    void failed(const servelab::base::Error &error);
    void ended();
};

} // namespace servelab::lab
