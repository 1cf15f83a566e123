// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCryptographicHash>

#include <array>
#include <cstdint>
#include <string_view>

namespace servelab::load {

/// A 64-bit check of bytes, eight at a time in four lanes: for telling whether a body is the one seen before,
/// at the price of reading it. Not for secrets. The result does not depend on how the bytes are cut.
class FastDigest
{
public:
    explicit FastDigest(std::uint64_t seed = 0) { reset(seed); }

    void reset(std::uint64_t seed);
    void add(std::string_view bytes);
    std::uint64_t result() const;

private:
    static constexpr std::size_t blockBytes = 32;

    void takeBlock(const char *block);

    std::array<std::uint64_t, 4> m_lanes{};
    std::array<char, blockBytes> m_rest{}; ///< the beginning of a block
    std::size_t m_restBytes = 0;
    std::uint64_t m_length = 0;
};

/// Finds out whether bodies are the right one, whose SHA-256 is known, without computing that for each: the
/// first right body gives the cheap digest that all later ones are compared by. One for each request of a
/// thread's plan; the bodies under way have a BodyDigest each.
class KnownBody
{
public:
    /// `seed` makes the cheap digest one of this run. `sha256`: 32 bytes.
    KnownBody(QByteArray sha256, std::uint64_t seed)
        : m_sha256(std::move(sha256))
        , m_seed(seed)
    {
    }

    bool isLearnt() const { return m_isLearnt; }

private:
    friend class BodyDigest;

    QByteArray m_sha256;
    std::uint64_t m_seed;
    std::uint64_t m_fast = 0;
    bool m_isLearnt = false;
};

/// What one body is found to be, as its bytes come. One for each connection, used again and again.
class BodyDigest
{
public:
    void begin(const KnownBody &known);
    void add(std::string_view bytes);
    /// At its end: whether it is the right body. `known` is that of begin(), and learns from it.
    bool isRight(KnownBody &known);

private:
    FastDigest m_fast;
    QCryptographicHash m_sha256{QCryptographicHash::Sha256};
    bool m_takesBoth = false;
};

} // namespace servelab::load
