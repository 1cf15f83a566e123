// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/documentroot.h"
#include "core/site/representationcache.h"

namespace servelab::site {

/// Representations of a folder from the cache, as long as the file behind each is still the same. That is
/// asked of the file system once in a turn of the worker's event loop.
///
/// The check follows the path again and compares what it finds there: size, times, inode. A file that was
/// moved, replaced, edited in place, or closed to us is another one. Only where a whole folder was moved out
/// of the root and a link to it left in its place are bytes that used to be inside served once more.
class CachedSource : public RepresentationSource
{
public:
    CachedSource(DocumentRoot root, std::shared_ptr<RepresentationCache> cache, Keyspace keyspace);

    Found find(const std::string &path, TurnChecks &turn) const override;

private:
    RepresentationPointer unchanged(const std::string &path) const;

    const DocumentRoot m_root;
    const std::shared_ptr<RepresentationCache> m_cache;
    const Keyspace m_keyspace;
    const std::uint64_t m_owner; ///< tells this source from every other one of the process
};

} // namespace servelab::site
