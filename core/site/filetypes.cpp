// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/filetypes.h"

#include "core/http/mediatypes.h"

namespace servelab::site {
namespace {

constexpr std::string_view unknownType = "application/octet-stream";

std::string lowerCaseExtension(std::string_view path)
{
    const std::string_view extension = http::extensionOf(path);
    return normalizedExtension(QString::fromUtf8(extension.data(), qsizetype(extension.size())));
}

} // namespace

std::string normalizedExtension(const QString &extension)
{
    return extension.sliced(extension.startsWith(u'.') ? 1 : 0).toLower().toStdString();
}

FileTypes::FileTypes(const SiteConfig &config)
    : m_isEnabled(config.contentTypesEnabled)
{
    for (auto entry = config.contentTypes.begin(); entry != config.contentTypes.end(); ++entry)
        m_overlay.emplace(normalizedExtension(entry.key()),
            entry.value() ? std::optional(entry.value()->toStdString()) : std::nullopt);
    if (config.techniques.mediaTypes == MediaTypesTechnique::Copied)
        m_copied.emplace();
    for (const QString &extension : config.restrictedTypes)
        m_restricted.insert(normalizedExtension(extension));
}

std::optional<std::string> FileTypes::mediaTypeOf(std::string_view path) const
{
    if (!m_isEnabled)
        return std::string(unknownType);
    const std::string extension = lowerCaseExtension(path);
    if (const auto own = m_overlay.find(extension); own != m_overlay.end())
        return own->second;
    const std::string_view known = builtInType(extension);
    return std::string(known.empty() ? unknownType : known);
}

std::string_view FileTypes::builtInType(const std::string &extension) const
{
    return m_copied ? m_copied->find(extension) : http::mediaTypeForExtension(extension);
}

bool FileTypes::isRestricted(std::string_view path) const
{
    return !m_restricted.empty() && m_restricted.contains(lowerCaseExtension(path));
}

} // namespace servelab::site
