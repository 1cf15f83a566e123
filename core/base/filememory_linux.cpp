// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filememory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>

namespace servelab::base {
namespace {

/// Ends of stretches only ever grow: with a limit on the size of files, the signal that tells of it would
/// end the process one day.
bool mayGrowForEver()
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/// -1 where there is none.
int memoryFile()
{
    static const int file = mayGrowForEver() ? ::memfd_create("servelab", MFD_CLOEXEC) : -1;
    return file;
}

std::uint64_t wholePages(std::size_t size)
{
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return (size + page - 1) / page * page;
}

std::atomic<std::uint64_t> fileEnd = 0;
std::atomic<int> stretches = 0;

void punch(int file, std::uint64_t offset, std::uint64_t length)
{
    ::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
        static_cast<off_t>(length));
}

/// Null where the system does not give it. The pages are there from the beginning: no later access fails.
char *mapStretch(int file, std::uint64_t offset, std::size_t size)
{
    const auto begin = static_cast<off_t>(offset);
    if (::fallocate(file, 0, begin, static_cast<off_t>(wholePages(size))) != 0)
        return nullptr;
    void *data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, begin);
    if (data != MAP_FAILED)
        return static_cast<char *>(data);
    punch(file, offset, wholePages(size));
    return nullptr;
}

} // namespace

FileMemory FileMemory::ofSize(std::size_t size)
{
    FileMemory stretch;
    const int file = memoryFile();
    if (file < 0)
        return stretch;
    if (stretches.fetch_add(1) < maximumStretches) {
        stretch.m_offset = fileEnd.fetch_add(wholePages(size));
        stretch.m_data = mapStretch(file, stretch.m_offset, size);
        stretch.m_size = size;
        stretch.m_file = file;
    }
    if (!stretch.isValid())
        stretches.fetch_sub(1);
    return stretch;
}

/// Pages that a socket still holds stay with it as they are.
void FileMemory::release()
{
    ::munmap(m_data, m_size);
    punch(m_file, m_offset, wholePages(m_size));
    stretches.fetch_sub(1);
}

} // namespace servelab::base
