// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the records of the sample site: what an access log of a busy day looks like, one JSON object a
/// line. The bytes are the same on every machine, so that results measured with them can be compared.

#include "resources/tools/randomnumbers.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using servelab::tools::RandomNumbers;

constexpr std::size_t fileBytes = 2'621'609;

struct Page
{
    std::string_view path;
    std::string_view mediaType;
    unsigned bytes;
};

constexpr std::array pages = {
    Page{"/", "text/html", 8412},
    Page{"/about.html", "text/html", 4120},
    Page{"/site.css", "text/css", 6931},
    Page{"/app.js", "text/javascript", 3377},
    Page{"/heatmap.png", "image/png", 51204},
    Page{"/keep-alive.svg", "image/svg+xml", 2950},
    Page{"/docs/", "text/html", 5102},
    Page{"/docs/caching.html", "text/html", 6240},
    Page{"/docs/compression.html", "text/html", 6017},
    Page{"/data/records.jsonl", "application/jsonl", 2621609},
};

constexpr std::array<std::string_view, 6> agents = {
    "Mozilla/5.0 (X11; Linux x86_64) Firefox",
    "Mozilla/5.0 (Windows NT 10.0) Chrome",
    "Mozilla/5.0 (Macintosh; Intel) Safari",
    "Mozilla/5.0 (iPhone; Mobile) Safari",
    "Mozilla/5.0 (Linux; Android 14) Chrome",
    "feed-reader/2.4",
};

constexpr std::array<std::string_view, 8> cities
    = {"Bergen", "Kyoto", "Lima", "Nairobi", "Porto", "Pune", "Riga", "Toronto"};

/// Skewed as requests are: the first elements far more often than the last.
template <typename Container>
const auto &pick(const Container &container, RandomNumbers &random)
{
    const double fraction = random.fraction();
    return container[static_cast<std::size_t>(fraction * fraction * static_cast<double>(container.size()))];
}

int statusOf(RandomNumbers &random)
{
    const auto percent = random.below(100);
    if (percent < 78)
        return 200;
    if (percent < 95)
        return 304;
    return percent < 99 ? 404 : 503;
}

std::string quoted(std::string_view name, std::string_view value)
{
    return '"' + std::string(name) + "\":\"" + std::string(value) + '"';
}

std::string number(std::string_view name, std::uint64_t value)
{
    return '"' + std::string(name) + "\":" + std::to_string(value);
}

std::string timeOfDay(std::uint64_t milliseconds)
{
    std::array<char, 16> text{};
    const auto seconds = static_cast<unsigned>(milliseconds / 1000 % 86'400);
    std::snprintf(text.data(), text.size(), "%02u:%02u:%02u.%03u", seconds / 3600, seconds / 60 % 60,
        seconds % 60, static_cast<unsigned>(milliseconds % 1000));
    return text.data();
}

/// Without the closing brace.
std::string record(std::uint64_t id, std::uint64_t milliseconds, RandomNumbers &random)
{
    const Page &page = pick(pages, random);
    const int status = statusOf(random);
    const std::uint64_t bodyBytes = status == 200 ? page.bytes : status == 304 ? 0 : 214;
    const bool fromCache = status == 304 || random.below(10) < 7;
    return '{' + number("id", id) + ',' + quoted("time", "2026-03-14T" + timeOfDay(milliseconds) + 'Z') + ','
        + quoted("method", random.below(20) == 0 ? "HEAD" : "GET") + ',' + quoted("path", page.path) + ','
        + number("status", static_cast<std::uint64_t>(status)) + ',' + quoted("mediaType", page.mediaType)
        + ',' + number("bodyBytes", bodyBytes) + ','
        + number("durationMicroseconds", (fromCache ? 40 : 900) + random.below(fromCache ? 60 : 4000)) + ','
        + quoted("cache", fromCache ? "hit" : "miss") + ',' + quoted("city", pick(cities, random)) + ','
        + quoted("agent", pick(agents, random));
}

/// A record whose note fills `bytes` exactly, the line's end included.
std::string lastRecord(std::uint64_t id, std::size_t bytes)
{
    const std::string head = '{' + number("id", id) + ",\"note\":\"";
    const std::string_view tail = "\"}\n";
    return head + std::string(bytes - head.size() - tail.size(), '.') + std::string(tail);
}

std::string makeRecords()
{
    constexpr std::size_t roomForLast = 512;
    RandomNumbers random(2'621'609);
    std::string text;
    text.reserve(fileBytes);
    std::uint64_t id = 1;
    std::uint64_t milliseconds = 0;
    for (; text.size() + roomForLast < fileBytes; ++id) {
        milliseconds += random.below(14'000);
        text += record(id, milliseconds, random) + "}\n";
    }
    return text + lastRecord(id, fileBytes - text.size());
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "Usage: servelab-make-records FILE\n";
        return 2;
    }
    std::ofstream file(argv[1], std::ios::binary);
    file << makeRecords() << std::flush;
    if (!file) {
        std::cerr << "Cannot write " << argv[1] << ".\n";
        return 1;
    }
    return 0;
}
