// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations: how many are built in a second, and how many bytes each keeps. "Built" is what a program
// does that starts a site: one with all defaults, then its port and root set. A configuration is complete
// when each default can be read from it, and isolated when a change to it shows in no other; both are
// checked.
#include "core/site/siteconfig.h"
#include "servelab/version.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <malloc.h>

namespace {

using namespace servelab::site;
using Clock = std::chrono::steady_clock;

constexpr int builtAtOnce = 100'000;
constexpr int kept = 10'000;
constexpr int rounds = 21;

void require(bool isTrue, const char *what)
{
    if (isTrue)
        return;
    std::fprintf(stderr, "This does not hold: %s.\n", what);
    std::exit(1);
}

SiteConfig build(quint16 port)
{
    SiteConfig config;
    config.port = port;
    config.root = QStringLiteral("public");
    return config;
}

/// Reads every kind of default, so that none can be left unmade.
quint64 checksum(const SiteConfig &config)
{
    return config.port + quint64(config.root.size() + config.index.size() + config.host.size())
        + quint64(config.timeouts.inactivity.count() + config.timeouts.request.count()
            + config.timeouts.headers.count() + config.timeouts.keepAlive.count())
        + quint64(config.maximumBodyBytes + config.compression.brotliQuality + config.cache.budgetBytes)
        + quint64(config.domains.size() + config.contentTypes.size() + config.errors.size());
}

/// Makes the compiler build it in memory, as a program would that goes on to use it.
void use(SiteConfig &config)
{
    asm volatile("" : : "r"(&config) : "memory");
}

double builtPerSecond()
{
    const quint64 expected = checksum(build(1)) - 1;
    quint64 sum = 0;
    quint64 ports = 0;
    const auto began = Clock::now();
    for (int i = 0; i < builtAtOnce; ++i) {
        SiteConfig config = build(quint16(i));
        use(config);
        sum += checksum(config);
        ports += quint16(i);
    }
    const std::chrono::duration<double> time = Clock::now() - began;
    require(sum == ports + expected * builtAtOnce, "every configuration has all defaults");
    return builtAtOnce / time.count();
}

std::size_t bytesInUse()
{
    const struct mallinfo2 information = ::mallinfo2();
    return information.uordblks + information.hblkhd;
}

/// Bytes that each of many keeps, the object itself included.
template <typename Change>
double bytesEach(Change change)
{
    const std::size_t before = bytesInUse();
    double each = 0;
    {
        std::vector<std::unique_ptr<SiteConfig>> all;
        all.reserve(kept);
        for (int i = 0; i < kept; ++i) {
            all.push_back(std::make_unique<SiteConfig>(build(quint16(i))));
            change(*all.back());
        }
        each = double(bytesInUse() - before) / kept;
        all[1]->contentTypes[QStringLiteral("own")] = QStringLiteral("text/x-own");
        all[1]->index = QStringLiteral("other.html");
        require(!all[2]->contentTypes.contains(QStringLiteral("own")), "a change stays in its configuration");
        require(all[2]->index == QStringLiteral("index.html"), "a change stays in its configuration");
    }
    return each;
}

void overlay(SiteConfig &config)
{
    config.contentTypes[QStringLiteral("md")] = QStringLiteral("text/markdown");
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<double> rates;
    for (int round = 0; round < rounds; ++round)
        rates.push_back(builtPerSecond());
    std::ranges::sort(rates);
    const double retained = bytesEach([](SiteConfig &) { });
    const double overlaid = bytesEach(overlay);
    if (argc > 1 && std::strcmp(argv[1], "--json") == 0) {
        std::printf("{\"builtPerSecond\": [%.0f, %.0f, %.0f], \"bytesRetained\": %.1f, "
                    "\"bytesWithOverlay\": %.1f}\n",
            rates[rounds / 4], rates[rounds / 2], rates[rounds * 3 / 4], retained, overlaid);
        return 0;
    }
    std::printf("%s build, %d configurations at once, %d rounds\n", SERVELAB_BUILD_TYPE, builtAtOnce, rounds);
    std::printf("built per second   %.0f (quartiles %.0f to %.0f)\n", rates[rounds / 2], rates[rounds / 4],
        rates[rounds * 3 / 4]);
    std::printf("bytes retained     %.1f each; %.1f with one media type of its own\n", retained, overlaid);
    return 0;
}
