// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/stoppedreaders.h"
#include "bench/holding/clients.h"
#include "bench/holding/scenario.h"
#include "bench/holding/servedprocess.h"

#include <QFile>

#include <sys/socket.h>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::holding {
namespace {

/// Bytes that wait in the system to be sent from that port, all connections together, as the kernel's table
/// of them tells.
qint64 unsentBytes(quint16 port)
{
    QFile table(u"/proc/net/tcp"_s);
    if (!table.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray local = ':' + QByteArray::number(port, 16).rightJustified(4, '0').toUpper();
    qint64 total = 0;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QList<QByteArray> columns = line.simplified().split(' ');
        if (columns.value(1).endsWith(local))
            total += columns.value(4).split(':').first().toLongLong(nullptr, 16);
    }
    return total;
}

ReaderPointer plainReader(quint16 port, int number)
{
    Socket socket = connectTo(port, number);
    const bool hasAsked = socket.isValid() && send(socket, requestFor(hugeFile));
    return hasAsked ? std::make_shared<Socket>(std::move(socket)) : nullptr;
}

std::vector<ReaderPointer> askAndStop(const Readers &readers, quint16 port, int count)
{
    std::vector<ReaderPointer> stopped;
    for (int i = 0; i < count; ++i) {
        if (ReaderPointer reader = readers.askAndStop(port, i))
            stopped.push_back(std::move(reader));
    }
    return stopped;
}

} // namespace

void holdStoppedReaders(const Extent &extent, Report &report)
{
    const Readers plain{plainReader, [](quint16 port) { return timeOfFreshGet(port).has_value(); }};
    holdReaders(plain, {}, extent, report);
}

void holdReaders(const Readers &clients, site::SiteConfig config, const Extent &extent, Report &report)
{
    config.timeouts.inactivity = extent.time;
    ServedProcess server(config);
    if (!clients.askAndStop(server.port(), 0) || !clients.isAnswered(server.port()))
        return report.fail(u"The server does not answer."_s);
    std::this_thread::sleep_for(1s); // what the server keeps for good is there from now on
    const qint64 memoryBefore = server.memoryBytes();
    const int descriptorsBefore = server.openDescriptors();
    const std::vector<ReaderPointer> readers = askAndStop(clients, server.port(), extent.count);
    const base::TimePoint begin = base::Clock::now(); // of the last one: handshakes take their time
    std::this_thread::sleep_until(begin + extent.time / 2);

    const double own = double(server.memoryBytes() - memoryBefore) / extent.count;
    const double inSystem = double(unsentBytes(server.port())) / extent.count;
    const bool isAnswered = clients.isAnswered(server.port());
    report.mustBeAtLeast(u"readers that have stopped"_s, double(readers.size()), extent.count, {});
    report.add(u"memory of the server for each"_s, own, u"bytes"_s);
    report.add(u"waiting in the system for each"_s, inSystem, u"bytes"_s);
    report.mustBeAtMost(u"buffered for each"_s, (own + inSystem) / 1024, 256, u"KiB"_s);
    report.mustBeAtLeast(u"fresh GET answered beside them"_s, isAnswered ? 1 : 0, 1, {});

    while (server.openDescriptors() > descriptorsBefore && base::Clock::now() < begin + extent.time * 3)
        std::this_thread::sleep_for(50ms);
    const std::chrono::duration<double> after = base::Clock::now() - begin;
    report.mustBeAtMost(u"all thrown out after"_s, after.count(), double(extent.time.count()) + 2, u"s"_s);
}

} // namespace servelab::holding
