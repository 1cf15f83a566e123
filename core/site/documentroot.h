// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/filesystem.h"
#include "core/site/filetypes.h"
#include "core/site/representationsource.h"

#include <memory>

namespace servelab::site {

/// How the files of a site are turned into representations.
struct DocumentRules
{
    explicit DocumentRules(const SiteConfig &config);

    /// Whether a representation of that type and length may be answered in another coding.
    bool isCodable(std::string_view mediaType, std::uint64_t length) const;

    /// Whether nothing at that path is given out: a segment is hidden, or its extension is restricted. What a
    /// link leads to must be allowed under its own name too.
    bool refuses(std::string_view path) const;

    std::string index; ///< file name; empty: none
    bool directoryRedirect = true;
    bool siblings = false; ///< files in a coding stand beside those they hold
    bool allowHidden = false;
    std::string cacheControl; ///< whole field line with CRLF, or empty
    std::uint64_t largestInMemory = 0;
    std::uint64_t codingThreshold = 0;
    bool coding = false;
    FileTypes types;
};

/// What the files of a folder are answered as.
enum class FileRole : std::uint8_t {
    Themselves,
    CodedSiblings, ///< "a.js.br": what a.js is, in Brotli. Other paths lead to nothing
};

/// A folder on disk. Opens and reads anew with each call; knows no cache. Immutable, thread-safe.
class DocumentRoot
{
public:
    DocumentRoot(
        std::string folder, std::shared_ptr<const DocumentRules> rules, FileRole role = FileRole::Themselves);

    /// Opened beneath the folder, with the index of a folder and what is hidden or restricted looked after.
    Found open(const std::string &path) const;

private:
    Found openFile(const std::string &path) const;
    Found openIndex(const std::string &folder) const;
    std::optional<Found> represent(OpenedFile opened, const std::string &path) const;
    bool describe(const std::string &path, Representation &representation) const;

    std::string m_folder;
    std::shared_ptr<const DocumentRules> m_rules;
    FileRole m_role;
};

/// Sources longer than this are always sent as they are: a coded variant lives in memory while it is made.
constexpr std::uint64_t largestCodedSource = 128 * 1024 * 1024;

} // namespace servelab::site
