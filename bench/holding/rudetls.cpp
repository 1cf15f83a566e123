// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"
#include "bench/holding/stoppedreaders.h"
#include "bench/holding/tlsclients.h"

#include <random>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// What holds over HTTP, over HTTPS.
namespace servelab::holding {
namespace {

bool isAnswered(quint16 port)
{
    const TlsSocket socket = TlsSocket::connectTo(port);
    return socket.isValid() && socket.ask();
}

ReaderPointer tlsReader(quint16 port, int number)
{
    TlsSocket socket = TlsSocket::connectTo(port, number);
    const bool hasAsked = socket.isValid() && socket.request(hugeFile);
    return hasAsked ? std::make_shared<TlsSocket>(std::move(socket)) : nullptr;
}

site::SiteConfig configWith(const Certificate &certificate)
{
    site::SiteConfig config;
    certificate.configure(config);
    return config;
}

/// Each of them resets its connection at some point of its life.
class RudeTlsClients
{
public:
    explicit RudeTlsClients(quint16 port)
        : m_port(port)
    {
    }

    void run(int count)
    {
        for (int i = 0; i < count; ++i)
            m_refused += !liveAndReset(i);
    }

    int refused() const { return m_refused; }

private:
    /// False when the server did not let it get that far.
    bool liveAndReset(int number)
    {
        if (m_random() % 2)
            return resetInsideHello(number);
        TlsSocket socket = TlsSocket::connectTo(m_port, number);
        const unsigned stage = m_random() % 4;
        const bool lives = socket.isValid() && (stage != 1 || socket.ask())
            && (stage != 2 || socket.request(hugeFile)) && (stage != 3 || socket.request("/missing"));
        socket.reset();
        return lives;
    }

    bool resetInsideHello(int number)
    {
        Socket socket = connectTo(m_port, number);
        if (!socket.isValid())
            return false;
        const QByteArray hello = firstFlight();
        const bool sent = send(socket, hello.first(1 + qsizetype(m_random() % size_t(hello.size()))));
        if (m_random() % 2)
            readAnswer(socket, 0ms); // or not: the server's flight is there, or comes too late
        reset(std::move(socket));
        return sent;
    }

    const quint16 m_port;
    std::mt19937 m_random{1};
    int m_refused = 0;
};

} // namespace

void holdStoppedTlsReaders(const Extent &extent, Report &report)
{
    const Certificate certificate;
    holdReaders({tlsReader, isAnswered}, configWith(certificate), extent, report);
}

void holdTlsResets(const Extent &extent, Report &report)
{
    const Certificate certificate;
    ServedProcess server(configWith(certificate));
    if (!isAnswered(server.port()))
        return report.fail(u"The server does not answer."_s);
    RudeTlsClients clients(server.port());
    clients.run(extent.count / 5); // what the server keeps for good is there from now on
    std::this_thread::sleep_for(1s);
    const int descriptors = server.openDescriptors();
    const qint64 memory = server.memoryBytes();
    clients.run(extent.count);
    report.mustBeAtMost(u"connections refused"_s, clients.refused(), 0, {});
    report.mustBeAtMost(u"descriptors left"_s, server.restingDescriptors(descriptors) - descriptors, 0, {});
    report.add(u"memory after a fifth of them"_s, double(memory) / 1024, u"KiB"_s);
    report.mustBeAtMost(u"grown since"_s, double(server.memoryBytes() - memory) / 1024, 2048, u"KiB"_s);
    report.mustBeAtLeast(u"still serves"_s, isAnswered(server.port()) ? 1 : 0, 1, {});
}

} // namespace servelab::holding
