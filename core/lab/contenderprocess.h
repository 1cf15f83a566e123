// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/childprocess.h"
#include "core/lab/contender.h"
#include "core/lab/measuredserver.h"

#include <QNetworkAccessManager>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

namespace servelab::lab {

/// What a contender is started with.
struct ContenderTask
{
    Contender contender;
    QString root; ///< folder to serve
    QString path; ///< what the workload asks for
    int workers = 1;
    QList<int> cores; ///< empty: any
    Places places = {}; ///< what the caller knows beside: "cache", "build"
};

/// Another server, as its file describes it. Its memory cannot be trimmed; it is read as it is.
class ContenderProcess : public MeasuredServer
{
    Q_OBJECT
public:
    explicit ContenderProcess(ContenderTask task, QObject *parent = nullptr);
    ~ContenderProcess() override;

    void start() override;
    void trim() override;
    void quit() override;
    void kill() override;
    bool isRunning() const override { return m_child && (m_child->isRunning() || !m_ended); }
    qint64 pid() const override { return m_child ? m_child->pid() : 0; }

private:
    base::Expected<void> prepare();
    Places placesFor(const QString &program, quint16 port) const;
    void ask();
    void hear(bool isAnswered);
    void endOfFirst();
    void lookForEnd();
    void failLater(const base::Error &error);
    void fail(const base::Error &error);

    ContenderTask m_task;
    QTemporaryDir m_folder;
    QUrl m_url;
    std::unique_ptr<ChildProcess> m_child;
    QNetworkAccessManager m_network;
    QTimer m_guard; ///< for its start, then for its end
    QTimer m_asking;
    QTimer m_ending;
    bool m_mayEnd = false;
    bool m_ended = false;
};

} // namespace servelab::lab
