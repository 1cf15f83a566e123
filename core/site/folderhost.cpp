// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/folderhost.h"

#include "core/http/mediatypes.h"
#include "core/site/lookupdata.h"
#include "core/site/siblings.h"

namespace servelab::site {
namespace {

Resolution refused(int status)
{
    return {status, {}, {}};
}

/// To the same folder with a '/' at its end. A path only, never an authority, and the query as it was sent.
Resolution redirected(const std::string &path, const http::Target &target)
{
    std::string location = encodePath(path) + '/';
    if (target.hasQuery)
        location.append("?").append(target.query);
    return {301, {}, std::move(location)};
}

/// Tools that give a coded file the time of its source may cut it to whole seconds.
bool isOlder(const FileIdentity &sibling, const FileIdentity &source)
{
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t cut
        = sibling.modifiedNanoseconds % second == 0 ? source.modifiedNanoseconds % second : 0;
    return sibling.modifiedNanoseconds < source.modifiedNanoseconds - cut;
}

} // namespace

Resolution FolderHost::resolve(const http::Target &target, ClientWishes wishes, LookupScratch &scratch) const
{
    LookupScratch::Data &data = scratch.data();
    const PathVerdict verdict = normalizePath(target.rawPath, m_parts.hidden, data.decoded, data.path);
    if (verdict != PathVerdict::Fine)
        return refused(verdict == PathVerdict::Bad ? 400 : 403);

    Found found = find(wishes, data);
    if (found.needsSlash)
        return redirected(data.path, target);
    if (found.status == 404 && !m_parts.notFoundPage.empty())
        found.representation = m_parts.representations->find(m_parts.notFoundPage, data.turn).representation;
    return {found.status, std::move(found.representation), {}};
}

/// A file of that name, else a page, else a folder, its index or its list, else the fallback.
Found FolderHost::find(ClientWishes wishes, LookupScratch::Data &data) const
{
    Found found = m_parts.representations->find(data.path, data.turn);
    if (found.status != 404)
        return found;
    if (Found page = findPage(data); page.status == 200 || page.status == 500)
        return page;
    if (found.needsSlash)
        return found;
    if (Found listing = findListing(data.path, wishes); listing.status != 404)
        return listing;
    return fallsBack(data.path, wishes) ? m_parts.representations->find(m_parts.fallback, data.turn) : found;
}

/// Looked for anew each time: the cache keeps it under its own name, so that a file which comes to stand in
/// front of it is seen at once.
Found FolderHost::findPage(LookupScratch::Data &data) const
{
    constexpr std::string_view extension = ".html";
    if (!m_parts.cleanUrls || isFolderPath(data.path) || data.path.ends_with(extension))
        return {};
    data.page.assign(data.path).append(extension);
    return m_parts.representations->find(data.page, data.turn);
}

Found FolderHost::findListing(const std::string &path, ClientWishes wishes) const
{
    if (!m_parts.listings || !isFolderPath(path))
        return {};
    return m_parts.listings->find(path, wishes.json ? ListingFormat::Json : ListingFormat::Html);
}

/// Paths with an extension name a file that is missing rather than a view of the page.
bool FolderHost::fallsBack(const std::string &path, ClientWishes wishes) const
{
    return wishes.html && !m_parts.fallback.empty() && http::extensionOf(path).empty();
}

RepresentationPointer FolderHost::precompressed(
    const Representation &source, const http::AcceptedCodings &accepted, LookupScratch &scratch) const
{
    if (!m_parts.siblings || source.path.empty())
        return {};
    LookupScratch::Data &data = scratch.data();
    for (const http::ContentCoding coding : accepted) {
        if (coding == http::ContentCoding::Identity)
            break;
        data.page.assign(source.path).append(siblingExtension(coding));
        auto sibling = m_parts.siblings->find(data.page, data.turn).representation;
        if (sibling && !isOlder(sibling->identity, source.identity))
            return sibling;
    }
    return {};
}

CodedVariant FolderHost::coded(const RepresentationPointer &source, http::ContentCoding coding) const
{
    if (coding == http::ContentCoding::Identity || source->coding != http::ContentCoding::Identity
        || !source->codable)
        return {source, {}};
    return m_parts.variants->coded(source, coding);
}

} // namespace servelab::site
