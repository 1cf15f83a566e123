// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <QMutex>

#include <windows.h>

namespace servelab::cli {
namespace {

QMutex mutex;
Interrupt *current = nullptr; ///< under `mutex`

/// Called by the system on a thread of its own.
BOOL WINAPI handleConsoleEvent(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT && event != CTRL_CLOSE_EVENT)
        return FALSE;
    const QMutexLocker lock(&mutex);
    if (!current)
        return FALSE;
    QMetaObject::invokeMethod(current, &Interrupt::requested, Qt::QueuedConnection);
    return TRUE;
}

BOOL WINAPI ignoreConsoleInterrupt(DWORD event)
{
    return event == CTRL_C_EVENT ? TRUE : FALSE;
}

void setCurrent(Interrupt *interrupt)
{
    const QMutexLocker lock(&mutex);
    current = interrupt;
}

} // namespace

class Interrupt::Private
{
public:
    explicit Private(Interrupt *interrupt)
    {
        setCurrent(interrupt);
        SetConsoleCtrlHandler(handleConsoleEvent, TRUE);
    }

    ~Private()
    {
        SetConsoleCtrlHandler(handleConsoleEvent, FALSE);
        setCurrent(nullptr);
    }
};

Interrupt::Interrupt()
    : d(std::make_unique<Private>(this))
{
}

Interrupt::~Interrupt() = default;

void ignoreTerminalInterrupt()
{
    SetConsoleCtrlHandler(ignoreConsoleInterrupt, TRUE);
}

} // namespace servelab::cli
