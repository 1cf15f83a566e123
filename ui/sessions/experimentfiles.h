// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/experiment.h"

#include <QFutureWatcher>
#include <QObject>

namespace servelab::ui {

/// Reads and writes experiments as "servelab-cli lab run" takes them, off the window's thread. Lives on the
/// window's thread.
class ExperimentFiles : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void open(const QString &path); ///< opened() or failed() follows
    void save(const lab::Experiment &experiment, const QString &path); ///< saved() or failed() follows

Q_SIGNALS:
    void opened(const servelab::lab::Experiment &experiment, const QString &path);
    void saved(const QString &path);
    void failed(const servelab::base::Error &error);
};

} // namespace servelab::ui
