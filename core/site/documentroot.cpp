// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/documentroot.h"

#include "core/http/mediatypes.h"
#include "core/site/representationfields.h"
#include "core/site/siblings.h"
#include "core/site/sitepath.h"

#include <algorithm>

namespace servelab::site {
namespace {

/// A file that is written to all the time is read again this often before the request is given up.
constexpr int readAttempts = 8;

std::string cacheControlLine(const SiteConfig &config)
{
    if (config.noCache)
        return "Cache-Control: no-cache, no-store, must-revalidate\r\n";
    return config.cacheControl.isEmpty() ? ""
                                         : "Cache-Control: " + config.cacheControl.toStdString() + "\r\n";
}

Found refused(int status)
{
    Found found;
    found.status = status;
    return found;
}

Found refused(FileKind kind)
{
    Found found = refused(kind == FileKind::Forbidden ? 403 : kind == FileKind::Failed ? 500 : 404);
    found.needsSlash = kind == FileKind::Directory;
    return found;
}

/// The whole file as it was at one moment; empty optional where it changed meanwhile.
std::optional<base::SendableBytes> readUnchanged(int descriptor, const FileIdentity &identity)
{
    base::SendableBytes content(identity.size);
    const std::ptrdiff_t count = readAt(descriptor, content.writable().data(), identity.size, 0);
    if (count != std::ptrdiff_t(identity.size) || identityOf(descriptor) != identity)
        return {};
    return content;
}

} // namespace

DocumentRules::DocumentRules(const SiteConfig &config)
    : index(config.index.toStdString())
    , directoryRedirect(config.directoryRedirect)
    , siblings(config.precompressedSiblings)
    , allowHidden(config.allowDotfiles)
    , cacheControl(cacheControlLine(config))
    , largestInMemory(std::uint64_t(config.cache.largestEntryBytes))
    , codingThreshold(std::uint64_t(config.compression.thresholdBytes))
    , coding(config.compression.enabled)
    , types(config)
{
}

bool DocumentRules::isCodable(std::string_view mediaType, std::uint64_t length) const
{
    return coding && length >= codingThreshold && length > 0 && length <= largestCodedSource
        && http::isCompressible(mediaType);
}

bool DocumentRules::refuses(std::string_view path) const
{
    return (!allowHidden && hasHiddenSegment(path)) || types.isRestricted(path);
}

DocumentRoot::DocumentRoot(std::string folder, std::shared_ptr<const DocumentRules> rules, FileRole role)
    : m_folder(std::move(folder))
    , m_rules(std::move(rules))
    , m_role(role)
{
}

Found DocumentRoot::open(const std::string &path) const
{
    if (m_role == FileRole::CodedSiblings)
        return openFile(path);
    if (isFolderPath(path))
        return openIndex(path);
    Found found = openFile(path);
    return found.needsSlash && !m_rules->directoryRedirect ? openIndex(path + '/') : found;
}

Found DocumentRoot::openIndex(const std::string &folder) const
{
    if (m_rules->index.empty())
        return refused(404);
    Found found = openFile(folder + m_rules->index);
    found.needsSlash = false;
    return found;
}

Found DocumentRoot::openFile(const std::string &path) const
{
    if (m_rules->types.isRestricted(path))
        return refused(403);
    for (int attempt = 0; attempt < readAttempts; ++attempt) {
        OpenedFile opened = openBeneath(m_folder, path);
        if (m_rules->refuses(opened.realPath))
            return refused(403);
        if (opened.kind != FileKind::Regular)
            return refused(opened.kind);
        if (auto found = represent(std::move(opened), path))
            return std::move(*found);
    }
    return refused(500);
}

/// Fills in what the path tells. False where a file of that type is not served.
bool DocumentRoot::describe(const std::string &path, Representation &representation) const
{
    auto mediaType = m_rules->types.mediaTypeOf(path);
    if (mediaType && m_role == FileRole::CodedSiblings) {
        representation.coding = siblingCodingOf(path);
        mediaType = m_rules->types.mediaTypeOf(path.substr(0, path.rfind('.')));
    } else if (mediaType && m_rules->siblings) {
        representation.path = path;
    }
    representation.varies = m_rules->siblings;
    representation.mediaType = mediaType.value_or(std::string());
    return mediaType.has_value();
}

/// Empty optional where the file changed meanwhile.
std::optional<Found> DocumentRoot::represent(OpenedFile opened, const std::string &path) const
{
    auto representation = std::make_shared<Representation>();
    if (!describe(path, *representation))
        return refused(415);
    representation->identity = opened.identity;
    representation->settled = isSettled(opened.identity);
    representation->codable = representation->coding == http::ContentCoding::Identity
        && m_rules->isCodable(representation->mediaType, opened.identity.size);
    representation->length = opened.identity.size;
    if (opened.identity.size <= m_rules->largestInMemory) {
        auto content = readUnchanged(opened.file.get(), opened.identity);
        if (!content)
            return {};
        representation->content = std::move(*content);
    } else {
        representation->file = std::move(opened.file);
        representation->fileState = base::FileState(representation->file.get());
        if (identityOf(representation->file.get()) != opened.identity)
            return {};
    }
    prepareFields(*representation, m_rules->cacheControl);
    return Found{200, false, std::move(representation), m_folder + '/' + path};
}

} // namespace servelab::site
