// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/site/siteconfig.h"

#include <QObject>

#include <memory>

namespace servelab::subject {

/// What runs inside a measured child process: a server for one configuration, driven by lines on standard input and
/// answering with one JSON object a line on standard output.
///
/// First line written: {"event":"listening","url":"http://127.0.0.1:41234/","pid":4242}.
/// Commands: "memory" -> {"event":"memory","cpuNanoseconds":...,"proportionalBytes":...,"privateDirtyBytes":...,
/// "residentBytes":...,"peakResidentBytes":...}; "trim" closes idle connections, gives free memory back, then answers
/// as "memory" does; "quit" or the end of input closes the server and ends the process with 0.
class Subject : public QObject
{
    Q_OBJECT
public:
    explicit Subject(QObject *parent = nullptr);
    ~Subject() override;

    /// Deploys and begins to read commands. Problems go to standard error as well.
    base::Expected<void> start(const site::SiteConfig &config);

Q_SIGNALS:
    void ended(int exitCode);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::subject
