// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/lab/childprocess.h"
#include "core/load/loadplan.h"
#include "core/load/loadreport.h"

#include <QObject>
#include <QTimer>

namespace servelab::lab {

/// The arguments of servelab-cli that make it run this plan and tell about it as a child.
QStringList loadArguments(const load::LoadPlan &plan, const QList<int> &cores);

/// One run of the load generator in a child process. Never hangs: a run that does not end by itself is ended.
class LoadProcess : public QObject
{
    Q_OBJECT
public:
    LoadProcess(const QString &program, const load::LoadPlan &plan, const QList<int> &cores,
        QObject *parent = nullptr);

    /// finished() or failed() follows.
    void start();

    /// Ends it at once; failed() follows.
    void kill();

Q_SIGNALS:
    void progressed(const servelab::load::LoadProgress &progress);
    void finished(const servelab::load::LoadReport &report);
    void failed(const servelab::base::Error &error);

private:
    void readError(const QByteArray &line);
    void end();
    void fail(const QString &message);

    std::chrono::milliseconds m_limit;
    ChildProcess m_child;
    QTimer m_guard;
    QByteArray m_output;
    bool m_late = false;
};

} // namespace servelab::lab
