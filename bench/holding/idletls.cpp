// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"
#include "bench/holding/tlsclients.h"

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::holding {
namespace {

std::vector<TlsSocket> connectAndAsk(quint16 port, int count)
{
    std::vector<TlsSocket> sockets;
    for (int i = 0; i < count; ++i) {
        TlsSocket socket = TlsSocket::connectTo(port, i);
        if (socket.isValid() && socket.ask())
            sockets.push_back(std::move(socket));
    }
    return sockets;
}

/// From connecting to the last byte, a full handshake in between.
std::vector<double> timesOfFreshGets(quint16 port, int count)
{
    std::vector<double> milliseconds;
    for (int i = 0; i < count; ++i) {
        const base::TimePoint begin = base::Clock::now();
        const TlsSocket socket = TlsSocket::connectTo(port, i);
        if (socket.isValid() && socket.ask())
            milliseconds.push_back(
                std::chrono::duration<double, std::milli>(base::Clock::now() - begin).count());
    }
    return milliseconds;
}

} // namespace

void holdIdleTlsConnections(const Extent &extent, Report &report)
{
    const Certificate certificate;
    site::SiteConfig config;
    config.timeouts = {0ms, 0ms, 0ms, 0ms};
    certificate.configure(config);
    ServedProcess server(config);
    connectAndAsk(server.port(), 200); // what the server keeps for good is there from now on
    std::this_thread::sleep_for(1s);
    const qint64 before = server.memoryBytes();
    const std::vector<TlsSocket> idle = connectAndAsk(server.port(), extent.count);
    std::this_thread::sleep_for(extent.time);
    const qint64 grown = server.memoryBytes() - before;

    constexpr int fresh = 500;
    const std::vector<double> times = timesOfFreshGets(server.port(), fresh);
    report.mustBeAtLeast(u"connections that were answered"_s, double(idle.size()), extent.count, {});
    report.mustBeAtMost(
        u"memory of the server for each"_s, double(grown) / extent.count / 1024, 16, u"KiB"_s);
    report.mustBeAtLeast(u"fresh GETs answered beside them"_s, double(times.size()), fresh, {});
    report.add(u"fresh GET with a handshake, median"_s, percentile(times, 50), u"ms"_s);
    report.mustBeAtMost(u"fresh GET, 99th percentile"_s, percentile(times, 99), 50, u"ms"_s);
    report.mustBeAtMost(
        u"connections dropped"_s, double(std::ranges::count_if(idle, &TlsSocket::hasEvent)), 0, {});
    report.mustBeAtLeast(
        u"answered once more"_s, double(std::ranges::count_if(idle, &TlsSocket::ask)), extent.count, {});
}

} // namespace servelab::holding
