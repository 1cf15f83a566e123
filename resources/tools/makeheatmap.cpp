// SPDX-License-Identifier: GPL-3.0-or-later

/// Draws the picture of the sample site: latencies of a made-up server as a heat map, time from left to
/// right, latency from bottom to top on a logarithmic scale. Ten times, the server stops for a moment, and a
/// comb rises.

#include "resources/tools/randomnumbers.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using servelab::tools::RandomNumbers;

constexpr int columns = 160;
constexpr int rows = 48;
constexpr int cell = 6; ///< pixels of a cell's side
constexpr int width = columns * cell;
constexpr int height = rows * cell;

using Counts = std::array<std::array<int, columns>, rows>;

/// Sum of twelve fractions less six: as good as a normal distribution here.
double normal(RandomNumbers &random)
{
    double sum = -6;
    for (int i = 0; i < 12; ++i)
        sum += random.fraction();
    return sum;
}

/// Where latencies of that column lie, in rows from the bottom.
double centreOf(int column, RandomNumbers &random)
{
    const double calm = 11 + 2 * std::sin(column / 17.0);
    const int sincePause = column % 16;
    const bool waited = sincePause < 4 && random.below(5) < 2;
    return waited ? 38 - 5.0 * sincePause : calm;
}

Counts countLatencies()
{
    RandomNumbers random(1'000);
    Counts counts{};
    for (int column = 0; column < columns; ++column) {
        for (int request = 0; request < 220; ++request) {
            const double row = centreOf(column, random) + normal(random) * 2.1;
            ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(row), 0, rows - 1))]
                    [static_cast<std::size_t>(column)];
        }
    }
    return counts;
}

struct Colour
{
    double red, green, blue;
};

Colour mix(const Colour &from, const Colour &to, double part)
{
    return {from.red + (to.red - from.red) * part, from.green + (to.green - from.green) * part,
        from.blue + (to.blue - from.blue) * part};
}

/// Few are dark blue, many are bright yellow; the steps look even to an eye and to a colour-blind one.
Colour colourOf(int count)
{
    static constexpr std::array<Colour, 5> scale
        = {Colour{18, 24, 38}, {28, 66, 120}, {31, 132, 140}, {122, 190, 98}, {250, 230, 96}};
    const double part = std::min(1.0, std::log1p(count) / std::log(48.0)) * (scale.size() - 1);
    const auto step = std::min(static_cast<std::size_t>(part), scale.size() - 2);
    return mix(scale[step], scale[step + 1], part - static_cast<double>(step));
}

std::string scanLines(const Counts &counts)
{
    std::string lines;
    lines.reserve(static_cast<std::size_t>(height) * (width * 3 + 1));
    for (int y = 0; y < height; ++y) {
        lines += '\0'; // no filter
        for (int x = 0; x < width; ++x) {
            const auto row = static_cast<std::size_t>(rows - 1 - y / cell);
            const Colour colour = colourOf(counts[row][static_cast<std::size_t>(x / cell)]);
            for (double part : {colour.red, colour.green, colour.blue})
                lines += static_cast<char>(static_cast<unsigned char>(std::lround(part)));
        }
    }
    return lines;
}

std::string bigEndian(std::uint32_t number)
{
    return {static_cast<char>(number >> 24), static_cast<char>(number >> 16), static_cast<char>(number >> 8),
        static_cast<char>(number)};
}

std::string chunk(std::string_view type, std::string_view data)
{
    const std::string body = std::string(type) + std::string(data);
    const auto checksum
        = crc32(0, reinterpret_cast<const Bytef *>(body.data()), static_cast<uInt>(body.size()));
    return bigEndian(static_cast<std::uint32_t>(data.size())) + body
        + bigEndian(static_cast<std::uint32_t>(checksum));
}

std::string deflated(const std::string &data)
{
    uLongf size = compressBound(static_cast<uLong>(data.size()));
    std::string result(size, '\0');
    compress2(reinterpret_cast<Bytef *>(result.data()), &size, reinterpret_cast<const Bytef *>(data.data()),
        static_cast<uLong>(data.size()), Z_BEST_COMPRESSION);
    result.resize(size);
    return result;
}

/// PNG, 8 bits each for red, green and blue (ISO/IEC 15948).
std::string makePng(const Counts &counts)
{
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    const std::string header = bigEndian(width) + bigEndian(height) + std::string("\x08\x02\x00\x00\x00", 5);
    return std::string(signature) + chunk("IHDR", header) + chunk("IDAT", deflated(scanLines(counts)))
        + chunk("IEND", {});
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "Usage: servelab-make-heatmap FILE\n";
        return 2;
    }
    std::ofstream file(argv[1], std::ios::binary);
    file << makePng(countLatencies()) << std::flush;
    if (!file) {
        std::cerr << "Cannot write " << argv[1] << ".\n";
        return 1;
    }
    return 0;
}
