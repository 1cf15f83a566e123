// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filestate.h"
#include "core/base/sendablebytes.h"
#include "core/base/uniquefd.h"
#include "core/http/contentcoding.h"
#include "core/http/preconditions.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace servelab::site {

/// What makes a file the same file with the same bytes.
struct FileIdentity
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modifiedNanoseconds = 0; ///< since 1970 UTC
    std::int64_t changedNanoseconds = 0; ///< last change of bytes, name or permissions, since 1970 UTC
    friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};

/// One immutable representation of a resource: its validators, its prepared fields and its bytes, in memory
/// or behind a descriptor. Shared between threads as shared_ptr<const Representation>.
struct Representation
{
    FileIdentity identity; ///< of the source file, for coded variants too
    bool settled = false; ///< `identity` tells these bytes from every later edit; false where the file was
                          ///< changed just before it was read: such a representation is never cached
    std::string entityTag; ///< weak, of size and mtime, with quotes
    std::int64_t lastModified = 0; ///< seconds since 1970 UTC
    std::string mediaType;
    http::ContentCoding coding = http::ContentCoding::Identity;
    bool codable = false; ///< another coding of it may be negotiated: Vary is sent with every answer

    std::string path; ///< of the file, from the root, where another one may stand beside it that holds it in
                      ///< a coding; else empty
    bool varies = false; ///< a file of another coding may be answered in its place, or it is one
    bool isMade = false; ///< made for one answer, of no file: no validators, no parts, no other coding

    /// Content-Type, X-Content-Type-Options, ETag, Last-Modified, Cache-Control, Content-Encoding, Vary:
    /// whole field lines with CRLF, without Content-Length and Accept-Ranges.
    std::string fieldLines;
    /// The same without what a 304 leaves out (RFC 9110 section 15.4.5).
    std::string notModifiedFieldLines;

    std::uint64_t length = 0; ///< bytes of this representation
    base::SendableBytes content; ///< where they are in memory
    base::UniqueFd file; ///< else an open descriptor of a regular file, read with offsets only
    base::FileState
        fileState; ///< of `file` when it had `identity`: as long as it holds, what is read is of it

    bool inMemory() const { return !file.isValid(); }
    std::string_view bytes() const { return content.bytes(); }
    http::Validators validators() const { return {entityTag, lastModified}; }
};

using RepresentationPointer = std::shared_ptr<const Representation>;

} // namespace servelab::site
