// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/site/siteconfig.h"

#include <QObject>

#include <memory>

namespace servelab::server {
class SiteHooks;
}

namespace servelab::subject {

/// The descriptors a subject is driven over. It owns neither.
struct Channels
{
    int input = 0; ///< standard input
    int output = 1; ///< standard output
};

/// What runs inside a measured child process: a server for one configuration, driven by lines on standard
/// input and answering with one JSON object a line on standard output.
///
/// First line written: {"event":"listening","url":"http://127.0.0.1:41234/","pid":4242}; the URL has the
/// address it listens on, whatever the site's name, and is https where the configuration has no HTTP beside.
/// Commands: "memory" ->
/// {"event":"memory","cpuNanoseconds":...,
/// "proportionalBytes":...,"privateDirtyBytes":...,"residentBytes":...,"peakResidentBytes":...}; "trim" gives
/// free memory back, then answers as "memory" does (connections end with the clients that opened them, so
/// close those before); "quit" or the end of input closes the server and ends the process with 0. Another
/// command ->
/// {"event":"error","message":...}. Lives on the thread that made it.
class Subject : public QObject
{
    Q_OBJECT
public:
    explicit Subject(QObject *parent = nullptr);
    explicit Subject(Channels channels, QObject *parent = nullptr);
    ~Subject() override;

    /// The hooks to serve with (workloadhooks.h); before start().
    void setHooks(std::shared_ptr<server::SiteHooks> hooks);

    /// Deploys and begins to read commands. Problems go to standard error as well. Once for each subject.
    base::Expected<void> start(const site::SiteConfig &config);

Q_SIGNALS:
    void ended(int exitCode);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::subject
