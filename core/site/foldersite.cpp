// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/foldersite.h"

#include "core/site/cachedsource.h"
#include "core/site/hostnames.h"
#include "core/site/lookupdata.h"
#include "core/site/sitefolders.h"
#include "core/site/techniques/everyrequestsource.h"
#include "core/site/techniques/everyrequestvariants.h"

#include <QFile>
#include <QJsonDocument>

namespace servelab::site {
namespace {

/// Everything that decides what a path of a folder is answered with, as one text: what is cached under it is
/// right for every configuration with the same text.
std::string keyspaceText(const SiteConfig &config, const QString &folder)
{
    SiteConfig rules;
    rules.root = folder;
    rules.index = config.index;
    rules.directoryRedirect = config.directoryRedirect;
    rules.allowDotfiles = config.allowDotfiles;
    rules.noCache = config.noCache;
    rules.cacheControl = config.cacheControl;
    rules.precompressedSiblings = config.precompressedSiblings;
    rules.contentTypesEnabled = config.contentTypesEnabled;
    rules.contentTypes = config.contentTypes;
    rules.restrictedTypes = config.restrictedTypes;
    rules.compression.enabled = config.compression.enabled;
    rules.compression.thresholdBytes = config.compression.thresholdBytes;
    rules.cache.largestEntryBytes = config.cache.largestEntryBytes;
    return QJsonDocument(toJsonDifference(rules)).toJson(QJsonDocument::Compact).toStdString();
}

/// A body that the configuration gives for what is missing wins over the file.
std::string notFoundPageOf(const SiteConfig &config)
{
    return config.notFoundPage && !config.errors.value(404).body ? "404.html" : "";
}

OtherNames otherNamesOf(const SiteConfig &config)
{
    if (config.anyHost)
        return OtherNames::Any;
    if (!config.domain.isEmpty())
        return OtherNames::None;
    return isLoopbackAddress(config.host) ? OtherNames::Loopback : OtherNames::Any;
}

} // namespace

FolderSite::FolderSite(
    SiteConfig config, std::shared_ptr<SiteStore> store, std::shared_ptr<const SiteCredentials> credentials)
    : m_config(std::move(config))
    , m_store(std::move(store))
    , m_credentials(std::move(credentials))
    , m_rules(std::make_shared<const DocumentRules>(m_config))
    , m_errors(m_config)
{
    fillHostTable();
    m_store->representations->setBudget(m_config.cache.budgetBytes);
    m_store->representations->keepOnly(m_keyspaces);
}

const VirtualHost *FolderSite::hostFor(std::string_view authority, LookupScratch &scratch) const
{
    std::string &host = scratch.data().host;
    http::normalizeHost(authority, host);
    if (m_linearHosts) [[unlikely]] {
        if (const VirtualHost *found = m_linearHosts->find(host))
            return found;
    }
    return m_hostTable.find(host);
}

bool FolderSite::mayCode(const Representation &representation) const
{
    return m_config.compression.enabled && representation.codable
        && representation.coding == http::ContentCoding::Identity
        && representation.length >= std::uint64_t(m_config.compression.thresholdBytes);
}

void FolderSite::fillHostTable()
{
    if (m_config.techniques.hostLookup == HostLookupTechnique::Linear)
        m_linearHosts.emplace();
    const VirtualHost *rootHost = addHost(rootFolder(m_config));
    if (!m_config.domain.isEmpty())
        addName(m_config.domain, rootHost);
    m_hostTable.setFallback(otherNamesOf(m_config), rootHost);
    for (const VirtualHostConfig &entry : m_config.domains)
        addName(entry.host, addHost(rootFolder(m_config, entry)));
}

void FolderSite::addName(const QString &name, const VirtualHost *host)
{
    if (m_linearHosts)
        m_linearHosts->add(normalizedHostName(name), host);
    else
        m_hostTable.add(normalizedHostName(name), host);
}

const VirtualHost *FolderSite::addHost(const QString &folder)
{
    const Keyspace keyspace = addKeyspace(keyspaceText(m_config, folder));
    m_hosts.push_back(std::make_unique<const FolderHost>(FolderHost::Parts{
        .representations = makeRepresentations(folder, FileRole::Themselves, keyspace),
        .siblings = makeSiblings(folder),
        .variants = makeVariants(keyspace),
        .hidden = m_config.allowDotfiles ? HiddenNames::Allow : HiddenNames::Refuse,
        .cleanUrls = m_config.cleanUrls,
        .listings = makeListings(folder),
        .notFoundPage = notFoundPageOf(m_config),
        .fallback = fallbackFile(m_config).toStdString(),
    }));
    return m_hosts.back().get();
}

Keyspace FolderSite::addKeyspace(const std::string &rules)
{
    m_keyspaces.push_back(m_store->representations->keyspace(rules));
    return m_keyspaces.back();
}

std::unique_ptr<const RepresentationSource> FolderSite::makeSiblings(const QString &folder)
{
    if (!m_config.precompressedSiblings)
        return {};
    const Keyspace keyspace = addKeyspace("siblings " + keyspaceText(m_config, folder));
    return makeRepresentations(folder, FileRole::CodedSiblings, keyspace);
}

std::unique_ptr<const RepresentationSource> FolderSite::makeRepresentations(
    const QString &folder, FileRole role, Keyspace keyspace) const
{
    DocumentRoot root(QFile::encodeName(folder).toStdString(), m_rules, role);
    if (m_config.techniques.staticCache == StaticCacheTechnique::Off)
        return std::make_unique<const EveryRequestSource>(std::move(root));
    return std::make_unique<const CachedSource>(std::move(root), m_store->representations, keyspace);
}

std::unique_ptr<const FolderListings> FolderSite::makeListings(const QString &folder) const
{
    if (!m_config.directoryListing)
        return {};
    return std::make_unique<const FolderListings>(QFile::encodeName(folder).toStdString(), m_rules);
}

std::unique_ptr<const VariantSource> FolderSite::makeVariants(Keyspace keyspace) const
{
    const CodingLevels levels{m_config.compression.brotliQuality, m_config.compression.gzipLevel};
    if (m_config.techniques.codedVariants == CodedVariantsTechnique::EachRequest)
        return std::make_unique<const EveryRequestVariants>(m_store->pool, levels);
    return std::make_unique<const CachedVariants>(m_store->variants, keyspace, levels);
}

std::expected<std::shared_ptr<const Site>, Problems> Site::compile(
    const SiteConfig &config, const std::shared_ptr<const Site> &previous)
{
    if (Problems problems = validate(config); !problems.isEmpty())
        return std::unexpected(std::move(problems));
    std::shared_ptr<const SiteCredentials> credentials;
    if (config.https.enabled) {
        auto loaded = SiteCredentials::load(config);
        if (!loaded) // the files have changed since
            return std::unexpected(std::move(loaded.error()));
        credentials = std::move(*loaded);
    }
    const auto before = std::dynamic_pointer_cast<const FolderSite>(previous);
    auto store = before ? before->store() : std::make_shared<SiteStore>();
    return std::make_shared<const FolderSite>(config, std::move(store), std::move(credentials));
}

} // namespace servelab::site
