// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

/// Counts every allocation of a program. It replaces operator new, so one source file of the program includes
/// it and no other.
namespace servelab::tests {

inline const std::thread::id mainThread = std::this_thread::get_id();
inline thread_local std::uint64_t allocationsOfThisThread = 0;
inline std::atomic<std::uint64_t> allocationsOfOtherThreads = 0; ///< than the one that runs the tests

inline void *countedAllocation(std::size_t size)
{
    ++allocationsOfThisThread;
    if (std::this_thread::get_id() != mainThread)
        allocationsOfOtherThreads.fetch_add(1, std::memory_order_relaxed);
    if (void *memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

} // namespace servelab::tests

void *operator new(std::size_t size)
{
    return servelab::tests::countedAllocation(size);
}
void *operator new[](std::size_t size)
{
    return servelab::tests::countedAllocation(size);
}
void operator delete(void *memory) noexcept
{
    std::free(memory);
}
void operator delete[](void *memory) noexcept
{
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept
{
    std::free(memory);
}
