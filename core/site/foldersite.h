// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/codingpool.h"
#include "core/site/erroranswers.h"
#include "core/site/folderhost.h"
#include "core/site/hosttable.h"
#include "core/site/techniques/linearhosts.h"
#include "core/site/variantcache.h"

#include <vector>

namespace servelab::site {

struct DocumentRules;
enum class FileRole : std::uint8_t;

/// What one configuration hands on to the next.
struct SiteStore
{
    std::shared_ptr<RepresentationCache> representations = std::make_shared<RepresentationCache>();
    std::shared_ptr<CodingPool> pool = std::make_shared<CodingPool>();
    std::shared_ptr<VariantCache> variants = std::make_shared<VariantCache>(representations, pool);
};

/// A site whose virtual hosts are folders.
class FolderSite : public Site
{
public:
    /// `config` is valid; `credentials` are null without HTTPS.
    FolderSite(SiteConfig config, std::shared_ptr<SiteStore> store,
        std::shared_ptr<const SiteCredentials> credentials);

    const SiteConfig &config() const override { return m_config; }
    const VirtualHost *hostFor(std::string_view authority, LookupScratch &scratch) const override;
    const std::shared_ptr<const SiteCredentials> &credentials() const override { return m_credentials; }
    const ErrorAnswer &errorAnswer(int status) const override { return m_errors.of(status); }
    bool mayCode(const Representation &representation) const override;
    qint64 cachedBytes() const override { return m_store->representations->bytes(); }

    const std::shared_ptr<SiteStore> &store() const { return m_store; }

private:
    const VirtualHost *addHost(const QString &folder);
    std::unique_ptr<const RepresentationSource> makeRepresentations(
        const QString &folder, FileRole role, Keyspace keyspace) const;
    std::unique_ptr<const RepresentationSource> makeSiblings(const QString &folder);
    Keyspace addKeyspace(const std::string &rules);
    std::unique_ptr<const FolderListings> makeListings(const QString &folder) const;
    std::unique_ptr<const VariantSource> makeVariants(Keyspace keyspace) const;
    void fillHostTable();
    void addName(const QString &name, const VirtualHost *host);

    const SiteConfig m_config;
    const std::shared_ptr<SiteStore> m_store;
    const std::shared_ptr<const SiteCredentials> m_credentials;
    const std::shared_ptr<const DocumentRules> m_rules;
    const ErrorAnswers m_errors;
    std::vector<std::unique_ptr<const FolderHost>> m_hosts;
    std::vector<Keyspace> m_keyspaces;
    HostTable m_hostTable;
    std::optional<LinearHosts> m_linearHosts; ///< the names, where they are not in the table
};

} // namespace servelab::site
