// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/qrcode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace servelab::ui {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// How the data of a version at level M is cut into blocks (table 9 of the standard).
struct Blocks
{
    int correction; ///< codewords of error correction in each block
    int shortCount;
    int shortLength; ///< codewords of data
    int longCount; ///< blocks with one more
};

constexpr std::array<Blocks, 10> blocksOfVersion{
    {{10, 1, 16, 0}, {16, 1, 28, 0}, {26, 1, 44, 0}, {18, 2, 32, 0}, {24, 2, 43, 0}, {16, 4, 27, 0},
        {18, 4, 31, 0}, {22, 2, 38, 2}, {22, 3, 36, 2}, {26, 4, 43, 1}}};

/// Middles of the alignment patterns on one axis (annex E); 0: no more.
constexpr std::array<std::array<int, 3>, 10> alignments{{{0, 0, 0}, {6, 18, 0}, {6, 22, 0}, {6, 26, 0},
    {6, 30, 0}, {6, 34, 0}, {6, 22, 38}, {6, 24, 42}, {6, 26, 46}, {6, 28, 50}}};

constexpr int lastVersion = 10;

Blocks blocksOf(int version)
{
    return blocksOfVersion[static_cast<std::size_t>(version - 1)];
}

int dataLength(const Blocks &blocks)
{
    return blocks.shortCount * blocks.shortLength + blocks.longCount * (blocks.shortLength + 1);
}

int countBits(int version)
{
    return version < 10 ? 8 : 16;
}

int fittingVersion(qsizetype length)
{
    for (int version = 1; version <= lastVersion; ++version) {
        if (4 + countBits(version) + 8 * length <= 8 * dataLength(blocksOf(version)))
            return version;
    }
    return 0;
}

class BitWriter
{
public:
    void append(unsigned value, int bits)
    {
        for (int bit = bits - 1; bit >= 0; --bit) {
            if (m_count % 8 == 0)
                m_bytes.push_back(0);
            m_bytes.back()
                = static_cast<std::uint8_t>(m_bytes.back() | ((value >> bit & 1) << (7 - m_count % 8)));
            ++m_count;
        }
    }
    int count() const { return m_count; }
    Bytes takeBytes() { return std::move(m_bytes); }

private:
    Bytes m_bytes;
    int m_count = 0;
};

/// Mode, count, bytes, terminator and padding: as many codewords as the version holds.
Bytes dataCodewords(const QByteArray &bytes, int version)
{
    const int length = dataLength(blocksOf(version));
    BitWriter bits;
    bits.append(0b0100, 4); // byte mode
    bits.append(static_cast<unsigned>(bytes.size()), countBits(version));
    for (const char byte : bytes)
        bits.append(static_cast<std::uint8_t>(byte), 8);
    bits.append(0, std::min(4, 8 * length - bits.count()));
    bits.append(0, (8 - bits.count() % 8) % 8);
    Bytes codewords = bits.takeBytes();
    for (unsigned pad = 0xEC; codewords.size() < static_cast<std::size_t>(length); pad ^= 0xEC ^ 0x11)
        codewords.push_back(static_cast<std::uint8_t>(pad));
    return codewords;
}

/// In the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t multiply(std::uint8_t one, std::uint8_t other)
{
    unsigned product = 0;
    for (int bit = 7; bit >= 0; --bit) {
        product = product << 1 ^ (product >> 7) * 0x11D;
        product ^= (other >> bit & 1U) * one;
    }
    return static_cast<std::uint8_t>(product);
}

/// Coefficients of (x - 1)(x - 2)(x - 4)..., highest first, without the leading one.
Bytes generatorOf(int degree)
{
    Bytes generator(static_cast<std::size_t>(degree));
    generator.back() = 1;
    std::uint8_t root = 1;
    for (int step = 0; step < degree; ++step) {
        for (std::size_t at = 0; at < generator.size(); ++at) {
            generator[at] = multiply(generator[at], root);
            if (at + 1 < generator.size())
                generator[at] ^= generator[at + 1];
        }
        root = multiply(root, 2);
    }
    return generator;
}

Bytes correctionOf(const Bytes &data, const Bytes &generator)
{
    Bytes rest(generator.size());
    for (const std::uint8_t byte : data) {
        const std::uint8_t factor = byte ^ rest.front();
        std::ranges::rotate(rest, rest.begin() + 1);
        rest.back() = 0;
        for (std::size_t at = 0; at < rest.size(); ++at)
            rest[at] ^= multiply(generator[at], factor);
    }
    return rest;
}

