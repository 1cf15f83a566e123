// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::duration;

namespace servelab::holding {
namespace {

/// Heads may take a sixth of the time and requests a third, so that every attacker meets its limit.
site::TimeoutsConfig limitsFor(std::chrono::seconds time)
{
    site::TimeoutsConfig limits;
    limits.headers = std::max<std::chrono::milliseconds>(2s, time / 6);
    limits.request = std::max<std::chrono::milliseconds>(4s, time / 3);
    return limits;
}

/// Sends a head, or a body behind a whole head, a byte a second; begins anew each time it is thrown out.
class Attacker
{
public:
    Attacker(int number, std::chrono::milliseconds limit, QByteArray start)
        : m_number(number)
        , m_limit(limit)
        , m_start(std::move(start))
    {
    }

    bool begin(quint16 port, int poller)
    {
        m_socket = connectTo(port, m_number);
        m_begun = base::Clock::now();
        epoll_event event{EPOLLIN | EPOLLRDHUP, {.ptr = this}};
        return m_socket.isValid() && send(m_socket, m_start)
            && ::epoll_ctl(poller, EPOLL_CTL_ADD, m_socket.get(), &event) == 0;
    }

    void trickle() const { send(m_socket, "x"); }

    /// Seconds between its limit and now.
    double lateness() const { return duration<double>(base::Clock::now() - m_begun - m_limit).count(); }

private:
    int m_number;
    std::chrono::milliseconds m_limit;
    QByteArray m_start;
    Socket m_socket;
    base::TimePoint m_begun;
};

std::vector<Attacker> attackers(int count, const site::TimeoutsConfig &limits)
{
    std::vector<Attacker> all;
    for (int i = 0; i < count; ++i) {
        if (i % 2)
            all.emplace_back(i, limits.headers, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
        else
            all.emplace_back(
                i, limits.request, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    }
    return all;
}

/// All of them on one thread.
class Attack
{
public:
    Attack(quint16 port, std::vector<Attacker> all)
        : m_port(port)
        , m_poller(::epoll_create1(EPOLL_CLOEXEC))
        , m_attackers(std::move(all))
    {
    }

    void run(base::TimePoint end)
    {
        for (Attacker &attacker : m_attackers)
            m_failed += !attacker.begin(m_port, m_poller.get());
        for (int turn = 0; base::Clock::now() < end; ++turn) {
            trickle(turn);
            takeEvents();
        }
    }

    const std::vector<double> &latenesses() const { return m_latenesses; }
    int failed() const { return m_failed; }

private:
    static constexpr int turnsInASecond = 50;

    void trickle(int turn) const
    {
        for (std::size_t i = size_t(turn % turnsInASecond); i < m_attackers.size(); i += turnsInASecond)
            m_attackers[i].trickle();
    }

    void takeEvents()
    {
        const base::TimePoint turnEnd = base::Clock::now() + 1'000ms / turnsInASecond;
        while (base::Clock::now() < turnEnd) {
            std::array<epoll_event, 256> events;
            const int count = ::epoll_wait(m_poller.get(), events.data(), int(events.size()), 1);
            for (int i = 0; i < count; ++i) {
                auto &attacker = *static_cast<Attacker *>(events[size_t(i)].data.ptr);
                m_latenesses.push_back(attacker.lateness());
                m_failed += !attacker.begin(m_port, m_poller.get());
            }
        }
    }

    const quint16 m_port;
    const Socket m_poller;
    std::vector<Attacker> m_attackers;
    std::vector<double> m_latenesses; ///< of each time one was thrown out, seconds
    int m_failed = 0;
};

struct NormalLoad
{
    int asked = 0;
    std::vector<double> milliseconds; ///< of the answered ones
};

NormalLoad askNormally(quint16 port, base::TimePoint end)
{
    NormalLoad load;
    while (base::Clock::now() < end) {
        ++load.asked;
        if (const auto time = timeOfFreshGet(port))
            load.milliseconds.push_back(duration<double, std::milli>(*time).count());
        std::this_thread::sleep_for(2ms);
    }
    return load;
}

} // namespace

void holdSlowSenders(const Extent &extent, Report &report)
{
    site::SiteConfig config;
    config.timeouts = limitsFor(extent.time);
    ServedProcess server(config);
    Attack attack(server.port(), attackers(extent.count, config.timeouts));
    const base::TimePoint end = base::Clock::now() + extent.time;
    const auto cpuBefore = server.cpuTime();
    NormalLoad load;
    {
        const std::jthread normal([&] { load = askNormally(server.port(), end); });
        attack.run(end);
    }
    const double cpu = duration<double>(server.cpuTime() - cpuBefore) / extent.time;
    report.mustBeAtMost(u"attackers that could not begin"_s, attack.failed(), 0, {});
    report.add(u"normal requests"_s, load.asked, {});
    report.mustBeAtLeast(u"of these served"_s,
        100.0 * double(load.milliseconds.size()) / std::max(load.asked, 1), 99.9, u"%"_s);
    report.add(u"normal request, 99th percentile"_s, percentile(load.milliseconds, 99), u"ms"_s);
    report.mustBeAtLeast(u"attackers thrown out"_s, double(attack.latenesses().size()), extent.count, {});
    report.add(u"too early, the worst"_s, -std::min(0.0, percentile(attack.latenesses(), 0)), u"s"_s);
    report.mustBeAtMost(u"behind their limit, the worst"_s, percentile(attack.latenesses(), 100), 1, u"s"_s);
    report.add(u"processor time of the server"_s, 100 * cpu, u"% of a core"_s);
}

} // namespace servelab::holding
