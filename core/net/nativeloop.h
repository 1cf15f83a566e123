// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/eventloop.h"

#include <memory>

class QAbstractEventDispatcher;

namespace servelab::net {

/// A loop and the Qt event dispatcher it runs in; null where it runs in Qt's own.
struct NativeLoop
{
    std::unique_ptr<EventLoop> loop;
    QAbstractEventDispatcher *dispatcher = nullptr; ///< for QThread::setEventDispatcher, which takes it over
};

/// The best loop of this platform, one implementation each; an empty `loop` where only the notifier loop
/// serves.
NativeLoop makeNativeLoop();

} // namespace servelab::net