/// One codeword of each block in turn, as long as blocks have them.
void interleave(const std::vector<Bytes> &blocks, Bytes &out)
{
    const std::size_t longest = std::ranges::max(blocks, {}, &Bytes::size).size();
    for (std::size_t at = 0; at < longest; ++at) {
        for (const Bytes &block : blocks) {
            if (at < block.size())
                out.push_back(block[at]);
        }
    }
}

Bytes withCorrection(const Bytes &data, const Blocks &shape)
{
    const Bytes generator = generatorOf(shape.correction);
    std::vector<Bytes> blocks;
    std::vector<Bytes> corrections;
    auto next = data.begin();
    for (int number = 0; number < shape.shortCount + shape.longCount; ++number) {
        const auto end = next + shape.shortLength + (number >= shape.shortCount ? 1 : 0);
        blocks.emplace_back(next, end);
        corrections.push_back(correctionOf(blocks.back(), generator));
        next = end;
    }
    Bytes out;
    interleave(blocks, out);
    interleave(corrections, out);
    return out;
}

/// `value` with the rest of its division by `generator` behind it.
unsigned withCheckBits(unsigned value, int checkBits, unsigned generator)
{
    unsigned rest = value;
    for (int step = 0; step < checkBits; ++step)
        rest = rest << 1 ^ (rest >> (checkBits - 1)) * generator;
    return value << checkBits | rest;
}

bool isMasked(int mask, int column, int row)
{
    switch (mask) {
    case 0:
        return (column + row) % 2 == 0;
    case 1:
        return row % 2 == 0;
    case 2:
        return column % 3 == 0;
    case 3:
        return (column + row) % 3 == 0;
    case 4:
        return (column / 3 + row / 2) % 2 == 0;
    case 5:
        return column * row % 2 + column * row % 3 == 0;
    case 6:
        return (column * row % 2 + column * row % 3) % 2 == 0;
    default:
        return ((column + row) % 2 + column * row % 3) % 2 == 0;
    }
}

/// Runs of one colour, and what looks like a finder pattern beside something light, along one line (section
/// 7.8.3). The border around the symbol is light.
template <typename IsDark>
int linePenalty(int size, IsDark isDark)
{
    constexpr int border = 4;
    int sum = 0;
    int run = 0;
    unsigned last = 0; // the newest eleven modules
    for (int at = 0; at < size + border; ++at) {
        const bool inside = at < size;
        const bool dark = inside && isDark(at);
        run = inside && at > 0 && dark == isDark(at - 1) ? run + 1 : 1;
        sum += inside ? (run == 5 ? 3 : run > 5 ? 1 : 0) : 0;
        last = (last << 1 | (dark ? 1U : 0U)) & 0x7FF;
        if (at >= 6 && (last == 0b10111010000 || last == 0b00001011101))
            sum += 40;
    }
    return sum;
}

} // namespace

QrCode::QrCode(int version)
    : m_size(17 + 4 * version)
    , m_dark(static_cast<std::size_t>(m_size * m_size))
    , m_fixed(m_dark.size())
{
    drawPatterns(version);
}

std::optional<QrCode> QrCode::encode(const QByteArray &bytes)
{
    const int version = fittingVersion(bytes.size());
    if (version == 0)
        return std::nullopt;
    QrCode plain(version);
    plain.drawBits(withCorrection(dataCodewords(bytes, version), blocksOf(version)));
    std::optional<QrCode> best;
    int lowest = std::numeric_limits<int>::max();
    for (int mask = 0; mask < 8; ++mask) {
        QrCode masked = plain;
        masked.drawFormat(mask);
        masked.applyMask(mask);
        if (const int penalty = masked.penalty(); penalty < lowest) {
            lowest = penalty;
            best = std::move(masked);
        }
    }
    return best;
}

void QrCode::set(int column, int row, bool dark)
{
    m_dark[index(column, row)] = dark;
    m_fixed[index(column, row)] = true;
}

