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

constexpr auto measuredTime = 25s;
constexpr int quantiles = 1'000; ///< of the latencies of a sample

/// Between -1 and 1, the same for the same words: samples scatter, and every run of a test sees them alike.
double scatterOf(const QString &words)
{
    std::uint64_t state = 0xcbf29ce484222325; // FNV-1a, which needs no seed and is the same everywhere
    for (const QChar character : words)
        state = (state ^ character.unicode()) * 0x100000001b3;
    state ^= state >> 29;
    return static_cast<double>(state % 20'001) / 10'000 - 1;
}

/// A long tail to the right, as latencies have: the median is half of the 99th percentile.
double latencyAt(double share, double p99)
{
    const double z = std::log(share / (1 - share)) * 0.55; // close to the normal distribution's
    const double tail = share > 0.995 ? 1 + 60 * (share - 0.995) : 1;
    return p99 / 2 * std::exp(std::log(2.0) / 2.53 * z) * tail;
}

void recordLatencies(double p99, load::LoadReport &load)
{
    const std::uint64_t each = std::max<std::uint64_t>(1, load.responses / quantiles);
    for (int step = 0; step < quantiles; ++step) {
        const double share = (step + 0.5) / quantiles;
        load.latencyMicroseconds.record(std::llround(latencyAt(share, p99)), each);
    }
}

void recordSeries(double rate, double p99, const QString &name, load::LoadReport &load)
{
    const int bins = static_cast<int>(measuredTime / load::TimeSeries::finestWidth);
    for (int bin = 0; bin < bins; ++bin) {
        const double scatter = scatterOf(u"%1 bin %2"_s.arg(name).arg(bin));
        const double warming = bin < 3 ? 0.75 + 0.08 * bin : 1;
        load::TimeBin &place = load.series.at(load::TimeSeries::finestWidth * bin + 1ms);
        place.responses = static_cast<std::uint64_t>(
            std::max(0.0, std::round(rate / 10 * warming * (1 + 0.04 * scatter))));
        place.requests = place.responses;
        place.latencySumMicroseconds = static_cast<std::uint64_t>(
            static_cast<double>(place.responses) * p99 * 0.55 * (1 + 0.08 * scatter));
        place.latencyMaximumMicroseconds = std::llround(p99 * 1.2);
    }
}

base::MemoryUse memoryOf(double bytes)
{
    base::MemoryUse use;
    use.privateDirtyBytes = std::llround(bytes);
    use.peakResidentBytes = std::llround(bytes);
    return use;
}

lab::Sample sampleOf(const Figures &figures, const QString &workload, int round, int copy)
{
    const QString name = u"%1 %2 round %3 copy %4"_s.arg(workload, figures.variant).arg(round).arg(copy);
    // What a round has in common, and what chance adds to each run.
    const double spread = 1 + 0.01 * (round - 1) + 0.004 * scatterOf(name);
    const double rate = figures.requestsPerSecond * spread;
    const double p99
        = static_cast<double>(figures.p99Microseconds) * (2 - spread) * (1 + 0.01 * scatterOf(name + u"p"_s));
    lab::Sample sample;
    sample.workload = workload;
    sample.variant = figures.variant;
    sample.round = round;
    sample.copy = copy;
    sample.load.elapsed = measuredTime;
    sample.load.responses
        = static_cast<quint64>(std::llround(rate * std::chrono::duration<double>(measuredTime).count()));
    sample.load.requests = sample.load.responses;
    sample.load.bytesReceived = figures.bytes * sample.load.responses;
    sample.load.answersByClass[2] = sample.load.responses;
    recordLatencies(p99, sample.load);
    recordSeries(rate, p99, name, sample.load);
    sample.serverCpu = measuredTime * 19 / 20;
    sample.otherCpu = measuredTime / 100;
    sample.memoryAtStart = memoryOf(3'100'000);
    sample.memoryAtPeak = memoryOf(static_cast<double>(figures.retainedBytes) * 2 + 12'000'000);
    sample.memoryRetained
        = memoryOf(static_cast<double>(figures.retainedBytes) * (1 + 0.01 * scatterOf(name + u"m"_s)));
    return sample;
}

lab::Environment quietMachine()
{
    lab::Environment environment;
    environment.machine.processor = u"AMD Ryzen 7 7840U"_s;
    environment.machine.cores = 8;
    environment.machine.governor = u"performance"_s;
    environment.machine.memoryBytes = qint64(32) << 30;
    environment.machine.operatingSystem = u"Debian GNU/Linux 12"_s;
    environment.machine.kernel = u"linux 6.1.0"_s;
    environment.version = u"1.0"_s;
    environment.qtVersion = u"6.4.2"_s;
    environment.compiler = u"GCC 14.2"_s;
    environment.buildType = u"Release"_s;
    environment.busyShare = 0.01;
    environment.serverCores = {0, 1};
    environment.loadCores = {2, 3};
    return environment;
}

QJsonObject compressionPatch(const QString &key, const QJsonValue &value)
{
    return {{u"compression"_s, QJsonObject{{key, value}}}};
}

/// What a Brotli quality costs and saves, roughly.
Figures brotliFigures(const QString &variant, int quality, double share)
{
    static constexpr double rates[]{
        5'900, 5'400, 5'050, 4'700, 3'900, 2'900, 2'450, 1'900, 1'500, 1'150, 210, 84};
    static constexpr double sizes[]{
        0.42, 0.40, 0.36, 0.345, 0.315, 0.285, 0.278, 0.274, 0.272, 0.270, 0.252, 0.246};
    const double rate = rates[quality] * share;
    return {variant, rate, std::llround(4e6 / rate * 1.8),
        static_cast<quint64>(sizes[quality] * 48'000 / share), 4'200'000 + 190'000 * quality};
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
    document.startedAt = document.startedAt.addDays(-3);
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
    document.environment = quietMachine();
    document.startedAt = QDateTime(QDate(2026, 3, 14), QTime(9, 26, 53), Qt::UTC);
    document.finishedAt = document.startedAt.addSecs(240);
    document.experiment.id = u"brotli"_s;
    document.experiment.title = u"Brotli qualities"_s;
    document.experiment.rounds = rounds;
    document.experiment.workloads.append(lab::Workload());
    document.experiment.workloads.first().id = u"file"_s;
    document.experiment.workloads.first().title = u"A page of text"_s;
    document.experiment.workloads.first().lesson
        = u"Compression saves bytes and costs processor time; kept in memory it costs it once."_s;
    for (const Figures &one : figures)
        document.experiment.variants.append(
            {.id = one.variant, .label = one.variant, .patch = {}, .fields = {}});
    addSamples(document, u"file"_s, figures);
    return document;
}

void addSamples(lab::ResultDocument &document, const QString &workload, const QList<Figures> &figures)
{
    for (int round = 0; round < document.experiment.rounds; ++round) {
        for (const int copy : {0, 1}) {
            for (const Figures &one : figures)
                document.samples.append(sampleOf(one, workload, round, copy));
        }
    }
}

lab::ResultDocument sweepResult()
{
    QList<Figures> figures;
    for (int quality = 0; quality < 12; ++quality)
        figures.append(brotliFigures(u"brotliQuality=%1"_s.arg(quality), quality, 1));
    lab::ResultDocument document = resultOf(figures, 5);
    document.experiment.id = u"sweep-brotli"_s;
    document.experiment.title = u"Brotli over compression.brotliQuality"_s;
    document.startedAt = document.startedAt.addDays(1);
    for (int quality = 0; quality < 12; ++quality) {
        document.experiment.variants[quality].label = u"brotliQuality %1"_s.arg(quality);
        document.experiment.variants[quality].patch = compressionPatch(u"brotliQuality"_s, quality);
    }
    return document;
}

lab::ResultDocument sweepOfTwoResult()
{
    static constexpr int thresholds[]{0, 1'024, 16'384};
    QList<Figures> figures;
    QList<lab::Variant> variants;
    for (const int threshold : thresholds) {
        for (const int quality : {1, 3, 5, 7, 9}) {
            const QString id = u"threshold=%1,brotliQuality=%2"_s.arg(threshold).arg(quality);
            figures.append(brotliFigures(id, quality, 1 + threshold / 40'000.0));
            lab::Variant variant{
                .id = id, .label = u"threshold %1, brotliQuality %2"_s.arg(threshold).arg(quality)};
            variant.patch = {{u"compression"_s,
                QJsonObject{{u"brotliQuality"_s, quality}, {u"thresholdBytes"_s, threshold}}}};
            variants.append(variant);
        }
    }
    lab::ResultDocument document = resultOf(figures, 3);
    document.experiment.id = u"sweep-two"_s;
    document.experiment.title = u"Brotli over two settings"_s;
    document.startedAt = document.startedAt.addDays(2);
    document.experiment.variants = variants;
    return document;
}

lab::ResultDocument pairResult()
{
    lab::ResultDocument document = resultOf(
        {{u"q4"_s, 3'900, 1'900, 15'120, 4'960'000}, {u"q6"_s, 3'198, 2'310, 14'515, 4'980'000}}, 9);
    document.experiment.variants[0].label = u"Quality 4"_s;
    document.experiment.variants[1].label = u"Quality 6"_s;
    return document;
}

lab::ResultDocument laterRunOf(const lab::ResultDocument &earlier, double factor)
{
    lab::ResultDocument later = earlier;
    later.startedAt = earlier.startedAt.addDays(7);
    later.finishedAt = later.startedAt.addSecs(240);
    later.environment.compiler = u"Clang 19"_s;
    for (lab::Sample &sample : later.samples) {
        sample.load.responses = static_cast<quint64>(static_cast<double>(sample.load.responses) * factor);
        sample.load.requests = sample.load.responses;
        sample.load.bytesReceived
            = static_cast<quint64>(static_cast<double>(sample.load.bytesReceived) * factor);
    }
    return later;
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
