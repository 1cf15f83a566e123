// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filememory.h"

// Not tried yet: for systems that send no pages of memory, or are not asked to.
namespace servelab::base {

FileMemory FileMemory::ofSize(std::size_t)
{
    return {};
}

void FileMemory::release() { }

} // namespace servelab::base