void QrCode::drawPatterns(int version)
{
    for (int at = 0; at < m_size; ++at) {
        set(6, at, at % 2 == 0);
        set(at, 6, at % 2 == 0);
    }
    drawFinder(3, 3);
    drawFinder(m_size - 4, 3);
    drawFinder(3, m_size - 4);
    const auto &middles = alignments[static_cast<std::size_t>(version - 1)];
    for (const int column : middles) {
        for (const int row : middles) {
            const bool atFinder = (column == 6 && row == 6) || (column == 6 && row == m_size - 7)
                || (column == m_size - 7 && row == 6);
            if (column && row && !atFinder)
                drawAlignment(column, row);
        }
    }
    drawFormat(0); // to keep its place
    if (version >= 7)
        drawVersion(version);
}

void QrCode::drawFinder(int column, int row)
{
    for (int y = -4; y <= 4; ++y) {
        for (int x = -4; x <= 4; ++x) {
            const int ring = std::max(std::abs(x), std::abs(y));
            const bool inside = column + x >= 0 && column + x < m_size && row + y >= 0 && row + y < m_size;
            if (inside)
                set(column + x, row + y, ring != 2 && ring != 4);
        }
    }
}

void QrCode::drawAlignment(int column, int row)
{
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x)
            set(column + x, row + y, std::max(std::abs(x), std::abs(y)) != 1);
    }
}

void QrCode::drawVersion(int version)
{
    const unsigned bits = withCheckBits(static_cast<unsigned>(version), 12, 0x1F25);
    for (int at = 0; at < 18; ++at) {
        const bool dark = bits >> at & 1;
        set(m_size - 11 + at % 3, at / 3, dark);
        set(at / 3, m_size - 11 + at % 3, dark);
    }
}

/// Twice, beside the finders (section 7.9).
void QrCode::drawFormat(int mask)
{
    constexpr unsigned levelM = 0b00;
    const unsigned bits
        = withCheckBits(levelM << 3 | static_cast<unsigned>(mask), 10, 0x537) ^ 0b101010000010010;
    const auto bit = [bits](int at) { return (bits >> at & 1) != 0; };
    for (int at = 0; at < 6; ++at)
        set(8, at, bit(at));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (int at = 9; at < 15; ++at)
        set(14 - at, 8, bit(at));
    for (int at = 0; at < 8; ++at)
        set(m_size - 1 - at, 8, bit(at));
    for (int at = 8; at < 15; ++at)
        set(8, m_size - 15 + at, bit(at));
    set(8, m_size - 8, true);
}

/// In columns of two from the right, upwards and downwards in turn, past the vertical timing pattern.
void QrCode::drawBits(const Bytes &codewords)
{
    std::size_t next = 0;
    for (int right = m_size - 1; right >= 1; right -= 2) {
        if (right == 6)
            right = 5;
        for (int step = 0; step < m_size; ++step) {
            const bool upwards = ((right + 1) & 2) == 0;
            const int row = upwards ? m_size - 1 - step : step;
            for (const int column : {right, right - 1}) {
                if (m_fixed[index(column, row)] || next >= codewords.size() * 8)
                    continue;
                m_dark[index(column, row)] = codewords[next / 8] >> (7 - next % 8) & 1;
                ++next;
            }
        }
    }
}

void QrCode::applyMask(int mask)
{
    for (int row = 0; row < m_size; ++row) {
        for (int column = 0; column < m_size; ++column) {
            if (!m_fixed[index(column, row)] && isMasked(mask, column, row))
                m_dark[index(column, row)] = !m_dark[index(column, row)];
        }
    }
}

int QrCode::penalty() const
{
    int sum = 0;
    for (int line = 0; line < m_size; ++line) {
        sum += linePenalty(m_size, [this, line](int at) { return isDark(at, line); });
        sum += linePenalty(m_size, [this, line](int at) { return isDark(line, at); });
    }
    for (int row = 0; row + 1 < m_size; ++row) {
        for (int column = 0; column + 1 < m_size; ++column) {
            const bool dark = isDark(column, row);
            if (dark == isDark(column + 1, row) && dark == isDark(column, row + 1)
                && dark == isDark(column + 1, row + 1))
                sum += 3;
        }
    }
    const auto dark = std::ranges::count(m_dark, true);
    const double share = 100.0 * static_cast<double>(dark) / static_cast<double>(m_dark.size());
    return sum + static_cast<int>(std::abs(share - 50) / 5) * 10;
}

} // namespace servelab::ui
