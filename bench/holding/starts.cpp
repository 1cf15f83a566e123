// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"
#include "core/server/server.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::holding {
namespace {

int threads()
{
    return base::threadCount(QCoreApplication::applicationPid()).value_or(-1);
}

/// Asks whatever listens on that port, over and over; 0: nobody.
class Askers
{
public:
    explicit Askers(int count)
    {
        for (int i = 0; i < count; ++i)
            m_threads.emplace_back([this](const std::stop_token &stop) { ask(stop); });
    }

    void askAt(quint16 port) { m_port = port; }
    int answers() const { return m_answers; }

private:
    void ask(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            const quint16 port = m_port;
            const Socket socket = port ? connectTo(port) : Socket();
            if (!socket.isValid())
                std::this_thread::sleep_for(1ms);
            for (int i = 0; i < 5 && socket.isValid() && !stop.stop_requested(); ++i) {
                if (!send(socket, requestFor(smallFile)) || !readAnswer(socket, 500ms))
                    break;
                ++m_answers;
            }
        }
    }

    std::atomic<quint16> m_port = 0;
    std::atomic<int> m_answers = 0;
    std::vector<std::jthread> m_threads; ///< the last: they end first
};

void waitForClosed(server::Server &server)
{
    QEventLoop loop;
    QObject::connect(&server, &server::Server::closed, &loop, &QEventLoop::quit);
    if (server.state() == server::Server::State::Closing)
        loop.exec();
}

/// Serves until some were answered, then ends it in one of the three ways there are.
bool startAndStop(const site::SiteConfig &config, int round, Askers &askers)
{
    server::Server server;
    if (!server.deploy(config))
        return false;
    askers.askAt(server.port());
    const int before = askers.answers();
    const base::TimePoint patience = base::Clock::now() + 2s;
    while (round % 2 && askers.answers() < before + 4 && base::Clock::now() < patience)
        std::this_thread::sleep_for(100us);
    if (round % 3 < 2) {
        server.close(round % 3 ? 0ms : 2000ms);
        waitForClosed(server);
    }
    askers.askAt(0);
    return true;
}

} // namespace

void holdStarts(const Extent &extent, Report &report)
{
    const QTemporaryDir folder;
    QFile file(folder.path() + QLatin1StringView(smallFile));
    if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray(100, 's')) != 100)
        return report.fail(u"The file to serve cannot be written."_s);
    file.close();
    site::SiteConfig config;
    config.root = folder.path();
    config.port = 0;
    {
        Askers askers(2);
        startAndStop(config, 1, askers); // what the process keeps for good is there from now on
    }
    const int descriptors = base::openDescriptorCount().value_or(-1);
    const int running = threads();
    int refused = 0;
    int answers = 0;
    {
        Askers askers(4);
        for (int round = 0; round < extent.count; ++round) {
            config.workers = 1 + round % 3;
            refused += !startAndStop(config, round, askers);
        }
        answers = askers.answers();
    }
    for (int tries = 0; tries < 100 && threads() > running; ++tries)
        std::this_thread::sleep_for(20ms);
    report.mustBeAtMost(u"starts refused"_s, refused, 0, {});
    report.mustBeAtLeast(u"requests answered meanwhile"_s, answers, extent.count, {});
    report.mustBeAtMost(u"descriptors left"_s, base::openDescriptorCount().value_or(-1) - descriptors, 0, {});
    report.mustBeAtMost(u"threads left"_s, threads() - running, 0, {});
}

} // namespace servelab::holding
