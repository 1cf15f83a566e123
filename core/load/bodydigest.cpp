// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/bodydigest.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace servelab::load {

namespace {

// Odd numbers without a pattern: the first digits of the square roots of 2, 3, 5 and 7 behind the point.
constexpr std::array<std::uint64_t, 4> factors{
    0x6a09e667f3bcc909, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};

/// Reversible, so that no word is lost; the shift lets high bits reach the low ones, which a multiplication
/// alone does not.
std::uint64_t mixed(std::uint64_t state, std::uint64_t word, std::uint64_t factor)
{
    const std::uint64_t both = state ^ word;
    return std::rotl((both ^ (both >> 32)) * factor, 31);
}

std::uint64_t wordAt(const char *bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

} // namespace

void FastDigest::reset(std::uint64_t seed)
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i] = mixed(seed, i + 1, factors[i]);
    m_restBytes = 0;
    m_length = 0;
}

void FastDigest::takeBlock(const char *block)
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i] = mixed(m_lanes[i], wordAt(block + i * sizeof(std::uint64_t)), factors[i]);
}

void FastDigest::add(std::string_view bytes)
{
    m_length += bytes.size();
    if (m_restBytes > 0) {
        const std::size_t taken = std::min(bytes.size(), blockBytes - m_restBytes);
        std::copy_n(bytes.data(), taken, m_rest.data() + m_restBytes);
        bytes.remove_prefix(taken);
        m_restBytes += taken;
        if (m_restBytes < blockBytes)
            return;
        takeBlock(m_rest.data());
        m_restBytes = 0;
    }
    for (; bytes.size() >= blockBytes; bytes.remove_prefix(blockBytes))
        takeBlock(bytes.data());
    std::ranges::copy(bytes, m_rest.data());
    m_restBytes = bytes.size();
}

std::uint64_t FastDigest::result() const
{
    FastDigest last = *this;
    std::fill(last.m_rest.begin() + static_cast<std::ptrdiff_t>(m_restBytes), last.m_rest.end(), '\0');
    last.takeBlock(last.m_rest.data());
    std::uint64_t sum = m_length;
    for (std::size_t i = 0; i < factors.size(); ++i)
        sum = mixed(sum, last.m_lanes[i], factors[factors.size() - 1 - i]);
    return sum ^ (sum >> 29);
}

void BodyDigest::begin(const KnownBody &known)
{
    m_fast.reset(known.m_seed);
    m_takesBoth = !known.m_isLearnt;
    if (m_takesBoth)
        m_sha256.reset();
}

void BodyDigest::add(std::string_view bytes)
{
    m_fast.add(bytes);
    if (m_takesBoth)
        m_sha256.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
}

bool BodyDigest::isRight(KnownBody &known)
{
    if (!m_takesBoth)
        return m_fast.result() == known.m_fast;
    if (m_sha256.result() != known.m_sha256)
        return false;
    known.m_fast = m_fast.result();
    known.m_isLearnt = true;
    return true;
}

} // namespace servelab::load
