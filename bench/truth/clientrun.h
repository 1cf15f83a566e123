// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace truth {

/// What a load generator said of its run, and what it cost.
struct ClientRun
{
    double requestsPerSecond = 0;
    double requests = 0; ///< answered
    std::chrono::nanoseconds cpu{0}; ///< of its process, user and system
    QByteArray output;

    double cpuMicroseconds() const ///< for each request
    {
        return requests > 0 ? static_cast<double>(cpu.count()) / 1e3 / requests : 0;
    }
};

/// A load generator that can be measured beside others.
struct Client
{
    QString name;
    QString program; ///< as it is found; empty: not installed
    /// Arguments for so many connections and seconds, and request fields.
    QStringList (*arguments)(const QString &url, int connections, int seconds, const QString &field);
    bool (*read)(ClientRun &run); ///< from its output
};

Client servelabClient();
Client wrkClient();
Client abClient();

/// Runs a program to its end, on the last core where there are several; empty when it fails.
std::optional<ClientRun> runProgram(const QString &program, const QStringList &arguments);

std::optional<ClientRun> run(
    const Client &client, const QString &url, int connections, int seconds, const QString &field);

} // namespace truth
