// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"

#include <sys/socket.h>

#include <array>
#include <random>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::holding {
namespace {

const std::vector<QByteArray> &conversations()
{
    static const std::vector<QByteArray> all{
        requestFor(smallFile),
        requestFor(smallFile).repeated(50),
        requestFor(hugeFile),
        requestFor(largePage, "Accept-Encoding: gzip\r\n") + requestFor(largePage, "Accept-Encoding: br\r\n"),
        requestFor("/missing"),
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n" + QByteArray(5000, 'b'),
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
        requestFor(smallFile, "Connection: close\r\n"),
        QByteArray(3000, '\xff'),
    };
    return all;
}

/// Sixty-four at a time: each step one of them sends a part of a conversation, reads a little, or resets.
class RudeClients
{
public:
    RudeClients(quint16 port, std::uint64_t seed)
        : m_port(port)
        , m_random(seed)
    {
    }

    /// Until so many have reset in all.
    void run(int total)
    {
        while (m_done < total)
            step(m_clients[below(m_clients.size())]);
    }

    void endAll()
    {
        for (Client &client : m_clients)
            client = {};
    }

    int refused() const { return m_refused; }

private:
    struct Client
    {
        Socket socket;
        QByteArray rest;
    };

    std::size_t below(std::size_t limit) { return m_random() % limit; }

    void step(Client &client)
    {
        if (!client.socket.isValid())
            begin(client);
        else if (const std::size_t choice = below(4); choice == 0)
            end(client);
        else if (choice == 1)
            readSome(client);
        else
            sendSome(client);
    }

    void begin(Client &client)
    {
        client.socket = connectTo(m_port, m_done);
        m_refused += !client.socket.isValid();
        client.rest = conversations()[below(conversations().size())];
    }

    void sendSome(Client &client)
    {
        const auto length
            = qsizetype(below(2) ? below(size_t(client.rest.size()) + 1) : size_t(client.rest.size()));
        send(client.socket, client.rest.first(length));
        client.rest.remove(0, length);
    }

    static void readSome(const Client &client)
    {
        std::array<char, 4096> buffer;
        [[maybe_unused]] const ssize_t count
            = ::recv(client.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    }

    void end(Client &client)
    {
        reset(std::move(client.socket));
        ++m_done;
    }

    const quint16 m_port;
    std::mt19937_64 m_random;
    std::array<Client, 64> m_clients;
    int m_done = 0;
    int m_refused = 0;
};

/// After every client has gone.
int restingDescriptors(const ServedProcess &server, int expected)
{
    for (int tries = 0; tries < 200 && server.openDescriptors() > expected; ++tries)
        std::this_thread::sleep_for(50ms);
    return server.openDescriptors();
}

} // namespace

void holdResets(const Extent &extent, Report &report)
{
    site::SiteConfig config;
    config.compression.enabled = true;
    config.techniques.codedVariants = site::CodedVariantsTechnique::EachRequest;
    ServedProcess server(config);
    if (!timeOfFreshGet(server.port()))
        return report.fail(u"The server does not answer."_s);
    RudeClients clients(server.port(), 1);
    clients.run(extent.count / 5); // what the server keeps for good is there from now on
    clients.endAll();
    std::this_thread::sleep_for(1s);
    const int descriptors = server.openDescriptors();
    const qint64 memory = server.memoryBytes();
    clients.run(extent.count);
    clients.endAll();
    report.mustBeAtMost(u"connections refused"_s, clients.refused(), 0, {});
    report.mustBeAtMost(u"descriptors left"_s, restingDescriptors(server, descriptors) - descriptors, 0, {});
    report.add(u"memory after a fifth of them"_s, double(memory) / 1024, u"KiB"_s);
    report.mustBeAtMost(u"grown since"_s, double(server.memoryBytes() - memory) / 1024, 2048, u"KiB"_s);
    report.mustBeAtLeast(u"still serves"_s, timeOfFreshGet(server.port()) ? 1 : 0, 1, {});
}

} // namespace servelab::holding
