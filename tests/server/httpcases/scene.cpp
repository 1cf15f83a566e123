// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/scene.h"

#include "tests/common/contentcodings.h"

#include <QJsonDocument>
#include <QTest>

#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::tests::httpcases {
namespace {

/// A socket in the file system, as a program leaves it there that listens on it no more.
void makeSocketFile(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    std::copy_n(
        name.begin(), std::min<size_t>(size_t(name.size()), sizeof address.sun_path - 1), address.sun_path);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        qFatal("The fixture has no socket.");
    ::close(descriptor);
}

/// What is wrong with access records that are written to that file.
QByteArray problemWithLines(const QString &path, quint64 requests)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return "there are no access records";
    quint64 lines = 0;
    for (; !file.atEnd(); ++lines) {
        const QByteArray line = file.readLine().chopped(1);
        const auto isControl = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
        if (!QJsonDocument::fromJson(line).isObject() || std::ranges::any_of(line, isControl))
            return "not one clean JSON object: " + line;
    }
    return lines == requests
        ? QByteArray()
        : QByteArray::number(lines) + " records of " + QByteArray::number(requests) + " requests";
}

} // namespace

Scene::Scene(const Transport &transport)
    : m_transport(transport)
{
    addFiles();
    addLinks();
    addSiblings();
}

void Scene::addFiles() const
{
    m_fixture.write("marker.txt", markerBody());
    m_fixture.write("../docs/marker.txt", markerBody());
    m_fixture.write("q?.txt", "question");
    m_fixture.write("semi;x.txt", "semicolon");
    m_fixture.write("page.txt", Fixture::patterned(200'000));
    m_fixture.write("film.dat", Fixture::patterned(2'000'000));
    m_fixture.write("big.html.br", "as br");
    m_fixture.write("big.html.gz", "as gzip");
    m_fixture.write("unreadable.txt", "unreadable");
    ::chmod(QFile::encodeName(m_fixture.path("unreadable.txt")).constData(), 0);
}

void Scene::addLinks() const
{
    m_fixture.write("../root-evil/secret.txt", "secret");
    QFile::link(m_fixture.root() + u"/../root-evil"_s, m_fixture.path("linkdir"));
    QFile::link(u".well-known"_s, m_fixture.path("dotlink"));
    if (::mkfifo(QFile::encodeName(m_fixture.path("fifo")).constData(), 0644) != 0)
        qFatal("The fixture has no FIFO.");
    makeSocketFile(m_fixture.path("socket"));
}

void Scene::addSiblings() const
{
    constexpr qint64 earlier = 1'600'000'000;
    const QByteArray source = Fixture::patterned(2000);
    const QByteArray coded = encodeBrotli(source);
    for (const char *name : {"side.js", "stale.js", "linked.js"})
        m_fixture.write(name, source);
    m_fixture.write("side.js.br", coded);
    m_fixture.write("stale.js.br", coded, earlier);
    m_fixture.write("../root-evil/linked.js.br", coded);
    QFile::link(m_fixture.root() + u"/../root-evil/linked.js.br"_s, m_fixture.path("linked.js.br"));
}

site::SiteConfig Scene::configFor(Served served) const
{
    site::SiteConfig config = m_fixture.config();
    switch (served) {
    case Served::Plain:
        config.maximumBodyBytes = 1024;
        config.contentTypes.insert(u"png"_s, std::nullopt);
        config.restrictedTypes = {u"bin"_s};
        break;
    case Served::Relaxed:
        config.directoryRedirect = false;
        config.noCache = false;
        config.cacheControl = u"max-age=60"_s;
        break;
    case Served::Hosts:
        config.domain = u"main.test"_s;
        config.domains = {{u"docs.test"_s, m_fixture.root() + u"/../docs"_s}};
        break;
    case Served::SinglePage:
        config.spaFallback = QString();
        break;
    case Served::Coding:
        config.compression.enabled = true;
        break;
    case Served::Untyped:
        config.compression.enabled = true;
        config.contentTypesEnabled = false;
        break;
    case Served::Siblings:
        config.precompressedSiblings = true;
        break;
    }
    return config;
}

std::unique_ptr<server::Server> Scene::start(site::SiteConfig config) const
{
    m_transport.configure(config);
    auto server = std::make_unique<server::Server>();
    if (const auto deployed = server->deploy(config); !deployed)
        qFatal("%s", qPrintable(deployed.error().first().toString()));
    return server;
}

server::Server &Scene::server(Served served)
{
    std::unique_ptr<server::Server> &server = m_servers[served];
    if (!server) {
        site::SiteConfig config = configFor(served);
        config.log = logOf(served);
        server = start(config);
    }
    return *server;
}

quint16 Scene::port(Served served)
{
    return server(served).port();
}

QString Scene::logOf(Served served) const
{
    return m_logs.filePath(u"%1.ndjson"_s.arg(static_cast<int>(served)));
}

Facts Scene::facts() const
{
    return {entityTag(Served::Plain, "/a.txt"), entityTag(Served::Coding, "/big.html"),
        entityTag(Served::Siblings, "/side.js")};
}

QByteArray Scene::entityTag(Served served, const QByteArray &path) const
{
    const auto server = start(configFor(served));
    const auto client = m_transport.connect(server->port());
    client->send(get(path));
    const auto answer = client->readAnswer();
    if (!answer || !answer->field("etag").startsWith("W/\""))
        qFatal("%s has no entity tag.", path.constData());
    return answer->field("etag");
}

QByteArray Scene::problemWithRecords()
{
    QByteArray problem;
    for (auto &[served, server] : m_servers) {
        const bool isQuiet = QTest::qWaitFor([&] { return server->counters().connectionsOpen == 0; });
        const quint64 requests = server->counters().requests;
        server.reset();
        if (!isQuiet)
            return "connections are left open";
        problem += problemWithLines(logOf(served), requests);
    }
    m_servers.clear();
    return problem;
}

QByteArray markerRequest(Served served, const QByteArray &fieldLines)
{
    const QByteArray host = served == Served::Hosts ? "main.test" : "localhost";
    return "GET /marker.txt HTTP/1.1\r\nHost: " + host + "\r\n" + fieldLines + "\r\n";
}

QByteArray markerBody()
{
    return "the marker";
}

} // namespace servelab::tests::httpcases
