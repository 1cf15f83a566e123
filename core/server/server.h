// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/server/counters.h"
#include "core/server/recordstream.h"
#include "core/site/siteconfig.h"
#include "core/site/siteconfigjson.h"

#include <QObject>
#include <QUrl>

#include <memory>
#include <optional>

namespace servelab::server {

class SiteHooks;

/// Serves one site configuration over HTTP/1.1 (RFC 9110, 9112), with TLS beside it or in its place, on
/// worker threads. All methods are called on
/// the object's own thread and return at once; nothing but signals comes back to it. The destructor closes at
/// once.
class Server : public QObject
{
    Q_OBJECT
public:
    enum class State { Stopped, Running, Closing };
    Q_ENUM(State)

    explicit Server(QObject *parent = nullptr);
    ~Server() override;

    /// Begins to serve. When it returns the port is open and state() is Running: a client may connect. Port 0
    /// takes a free one, port() tells which. Problems are the configuration's (as site::validate finds them)
    /// or that a port cannot be opened (`where` is "port" or "https.port").
    std::expected<void, site::Problems> deploy(const site::SiteConfig &config);

    /// Serves another configuration from the next request on, without closing anything. Requests that have
    /// begun end under the old one; certificates count from the next handshake on, and are read anew. What
    /// needs a new listener (host, ports, HTTPS itself, workers) is a problem.
    std::expected<void, site::Problems> reconfigure(const site::SiteConfig &config);

    /// Stops accepting at once, also a listener that has only just been deployed; requests under way are
    /// answered, idle connections close, and what is left after `grace` is cut. closed() follows.
    void close(std::chrono::milliseconds grace = std::chrono::seconds(5));

    /// What takes part in serving from the next request on, before deploy() or while it runs; null: nothing.
    /// Requests that have begun end with the hooks they began with. Stays over deploy and close.
    void setHooks(std::shared_ptr<SiteHooks> hooks);

    /// The newest fault of a hook: what it threw, an answer that cannot be sent, a decision that never came.
    std::optional<base::Error> lastError() const;

    State state() const;
    quint16 port() const; ///< of HTTP; 0 when stopped, and with HTTPS only
    quint16 httpsPort() const; ///< 0 when stopped, and without HTTPS
    QUrl url() const; ///< of the site's own name or the listening address; of HTTPS where that is all
    QUrl httpsUrl() const; ///< the same with HTTPS; empty without
    const site::SiteConfig &config() const;

    /// A consistent copy, also while workers run. Cheap enough for ten times a second.
    CounterSnapshot counters() const;

    /// Whether takeRecords() is to have anything; off at first. Takes effect at the next request, also while
    /// the server runs, and stays over deploy and close. Off throws away what waits.
    void setRecording(bool recording);
    bool isRecording() const;

    /// The requests whose answers have ended since the last call, the same records as in the access log. To
    /// be asked about ten times a second: at most 4,096 records and 4 MiB wait, later ones are only counted.
    /// Costs the workers no wait. Also has the last ones of a server that has closed.
    RecordBatch takeRecords();

Q_SIGNALS:
    void started();
    void closed();
    /// Something a person should know while serving goes on: descriptors exhausted, a log that cannot be
    /// written, a certificate that has expired (then within deploy() or reconfigure(), too). The same thing
    /// at most once a minute.
    void noticed(const servelab::base::Error &error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace servelab::server
