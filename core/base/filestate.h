// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace servelab::base {

/// Tells whether a file that is read bit by bit is still what it was: else its beginning and its end would be
/// of two versions. To be asked after each read, before what was read is passed on.
class FileState
{
public:
    FileState() = default;
    /// As it is now.
    explicit FileState(int file);

    /// False when it has been written anew since. Bytes put behind what was its end do not count: logs grow,
    /// and what is being sent of them stays right.
    bool stillHolds(int file);

private:
    struct Stamp
    {
        std::uint64_t size = 0;
        std::int64_t modified = 0; ///< nanoseconds; on Windows seconds
        friend bool operator==(const Stamp &, const Stamp &) = default;
    };
    /// The last bytes of what it was: a longer file that begins with what it was has them in the same place.
    using Sample = std::array<char, 64>;

    static Stamp stampOf(int file);
    Sample sampleOf(int file) const;

    Stamp m_stamp;
    std::uint64_t m_sampleOffset = 0;
    std::size_t m_sampleBytes = 0;
    Sample m_sample{};
};

} // namespace servelab::base
