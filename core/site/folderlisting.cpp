// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/folderlisting.h"

#include "core/site/documentroot.h"
#include "core/site/representationfields.h"
#include "core/site/sitepath.h"

#include <QStringDecoder>

#include <algorithm>

namespace servelab::site {
namespace {

int statusOf(FileKind kind)
{
    switch (kind) {
    case FileKind::Directory:
        return 200;
    case FileKind::Forbidden:
        return 403;
    case FileKind::Failed:
        return 500;
    case FileKind::Regular:
    case FileKind::Missing:
        break;
    }
    return 404;
}

/// Whether an address can lead to the name: those are UTF-8, and '\' is '/' in them.
bool hasAddress(const std::string &name)
{
    QStringDecoder utf8(QStringDecoder::Utf8);
    const QString text = utf8(QByteArrayView(name.data(), qsizetype(name.size())));
    return !utf8.hasError() && !text.isEmpty() && name.find('\\') == std::string::npos;
}

} // namespace

FolderListings::FolderListings(std::string root, std::shared_ptr<const DocumentRules> rules)
    : m_root(std::move(root))
    , m_rules(std::move(rules))
{
}

Found FolderListings::find(const std::string &path, ListingFormat format) const
{
    FolderContents contents = readFolderBeneath(m_root, path, mostEntries);
    Found found;
    found.status = m_rules->refuses(contents.realPath) ? 403 : statusOf(contents.kind);
    if (found.status != 200)
        return found;
    const FolderListing listing = listingOf(path, std::move(contents));
    found.representation = format == ListingFormat::Json
        ? madeRepresentation("application/json", jsonOf(listing), m_rules->cacheControl)
        : madeRepresentation("text/html; charset=utf-8", htmlOf(listing), m_rules->cacheControl);
    return found;
}

FolderListing FolderListings::listingOf(const std::string &path, FolderContents contents) const
{
    std::erase_if(contents.entries, [&](FolderEntry &entry) { return !isServed(path, entry); });
    sortEntries(contents.entries);
    return {path, std::move(contents.entries), contents.isCut};
}

/// Whether the entry's address would be answered with what it is. A link becomes what it leads to.
bool FolderListings::isServed(const std::string &folder, FolderEntry &entry) const
{
    if (!hasAddress(entry.name) || (!m_rules->allowHidden && entry.name.starts_with('.')))
        return false;
    if (entry.kind == FolderEntry::Kind::Link && !followLink(folder, entry))
        return false;
    return entry.kind == FolderEntry::Kind::Folder
        || (!m_rules->types.isRestricted(entry.name) && m_rules->types.mediaTypeOf(entry.name));
}

/// False where it leads out of the root, to what is not served, or nowhere.
bool FolderListings::followLink(const std::string &folder, FolderEntry &entry) const
{
    const OpenedFile opened = openBeneath(m_root, folder + entry.name);
    if (opened.kind != FileKind::Regular && opened.kind != FileKind::Directory)
        return false;
    const bool isFile = opened.kind == FileKind::Regular;
    entry.kind = isFile ? FolderEntry::Kind::File : FolderEntry::Kind::Folder;
    entry.size = opened.identity.size;
    if (isFile)
        entry.modifiedNanoseconds = opened.identity.modifiedNanoseconds;
    return !m_rules->refuses(opened.realPath);
}

} // namespace servelab::site
