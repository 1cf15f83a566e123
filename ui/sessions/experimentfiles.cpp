// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/experimentfiles.h"

#include "core/lab/jsonfile.h"
#include "ui/sessions/background.h"

namespace servelab::ui {

namespace {

using Read = std::expected<lab::Experiment, QList<base::Error>>;

/// Handles what a background task found, once, on the thread of `owner`.
template <typename Result, typename Handle>
void whenDone(QFuture<Result> future, QObject *owner, Handle handle)
{
    auto *watcher = new QFutureWatcher<Result>(owner);
    QObject::connect(watcher, &QFutureWatcherBase::finished, owner, [watcher, handle] {
        watcher->deleteLater();
        handle(watcher->result());
    });
    watcher->setFuture(future);
}

} // namespace

void ExperimentFiles::open(const QString &path)
{
    whenDone(inBackground<Read>([path] { return lab::readExperimentFile(path); }), this,
        [this, path](const Read &read) {
            if (read)
                Q_EMIT opened(*read, path);
            else
                Q_EMIT failed(read.error().first());
        });
}

void ExperimentFiles::save(const lab::Experiment &experiment, const QString &path)
{
    const QJsonObject object = experiment.toJson();
    whenDone(inBackground<base::Expected<void>>([object, path] { return lab::writeJsonFile(path, object); }),
        this, [this, path](const base::Expected<void> &written) {
            if (written)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(written.error());
        });
}

} // namespace servelab::ui
