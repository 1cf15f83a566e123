// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::duration;

namespace servelab::holding {

void holdWithFewDescriptors(const Extent &extent, Report &report)
{
    constexpr int descriptors = 64;
    site::SiteConfig config;
    config.timeouts.inactivity = extent.time * 10;
    ServedProcess server(config, descriptors);
    std::vector<Socket> clients;
    for (int i = 0; i < extent.count; ++i)
        clients.push_back(connectTo(server.port(), i));
    const auto cpuBefore = server.cpuTime();
    std::this_thread::sleep_for(extent.time);
    const double cpu = duration<double>(server.cpuTime() - cpuBefore) / extent.time;
    report.mustBeAtLeast(
        u"descriptors the server has in use"_s, server.openDescriptors(), descriptors - 1, {});
    report.mustBeAtMost(u"processor time of the server"_s, 100 * cpu, 20, u"% of a core"_s);
    const QByteArray said = server.errors();
    report.mustBeAtMost(u"notices"_s, double(said.count('\n')), 1, {});
    report.mustBeAtLeast(u"of these about open files"_s, said.count("open files"), 1, {});

    clients.clear();
    const base::TimePoint begin = base::Clock::now();
    const bool serves = timeOfFreshGet(server.port()).has_value();
    report.mustBeAtLeast(u"serves again"_s, serves ? 1 : 0, 1, {});
    report.mustBeAtMost(u"after the others have left"_s,
        duration<double, std::milli>(base::Clock::now() - begin).count(), 1000, u"ms"_s);
}

} // namespace servelab::holding
