// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/folderlisting.h"
#include "core/site/representationsource.h"
#include "core/site/site.h"
#include "core/site/sitepath.h"
#include "core/site/variantsource.h"

namespace servelab::site {

/// A virtual host that is a folder on disk.
class FolderHost : public VirtualHost
{
public:
    struct Parts
    {
        std::unique_ptr<const RepresentationSource> representations;
        std::unique_ptr<const RepresentationSource> siblings; ///< files that hold others in a coding; or null
        std::unique_ptr<const VariantSource> variants;
        HiddenNames hidden = HiddenNames::Refuse;
        bool cleanUrls = false; ///< an address may lack the ".html" of its file
        std::unique_ptr<const FolderListings> listings; ///< of folders without an index; null: none
        std::string notFoundPage; ///< file that is shown where nothing is; empty: none
        std::string fallback; ///< file for unknown paths that want HTML; empty: none
    };

    explicit FolderHost(Parts parts)
        : m_parts(std::move(parts))
    {
    }

    Resolution resolve(
        const http::Target &target, ClientWishes wishes, LookupScratch &scratch) const override;
    RepresentationPointer precompressed(const Representation &source, const http::AcceptedCodings &accepted,
        LookupScratch &scratch) const override;
    CodedVariant coded(const RepresentationPointer &source, http::ContentCoding coding) const override;

private:
    Found find(ClientWishes wishes, LookupScratch::Data &data) const;
    Found findPage(LookupScratch::Data &data) const;
    Found findListing(const std::string &path, ClientWishes wishes) const;
    bool fallsBack(const std::string &path, ClientWishes wishes) const;

    const Parts m_parts;
};

} // namespace servelab::site
