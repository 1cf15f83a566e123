// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::holding {
namespace {

site::SiteConfig withoutTimeouts()
{
    site::SiteConfig config;
    config.timeouts = {0ms, 0ms, 0ms, 0ms};
    return config;
}

bool askOnce(const Socket &socket)
{
    return send(socket, requestFor(smallFile)) && readAnswer(socket) == 200;
}

std::vector<Socket> connectAndAsk(quint16 port, int count)
{
    std::vector<Socket> sockets;
    for (int i = 0; i < count; ++i) {
        Socket socket = connectTo(port, i);
        if (socket.isValid() && askOnce(socket))
            sockets.push_back(std::move(socket));
    }
    return sockets;
}

std::vector<double> timesOfFreshGets(quint16 port, int count)
{
    std::vector<double> milliseconds;
    for (int i = 0; i < count; ++i) {
        if (const auto time = timeOfFreshGet(port))
            milliseconds.push_back(std::chrono::duration<double, std::milli>(*time).count());
    }
    return milliseconds;
}

} // namespace

void holdIdleConnections(const Extent &extent, Report &report)
{
    ServedProcess server(withoutTimeouts());
    connectAndAsk(server.port(), 200); // what the server keeps for good is there from now on
    std::this_thread::sleep_for(1s);
    const qint64 before = server.memoryBytes();
    const std::vector<Socket> idle = connectAndAsk(server.port(), extent.count);
    std::this_thread::sleep_for(extent.time);
    const qint64 grown = server.memoryBytes() - before;

    constexpr int fresh = 2000;
    const std::vector<double> times = timesOfFreshGets(server.port(), fresh);
    report.mustBeAtLeast(u"connections that were answered"_s, double(idle.size()), extent.count, {});
    report.mustBeAtMost(u"memory of the server for each"_s, double(grown) / extent.count, 256, u"bytes"_s);
    report.mustBeAtLeast(u"fresh GETs answered beside them"_s, double(times.size()), fresh, {});
    report.add(u"fresh GET, median"_s, percentile(times, 50), u"ms"_s);
    report.mustBeAtMost(u"fresh GET, 99th percentile"_s, percentile(times, 99), 50, u"ms"_s);
    report.mustBeAtMost(u"connections dropped"_s, double(std::ranges::count_if(idle, hasEvent)), 0, {});
    report.mustBeAtLeast(
        u"answered once more"_s, double(std::ranges::count_if(idle, askOnce)), extent.count, {});
}

} // namespace servelab::holding
