// SPDX-License-Identifier: GPL-3.0-or-later
// Time to parse a request head: RequestParser beside a naive parser that splits lines and copies every field,
// its name in lower case, into a hash.
#include "core/http/requestparser.h"
#include "servelab/version.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace servelab::http;
using Clock = std::chrono::steady_clock;

constexpr int rounds = 101;
constexpr auto timePerSample = std::chrono::milliseconds(1);

struct Case
{
    const char *name;
    QByteArray bytes;
    int heads;
};

std::vector<Case> makeCases()
{
    const QByteArray minimal = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const QByteArray curl = "GET /index.html HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: curl/7.88.1\r\n"
                            "Accept: */*\r\n\r\n";
    const QByteArray browser
        = "GET /styles/site.css?v=3 HTTP/1.1\r\nHost: docs.test:8080\r\nConnection: keep-alive\r\n"
          "sec-ch-ua: \"Chromium\";v=\"130\", \"Not?A_Brand\";v=\"99\"\r\nsec-ch-ua-mobile: ?0\r\n"
          "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
          "Chrome/130.0.0.0 Safari/537.36\r\nsec-ch-ua-platform: \"Linux\"\r\nAccept: text/css,*/*;q=0.1\r\n"
          "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: style\r\n"
          "Referer: http://docs.test:8080/\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
          "Accept-Language: en-GB,en;q=0.9,de;q=0.8\r\nIf-None-Match: W/\"64-18bcfe568d0\"\r\n\r\n";
    return {
        {"minimal", minimal, 1},
        {"like curl", curl, 1},
        {"like a browser", browser, 1},
        {"16 pipelined", curl.repeated(16), 16},
    };
}

/// Number of heads found; 0 for a fault.
int parseInPlace(const QByteArray &bytes)
{
    static RequestHead head;
    RequestParser parser;
    std::string_view rest(bytes.data(), static_cast<std::size_t>(bytes.size()));
    int heads = 0;
    while (!rest.empty() && parser.parse(rest, head) == RequestParser::Status::Complete) {
        rest.remove_prefix(parser.headLength());
        ++heads;
    }
    return heads;
}

/// The naive contender: no check of any octet, copies of everything.
int parseNaively(const QByteArray &bytes)
{
    int heads = 0;
    for (qsizetype begin = 0; begin < bytes.size(); ++heads) {
        const qsizetype end = bytes.indexOf("\r\n\r\n", begin);
        if (end < 0)
            return 0;
        QHash<QByteArray, QByteArray> fields;
        const QList<QByteArray> lines = bytes.mid(begin, end - begin).split('\n');
        const QList<QByteArray> words = lines.first().trimmed().split(' ');
        for (const QByteArray &line : lines.sliced(1)) {
            const qsizetype colon = line.indexOf(':');
            fields.insert(line.first(colon).toLower(), line.sliced(colon + 1).trimmed());
        }
        if (words.size() != 3 || !fields.contains("host"))
            return 0;
        begin = end + 4;
    }
    return heads;
}

using Parse = int (*)(const QByteArray &);

/// Nanoseconds for each head of the case, over about `timePerSample`.
double measure(Parse parse, const Case &testCase)
{
    constexpr int batch = 64;
    long heads = 0;
    const auto begin = Clock::now();
    auto end = begin;
    do {
        for (int i = 0; i < batch; ++i)
            heads += parse(testCase.bytes);
        end = Clock::now();
    } while (end - begin < timePerSample);
    return std::chrono::duration<double, std::nano>(end - begin).count() / static_cast<double>(heads);
}

struct Quartiles
{
    double low;
    double median;
    double high;
};

Quartiles quartilesOf(std::vector<double> samples)
{
    std::ranges::sort(samples);
    return {samples[samples.size() / 4], samples[samples.size() / 2], samples[samples.size() * 3 / 4]};
}

void report(const Case &testCase, const char *parser, const Quartiles &time)
{
    const double bytesPerHead = static_cast<double>(testCase.bytes.size()) / testCase.heads;
    std::printf("%-15s %-9s %6.0f B %8.1f ns/head [%.1f, %.1f] %8.0f MB/s\n", testCase.name, parser,
        bytesPerHead, time.median, time.low, time.high, bytesPerHead * 1000 / time.median);
}

/// Rounds in which both parsers take turns, in alternating order.
void compare(const Case &testCase)
{
    constexpr std::array<Parse, 2> parsers = {parseInPlace, parseNaively};
    std::array<std::vector<double>, 2> times;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        const auto first = static_cast<std::size_t>(round % 2);
        for (const std::size_t which : {first, 1 - first})
            times[which].push_back(measure(parsers[which], testCase));
        ratios.push_back(times[1].back() / times[0].back());
    }
    const Quartiles ratio = quartilesOf(ratios);
    report(testCase, "in place", quartilesOf(times[0]));
    report(testCase, "naive", quartilesOf(times[1]));
    std::printf(
        "%-15s naive / in place: %.2f [%.2f, %.2f]\n\n", testCase.name, ratio.median, ratio.low, ratio.high);
}

std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name"))
            return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

void printEnvironment()
{
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
#ifdef __clang__
    const std::string compiler = "clang " __clang_version__;
#else
    const std::string compiler = "gcc " __VERSION__;
#endif
    std::printf("processor %s\ncompiler  %s\nbuild     %s, Qt %s\ndate      %s\n", processorName().c_str(),
        compiler.c_str(), SERVELAB_BUILD_TYPE, qVersion(), date.data());
    std::printf("median [quartiles] of %d interleaved rounds\n\n", rounds);
}

} // namespace

int main()
{
    printEnvironment();
    for (const Case &testCase : makeCases()) {
        if (parseInPlace(testCase.bytes) != testCase.heads
            || parseNaively(testCase.bytes) != testCase.heads) {
            std::fprintf(stderr, "%s: a parser did not find all heads\n", testCase.name);
            return 1;
        }
        compare(testCase);
    }
    return 0;
}
