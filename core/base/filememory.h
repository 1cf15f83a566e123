// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace servelab::base {

/// A stretch of memory that is a stretch of a file as well, so that the system can send its pages without
/// copying them (sendfile). All stretches of a process are in one unnamed file and take one descriptor.
/// Offsets are never used again: pages that wait in a socket outlive the stretch with their bytes unchanged.
/// Owns the memory; what was written to it before it is shared is read by any thread.
///
/// Linux only (memfd_create). Elsewhere, and where the system gives none now, a stretch is not valid: other
/// memory has to serve then.
class FileMemory
{
public:
    FileMemory() = default;
    /// Of zeros; `size` > 0.
    static FileMemory ofSize(std::size_t size);

    FileMemory(FileMemory &&other) noexcept;
    FileMemory &operator=(FileMemory &&other) noexcept;
    ~FileMemory();

    bool isValid() const { return m_data != nullptr; }
    char *data() const { return m_data; }
    std::size_t size() const { return m_size; }

    int file() const { return m_file; } ///< open as long as the process lives
    std::uint64_t offset() const { return m_offset; } ///< of the first byte, in the file

    /// Stretches that a process has at a time; each takes one of the 65,530 mappings that Linux grants.
    static constexpr int maximumStretches = 16 * 1024;

private:
    void release();

    char *m_data = nullptr;
    std::size_t m_size = 0;
    int m_file = -1;
    std::uint64_t m_offset = 0;
};

} // namespace servelab::base
