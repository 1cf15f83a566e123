// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/load.h"

#include "bench/peers/client/answer.h"
#include "bench/peers/client/cpuclock.h"

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace servelab::bench {

namespace {

constexpr std::size_t bufferBytes = 256 * 1024;
/// What is left of a body is thrown away in steps no smaller than this; less is not worth a call of its own.
constexpr std::uint64_t leastDiscarded = 16 * 1024;

struct Connection
{
    std::unique_ptr<Transport> transport;
    std::unique_ptr<AnswerReader> reader; ///< where lengths vary
    std::uint64_t left = 0; ///< bytes of the answer that is being read
    std::size_t unsent = 0; ///< bytes of the requests that are being written
    int owed = 0; ///< answers still to come
    bool isLast = false; ///< all is answered and the server is to end the connection
};

/// One thread, one epoll set, no more system calls for an answer than a read and a write.
class Load
{
public:
    Load(const Options &options, const CheckedAnswer &checked, const TlsContext *tls)
        : m_options(options)
        , m_checked(checked)
        , m_tls(tls)
        , m_expectedStart("HTTP/1.1 " + std::to_string(options.status))
        , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
        , m_connections(static_cast<std::size_t>(options.connections))
    {
        const std::string one = requestFor(options, 0);
        if (options.spread > 0)
            m_digitsAt = options.method.size() + 1 + options.path.find('%');
        for (int i = 0; i < options.pipelined; ++i)
            m_request += one;
        m_requestBytes = one.size();
    }

    ~Load() { ::close(m_epoll); }

    LoadResult run()
    {
        openIdle();
        for (Connection &connection : m_connections)
            open(connection);
        awaitPermission();
        if (m_options.requests > 0)
            runCounted();
        else
            runTimed();
        return m_result;
    }

private:
    void openIdle();
    void askOnIdle(Transport &transport);
    void awaitPermission();
    void runCounted();
    void runTimed();
    void turnUntil(double end);
    void turn(int timeout);
    void beginTimedPart();
    void endTimedPart();

    bool mayAsk() const { return m_options.requests == 0 || m_loadAsked < m_options.requests; }
    void open(Connection &connection);
    void reopen(Connection &connection);
    void ask(Connection &connection);
    void setNumber();
    void send(Connection &connection);
    void watch(Connection &connection, std::uint32_t events, int operation);
    void onReady(Connection &connection);
    bool read(Connection &connection);
    void take(Connection &connection, std::string_view bytes);
    std::size_t takeCounted(Connection &connection, std::string_view bytes);
    std::size_t takeVarying(Connection &connection, std::string_view bytes);
    void onAnswer(Connection &connection);
    void fail(Connection &connection, const char *what);

    const Options &m_options;
    const CheckedAnswer &m_checked;
    const TlsContext *m_tls;
    std::string m_request;
    std::size_t m_requestBytes = 0;
    std::size_t m_digitsAt = 0;
    std::uint64_t m_nextNumber = 0;
    std::uint64_t m_loadAsked = 0; ///< requests that belong to the load, not to the idle ones
    const std::string m_expectedStart;
    int m_epoll;
    std::vector<Connection> m_connections;
    std::vector<std::unique_ptr<Transport>> m_idle;
    std::unique_ptr<char[]> m_buffer{new char[bufferBytes]};
    LoadResult m_result;
    double m_serverCpuBefore = 0;
    double m_clientCpuBefore = 0;
    double m_began = 0;
};

void Load::openIdle()
{
    for (int i = 0; i < m_options.idleConnections; ++i) {
        auto transport = std::make_unique<Transport>(m_options, m_tls);
        if (!transport->isOpen())
            failWith("Only " + std::to_string(i) + " idle connections could be opened.");
        transport->await(POLLOUT); // connected: no more at once than the server's backlog holds
        if (m_options.idleAsk)
            askOnIdle(*transport);
        m_idle.push_back(std::move(transport));
    }
}

/// A request and its whole answer.
void Load::askOnIdle(Transport &transport)
{
    AnswerReader reader(m_options.hasBody(), AnswerReader::Keep::Nothing);
    const std::string request = requestFor(m_options, 0);
    std::string_view rest = request;
    ++m_result.asked;
    while (!reader.isComplete()) { // TLS shakes hands meanwhile
        if (!rest.empty()) {
            const ssize_t sent = transport.write(rest);
            rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
        }
        const ssize_t count = transport.read(m_buffer.get(), bufferBytes);
        if (count == 0 || count == Transport::failed)
            failWith("An idle connection was ended by the server.");
        if (count > 0)
            reader.take({m_buffer.get(), static_cast<std::size_t>(count)});
    }
}

/// Lets who has started this program look at the server while all connections are open.
void Load::awaitPermission()
{
    if (!m_options.pauses)
        return;
    if (m_options.requests == 0)
        turnUntil(now() + m_options.warmUp);
    std::cout << "ready" << std::endl;
    std::string line;
    std::getline(std::cin, line);
}

void Load::runCounted()
{
    beginTimedPart();
    const double patience = now() + 60;
    while ((m_result.answers + m_result.errors < m_options.requests) && now() < patience)
        turn(1000);
    endTimedPart();
}

void Load::runTimed()
{
    turnUntil(now() + m_options.warmUp);
    beginTimedPart();
    turnUntil(m_began + m_options.seconds);
    endTimedPart();
}

void Load::beginTimedPart()
{
    m_result.answers = m_result.bytes = 0;
    m_clientCpuBefore = ownCpuTime();
    m_serverCpuBefore = cpuTimeOf(m_options.measured);
    m_began = now();
}

void Load::endTimedPart()
{
    m_result.seconds = now() - m_began;
    m_result.serverCpu = cpuTimeOf(m_options.measured) - m_serverCpuBefore;
    m_result.clientCpu = ownCpuTime() - m_clientCpuBefore;
}

void Load::turnUntil(double end)
{
    for (double time = now(); time < end; time = now())
        turn(std::max(1, static_cast<int>((end - time) * 1000)));
}

void Load::turn(int timeout)
{
    std::array<epoll_event, 512> events;
    const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), timeout);
    for (int i = 0; i < count; ++i)
        onReady(*static_cast<Connection *>(events[static_cast<std::size_t>(i)].data.ptr));
}

