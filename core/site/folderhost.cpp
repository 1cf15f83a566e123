// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/folderhost.h"

#include "core/http/mediatypes.h"
#include "core/site/lookupdata.h"

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

} // namespace

Resolution FolderHost::resolve(const http::Target &target, bool wantsHtml, LookupScratch &scratch) const
{
    LookupScratch::Data &data = scratch.data();
    const PathVerdict verdict = normalizePath(target.rawPath, m_parts.hidden, data.decoded, data.path);
    if (verdict != PathVerdict::Fine)
        return refused(verdict == PathVerdict::Bad ? 400 : 403);

    Found found = m_parts.representations->find(data.path, data.turn);
    if (found.needsSlash)
        return redirected(data.path, target);
    if (found.status == 404 && fallsBack(data.path, wantsHtml))
        found = m_parts.representations->find(m_parts.fallback, data.turn);
    return {found.status, std::move(found.representation), {}};
}

/// Paths with an extension name a file that is missing rather than a view of the page.
bool FolderHost::fallsBack(const std::string &path, bool wantsHtml) const
{
    return wantsHtml && !m_parts.fallback.empty() && http::extensionOf(path).empty();
}

CodedVariant FolderHost::coded(const RepresentationPointer &source, http::ContentCoding coding) const
{
    if (coding == http::ContentCoding::Identity || source->coding != http::ContentCoding::Identity
        || !source->codable)
        return {source, {}};
    return m_parts.variants->coded(source, coding);
}

} // namespace servelab::site
