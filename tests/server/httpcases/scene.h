// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/server.h"
#include "tests/server/caseclient.h"
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

#include <QTemporaryDir>

#include <map>
#include <memory>

namespace servelab::tests::httpcases {

/// The folder of the request cases and the servers they are sent to, over one transport. Each server writes
/// its access records to a file, so that they can be looked at when all is over.
class Scene
{
public:
    explicit Scene(const Transport &transport);

    const Transport &transport() const { return m_transport; }
    const Fixture &fixture() const { return m_fixture; }
    Facts facts() const;

    /// Starts at the first call.
    quint16 port(Served served);
    server::Server &server(Served served);

    /// Ends the servers. Empty when every line of their access records is one JSON object without a raw
    /// control character, and there is one for each request.
    QByteArray problemWithRecords();

    /// For a server of its own.
    site::SiteConfig configFor(Served served) const;

    /// The same over this transport; a configuration that is not right ends the program.
    std::unique_ptr<server::Server> start(site::SiteConfig config) const;

private:
    void addFiles() const;
    void addLinks() const;
    void addSiblings() const;
    QString logOf(Served served) const;
    QByteArray entityTag(Served served, const QByteArray &path) const;

    const Transport &m_transport;
    Fixture m_fixture;
    QTemporaryDir m_logs;
    mutable std::map<Served, std::unique_ptr<server::Server>> m_servers;
};

/// A request of the row's server for a file that no row asks for, and what is in that file.
QByteArray markerRequest(Served served, const QByteArray &fieldLines = {});
QByteArray markerBody();

} // namespace servelab::tests::httpcases