void Load::open(Connection &connection)
{
    connection.isLast = false;
    connection.owed = 0;
    connection.transport = std::make_unique<Transport>(m_options, m_tls);
    if (!connection.transport->isOpen())
        failWith("No further connection can be opened.");
    watch(connection, EPOLLIN, EPOLL_CTL_ADD);
    if (mayAsk())
        ask(connection);
}

void Load::reopen(Connection &connection)
{
    connection.transport.reset();
    if (mayAsk())
        open(connection);
}

void Load::ask(Connection &connection)
{
    if (m_digitsAt > 0)
        setNumber();
    connection.owed = m_options.pipelined;
    connection.left = m_checked.wireBytes;
    if (m_options.isVarying)
        connection.reader = std::make_unique<AnswerReader>(m_options.hasBody(), AnswerReader::Keep::Nothing);
    connection.unsent = m_request.size();
    m_loadAsked += static_cast<std::uint64_t>(m_options.pipelined);
    m_result.asked += static_cast<std::uint64_t>(m_options.pipelined);
    send(connection);
}

/// The next path of a spread, in place.
void Load::setNumber()
{
    const std::size_t digits = spreadDigits(m_options);
    std::uint64_t number = m_nextNumber++ % m_options.spread;
    for (std::size_t i = digits; i > 0; --i, number /= 10)
        m_request[m_digitsAt + i - 1] = static_cast<char>('0' + number % 10);
}

