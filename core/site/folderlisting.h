// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/foldercontents.h"
#include "core/site/representationsource.h"

#include <memory>

namespace servelab::site {

struct DocumentRules;

/// The list that stands for a folder: what of it is served, folders first, in the order people count.
struct FolderListing
{
    std::string path; ///< normalized, of the folder
    std::vector<FolderEntry> entries; ///< files and folders; a link is what it leads to
    bool isCut = false; ///< the folder holds more than was read
};

enum class ListingFormat : std::uint8_t { Html, Json };

/// Sorts folders in front of files, names without regard to case, and numbers in them by their values.
void sortEntries(std::vector<FolderEntry> &entries);

/// A page that needs no script; its links are relative to the folder's own address.
std::string htmlOf(const FolderListing &listing);

/// {"path": "/sub/", "complete": true, "entries": [{"name", "type": "file" or "folder", "size" of a file in
/// bytes, "modified" in ISO 8601 UTC}]}
std::string jsonOf(const FolderListing &listing);

/// Lists of the folders of one root, made anew with each call. Immutable, thread-safe.
class FolderListings
{
public:
    FolderListings(std::string root, std::shared_ptr<const DocumentRules> rules);

    /// For a normalized path that stands for a folder.
    Found find(const std::string &path, ListingFormat format) const;

    /// Entries that are read of one folder.
    static constexpr std::size_t mostEntries = 4000;

private:
    FolderListing listingOf(const std::string &path, FolderContents contents) const;
    bool isServed(const std::string &folder, FolderEntry &entry) const;
    bool followLink(const std::string &folder, FolderEntry &entry) const;

    const std::string m_root;
    const std::shared_ptr<const DocumentRules> m_rules;
};

} // namespace servelab::site
