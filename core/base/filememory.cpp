// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filememory.h"

#include <utility>

namespace servelab::base {

FileMemory::FileMemory(FileMemory &&other) noexcept
    : m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_file(std::exchange(other.m_file, -1))
    , m_offset(std::exchange(other.m_offset, 0))
{
}

FileMemory &FileMemory::operator=(FileMemory &&other) noexcept
{
    FileMemory taken(std::move(other));
    std::swap(m_data, taken.m_data);
    std::swap(m_size, taken.m_size);
    std::swap(m_file, taken.m_file);
    std::swap(m_offset, taken.m_offset);
    return *this;
}

FileMemory::~FileMemory()
{
    if (isValid())
        release();
}

} // namespace servelab::base