void Load::send(Connection &connection)
{
    const bool hadWaited = connection.unsent < m_request.size();
    const std::string_view rest = std::string_view(m_request).substr(m_request.size() - connection.unsent);
    const ssize_t sent = connection.transport->write(rest);
    if (sent == Transport::failed) {
        fail(connection, "a request could not be sent");
        return;
    }
    connection.unsent -= static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
    if (connection.unsent > 0)
        watch(connection, m_tls ? EPOLLIN : EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    else if (hadWaited || sent == Transport::wouldBlock)
        watch(connection, EPOLLIN, EPOLL_CTL_MOD);
}

void Load::watch(Connection &connection, std::uint32_t events, int operation)
{
    epoll_event event{.events = events, .data = {.ptr = &connection}};
    ::epoll_ctl(m_epoll, operation, connection.transport->descriptor(), &event);
}

void Load::onReady(Connection &connection)
{
    if (!connection.transport)
        return; // its server ended it when nothing was left to ask
    if (connection.unsent > 0)
        send(connection);
    if (connection.transport && connection.unsent == 0)
        while (read(connection)) { }
}

/// False when nothing more is to be had for now.
bool Load::read(Connection &connection)
{
    const std::size_t limit = m_options.receiveBuffer > 0
        ? std::min(bufferBytes, static_cast<std::size_t>(m_options.receiveBuffer))
        : bufferBytes;
    const bool discards = m_options.discards && connection.owed == 1 && connection.left > leastDiscarded
        && connection.left < m_checked.wireBytes;
    const ssize_t count = discards
        ? connection.transport->discard(m_buffer.get(), static_cast<std::size_t>(connection.left))
        : connection.transport->read(m_buffer.get(), limit);
    if (count == Transport::wouldBlock)
        return false;
    if (count == 0 && connection.isLast) {
        reopen(connection);
        return false;
    }
    if (count <= 0) {
        fail(connection, count == 0 ? "the server ended a connection" : "a connection failed");
        return false;
    }
    const auto bytes = static_cast<std::size_t>(count);
    m_result.bytes += bytes;
    if (discards)
        connection.left -= bytes;
    else
        take(connection, {m_buffer.get(), bytes});
    if (discards && connection.left == 0)
        onAnswer(connection);
    return connection.transport && connection.owed > 0 && (m_tls || bytes == limit);
}

void Load::take(Connection &connection, std::string_view bytes)
{
    while (!bytes.empty() && connection.transport) {
        if (connection.owed == 0) {
            fail(connection, "an answer is longer than the one that was checked");
            return;
        }
        bytes.remove_prefix(
            m_options.isVarying ? takeVarying(connection, bytes) : takeCounted(connection, bytes));
    }
}

/// Counts up to the length that was checked; where that is wrong the next answer does not begin as one does.
std::size_t Load::takeCounted(Connection &connection, std::string_view bytes)
{
    const std::size_t count
        = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), connection.left));
    if (connection.left == m_checked.wireBytes
        && !bytes.starts_with(std::string_view(m_expectedStart).substr(0, bytes.size()))) {
        fail(connection, "an answer begins otherwise than the one that was checked");
        return bytes.size();
    }
    connection.left -= count;
    if (connection.left == 0)
        onAnswer(connection);
    return count;
}

std::size_t Load::takeVarying(Connection &connection, std::string_view bytes)
{
    AnswerReader &reader = *connection.reader;
    const std::size_t count = reader.take(bytes);
    if (reader.isMalformed() || (reader.isComplete() && reader.status() != m_options.status))
        fail(connection, "an answer is malformed or has another status");
    else if (reader.isComplete())
        onAnswer(connection);
    return count;
}

void Load::onAnswer(Connection &connection)
{
    ++m_result.answers;
    connection.left = m_checked.wireBytes;
    if (--connection.owed > 0)
        return;
    if (m_options.perRequest)
        connection.isLast = true;
    else if (mayAsk())
        ask(connection);
}

void Load::fail(Connection &connection, const char *what)
{
    ++m_result.errors;
    if (m_result.firstError.empty())
        m_result.firstError = what;
    if (m_result.errors > 10'000)
        failWith("More than 10,000 requests failed; the first because " + m_result.firstError + ".");
    reopen(connection);
}

} // namespace

LoadResult runLoad(const Options &options, const CheckedAnswer &checked, const TlsContext *tls)
{
    return Load(options, checked, tls).run();
}

} // namespace servelab::bench
