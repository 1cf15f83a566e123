// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sampledata.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QHostAddress>
#include <QTcpSocket>
#include <QTimer>

#include <cmath>

namespace servelab::ui::testing {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int measuredSeconds = 100;

lab::Sample sampleOf(const Figures &figures, int round)
{
    const double spread = 1 + 0.01 * (round - 1);
    lab::Sample sample;
    sample.workload = u"file"_s;
    sample.variant = figures.variant;
    sample.round = round;
    sample.load.elapsed = std::chrono::seconds(measuredSeconds);
    sample.load.responses
        = static_cast<quint64>(std::llround(figures.requestsPerSecond * spread * measuredSeconds));
    sample.load.requests = sample.load.responses;
    sample.load.bytesReceived = figures.bytes * sample.load.responses;
    sample.load.answersByClass[2] = sample.load.responses;
    sample.load.latencyMicroseconds.record(figures.p99Microseconds / 2, 90);
    sample.load.latencyMicroseconds.record(
        static_cast<qint64>(static_cast<double>(figures.p99Microseconds) * spread), 10);
    sample.serverCpu = std::chrono::seconds(measuredSeconds) * 19 / 20;
    sample.memoryAtStart.privateDirtyBytes = 3'100'000;
    sample.memoryAtPeak.peakResidentBytes = figures.retainedBytes * 2 + 12'000'000;
    sample.memoryRetained.privateDirtyBytes
        = static_cast<qint64>(static_cast<double>(figures.retainedBytes) * spread);
    return sample;
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

} // namespace

lab::ResultDocument sampleResult()
{
    lab::ResultDocument document = resultOf(
        {
            {u"q1-each"_s, 92.4, 18'600, 768'400, 4'180'000},
            {u"q4-each"_s, 54.1, 31'900, 590'600, 4'870'000},
            {u"q11-each"_s, 0.92, 1'310'000, 433'200, 9'640'000},
            {u"q1-cached"_s, 3'480, 1'190, 768'400, 5'210'000},
            {u"q4-cached"_s, 4'310, 980, 590'600, 5'030'000},
            {u"q11-cached"_s, 5'520, 771, 433'200, 4'890'000},
        },
        3);
    document.experiment.variants = {
        {.id = u"q1-each"_s, .label = u"Brotli 1, each request"_s, .patch = {}, .fields = {}},
        {.id = u"q4-each"_s, .label = u"Brotli 4, each request"_s, .patch = {}, .fields = {}},
        {.id = u"q11-each"_s, .label = u"Brotli 11, each request"_s, .patch = {}, .fields = {}},
        {.id = u"q1-cached"_s, .label = u"Brotli 1, cached"_s, .patch = {}, .fields = {}},
        {.id = u"q4-cached"_s, .label = u"Brotli 4, cached"_s, .patch = {}, .fields = {}},
        {.id = u"q11-cached"_s, .label = u"Brotli 11, cached"_s, .patch = {}, .fields = {}},
    };
    return document;
}

lab::ResultDocument resultOf(const QList<Figures> &figures, int rounds)
{
    lab::ResultDocument document;
    document.experiment.id = u"brotli"_s;
    document.experiment.title = u"Brotli qualities"_s;
    document.experiment.rounds = rounds;
    document.experiment.workloads.append(lab::Workload());
    document.experiment.workloads.first().id = u"file"_s;
    for (const Figures &one : figures)
        document.experiment.variants.append(
            {.id = one.variant, .label = one.variant, .patch = {}, .fields = {}});
    for (int round = 0; round < rounds; ++round) {
        for (const Figures &one : figures)
            document.samples.append(sampleOf(one, round));
    }
    return document;
}

server::AccessRecord recordOf(const QByteArray &target)
{
    server::AccessRecord record;
    record.time = std::chrono::sys_time<std::chrono::milliseconds>(1'800'000'000'123ms);
    record.client = "127.0.0.1";
    record.method = "GET";
    record.target = target.toStdString();
    record.status = 200;
    record.bytes = 12'544;
    record.host = "localhost:8080";
    record.userAgent = "Mozilla/5.0 (X11; Linux x86_64)";
    record.fieldLines = "accept: text/html\naccept-encoding: gzip, br\ncookie: redacted\n";
    record.coding = "br";
    record.bytesBeforeCoding = 45'000;
    record.answerHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Encoding: br";
    record.untilAnswer = 180us;
    record.duration = 460us;
    return record;
}

server::RecordBatch batchOf(const QList<server::AccessRecord> &records)
{
    return {std::make_shared<const QList<server::AccessRecord>>(records), 0};
}

QString writeSite(const QString &parent, const QString &name)
{
    const QDir folder(QDir(parent).filePath(name));
    folder.mkpath(u"data"_s);
    write(folder.filePath(u"index.html"_s), "<!doctype html><title>Small</title><p>A page.\n");
    write(folder.filePath(u"style.css"_s), "body { margin: 2rem; }\n");
    write(folder.filePath(u".hidden"_s), "secret\n");
    QByteArray words;
    for (int number = 0; words.size() < 100'000; ++number)
        words += "word " + QByteArray::number(number * 7919 % 10'007) + '\n';
    write(folder.filePath(u"data/words.txt"_s), words);
    return folder.absolutePath();
}

QByteArray request(quint16 port, const QByteArray &path)
{
    QTcpSocket socket;
    QByteArray answer;
    QEventLoop loop;
    QObject::connect(&socket, &QTcpSocket::connected, &loop,
        [&] { socket.write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); });
    QObject::connect(&socket, &QTcpSocket::readyRead, &loop, [&] { answer += socket.readAll(); });
    QObject::connect(&socket, &QTcpSocket::disconnected, &loop, &QEventLoop::quit);
    QObject::connect(&socket, &QTcpSocket::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(10s, &loop, &QEventLoop::quit);
    socket.connectToHost(QHostAddress::LocalHost, port);
    loop.exec();
    return answer;
}

} // namespace servelab::ui::testing
