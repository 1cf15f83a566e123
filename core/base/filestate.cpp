// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filestate.h"

#include <QtGlobal>

#include <sys/stat.h>
#ifndef Q_OS_WIN
#include <unistd.h>
#endif

#include <algorithm>
#include <thread>

namespace servelab::base {

namespace {

/// The system notes the time of a write before the new size: a file that seems to be rewritten at its old
/// size may be one to which something is just being added.
constexpr int looks = 20;

} // namespace

FileState::FileState(int file)
    : m_stamp(stampOf(file))
    , m_sampleOffset(m_stamp.size - std::min<std::uint64_t>(m_stamp.size, sizeof(Sample)))
    , m_sampleBytes(static_cast<std::size_t>(m_stamp.size - m_sampleOffset))
    , m_sample(sampleOf(file))
{
}

bool FileState::stillHolds(int file)
{
    Stamp now = stampOf(file);
    if (now == m_stamp) [[likely]]
        return true;
    for (int look = 1; look < looks && now.size == m_stamp.size; ++look) {
        std::this_thread::yield();
        now = stampOf(file);
    }
    if (now.size <= m_stamp.size || sampleOf(file) != m_sample)
        return false;
    m_stamp = now;
    return true;
}

FileState::Stamp FileState::stampOf(int file)
{
#ifdef Q_OS_WIN
    struct _stat64 status = {};
    if (::_fstat64(file, &status) != 0)
        return {};
    return {static_cast<std::uint64_t>(status.st_size), status.st_mtime};
#else
    struct stat status = {};
    if (::fstat(file, &status) != 0)
        return {};
#ifdef Q_OS_MACOS
    const timespec &modified = status.st_mtimespec;
#else
    const timespec &modified = status.st_mtim;
#endif
    return {static_cast<std::uint64_t>(status.st_size),
        std::int64_t(modified.tv_sec) * 1'000'000'000 + modified.tv_nsec};
#endif
}

/// Where a file has one position for all who read it, it is left alone: a longer file is then taken for one
/// to which something was added.
FileState::Sample FileState::sampleOf([[maybe_unused]] int file) const
{
    Sample sample{};
#ifndef Q_OS_WIN
    [[maybe_unused]] const ssize_t read
        = ::pread(file, sample.data(), m_sampleBytes, static_cast<off_t>(m_sampleOffset));
#endif
    return sample;
}

} // namespace servelab::base
