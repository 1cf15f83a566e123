// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

namespace servelab::ui {

/// Runs `work` on a thread of `pool`. Work that takes a QPromise can see that it was cancelled.
template <typename Result, typename Work>
QFuture<Result> inBackground(Work work, QThreadPool &pool = *QThreadPool::globalInstance())
{
    auto promise = std::make_shared<QPromise<Result>>();
    promise->start();
    QFuture<Result> future = promise->future();
    pool.start([promise, work = std::move(work)]() mutable {
        if (!promise->isCanceled()) {
            if constexpr (std::is_invocable_v<Work, const QPromise<Result> &>)
                promise->addResult(work(std::as_const(*promise)));
            else
                promise->addResult(work());
        }
        promise->finish();
    });
    return future;
}

} // namespace servelab::ui
