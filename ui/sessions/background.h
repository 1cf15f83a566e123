// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threadpool.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>

#include <type_traits>
#include <utility>

namespace servelab::ui {

/// The threads for short work of the window.
base::ThreadPool &backgroundThreads();

/// Runs `work` on a thread of `pool`. Work that takes a QPromise can see that it was cancelled.
template <typename Result, typename Work>
QFuture<Result> inBackground(Work work, base::ThreadPool &pool = backgroundThreads())
{
    QPromise<Result> promise;
    promise.start();
    QFuture<Result> future = promise.future();
    pool.start([promise = std::move(promise), work = std::move(work)]() mutable {
        if (!promise.isCanceled()) {
            if constexpr (std::is_invocable_v<Work, const QPromise<Result> &>)
                promise.addResult(work(std::as_const(promise)));
            else
                promise.addResult(work());
        }
        promise.finish();
    });
    return future;
}

} // namespace servelab::ui
