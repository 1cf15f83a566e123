// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <memory>
#include <vector>

namespace servelab::lab {

/// Opens connections to a server, asks each for the head of one answer, and keeps them open until it goes.
class IdleConnections : public QObject
{
    Q_OBJECT
public:
    /// `host`: the Host field, as the workload sends it.
    IdleConnections(QUrl url, QByteArray host, int count, QObject *parent = nullptr);
    ~IdleConnections() override;

    /// open() or failed() follows, within 30 seconds.
    void start();

Q_SIGNALS:
    void open();
    void failed(const servelab::base::Error &error);

private:
    void openNext();
    void hear(QTcpSocket *socket);
    void fail(const QString &reason);

    QUrl m_url;
    QByteArray m_request;
    int m_count;
    int m_answered = 0;
    bool m_done = false;
    std::vector<std::unique_ptr<QTcpSocket>> m_sockets;
    QTimer m_guard;
};

} // namespace servelab::lab
