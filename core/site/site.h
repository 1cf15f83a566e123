// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/target.h"
#include "core/site/codingjob.h"
#include "core/site/representation.h"
#include "core/site/siteconfig.h"
#include "core/site/siteconfigjson.h"
#include "core/site/sitecredentials.h"

#include <memory>
#include <string>
#include <string_view>

namespace servelab::site {

/// What a client says of the answers it can use (RFC 9110 section 12.5.1).
struct ClientWishes
{
    bool html = false; ///< it would show a page: Accept allows text/html
    bool json = false; ///< it would rather have application/json than a page
};

/// What a path of a virtual host stands for.
struct Resolution
{
    int status = 404; ///< 200; 301 with `location`; 400, 403, 404, 415, 500
    RepresentationPointer representation; ///< of 200; of 404 the site's own page, where it has one
    std::string location; ///< path (and query) only, begins with exactly one '/'
};

/// A coded variant: ready, or being made.
struct CodedVariant
{
    RepresentationPointer ready; ///< when it is in the cache
    std::shared_ptr<CodingJob> job; ///< else the encoder that makes it
};

/// The body and fields of an answer that is not a representation.
struct ErrorAnswer
{
    std::string
        fieldLines; ///< Content-Type, X-Content-Type-Options, Cache-Control and configured ones, with CRLF
    std::string pageFieldLines; ///< the same without Content-Type, for a page of the site in place of `body`
    std::string body;
};

/// What the lookups of one worker share within one turn of its event loop: decoded path buffers and the
/// results of this turn's file checks. One for each worker, used on its thread only; cleared by the server at
/// the end of every turn.
class LookupScratch
{
public:
    LookupScratch();
    ~LookupScratch();
    LookupScratch(const LookupScratch &) = delete;
    LookupScratch &operator=(const LookupScratch &) = delete;

    /// Forgets the checks of the turn that has ended. Cheap when there were none.
    void endTurn();

    struct Data; ///< for the lookups themselves (lookupdata.h)
    Data &data() { return *m_data; }

private:
    std::unique_ptr<Data> m_data;
};

/// One folder under one or more names. Part of a Site; thread-safe.
class VirtualHost
{
public:
    virtual ~VirtualHost() = default;

    /// What `target`'s path stands for: decoded once, checked segment by segment, opened beneath the root,
    /// from the cache while the file is unchanged. Never blocks on anything but the local file system.
    /// `wishes` count for the fallback of single-page sites (html) and the lists of folders (json).
    virtual Resolution resolve(const http::Target &target, ClientWishes wishes, LookupScratch &scratch) const
        = 0;

    /// The file that stands for `source`, a representation of resolve(), in the best of those codings there
    /// is: beside it, served by the same rules, not older. Null where there is none.
    virtual RepresentationPointer precompressed(
        const Representation &source, const http::AcceptedCodings &accepted, LookupScratch &scratch) const
        = 0;

    /// The variant of `source` in `coding`, from the cache or from an encoder, as the site's techniques say.
    virtual CodedVariant coded(const RepresentationPointer &source, http::ContentCoding coding) const = 0;
};

/// One configuration, compiled for serving: immutable but for its caches, shared by all workers, replaced
/// whole when the configuration changes. A request keeps the Site it began with to its end.
class Site
{
public:
    /// Problems as validate() finds them. `previous` hands on what the two configurations have in common:
    /// caches of folders that are still served stay warm.
    static std::expected<std::shared_ptr<const Site>, Problems> compile(
        const SiteConfig &config, const std::shared_ptr<const Site> &previous = {});

    virtual ~Site() = default;

    virtual const SiteConfig &config() const = 0;

    /// The virtual host of an authority (host[:port], any case) as it stands in Host or the target; null:
    /// 421. `scratch` lends a buffer. Constant time in the number of hosts.
    virtual const VirtualHost *hostFor(std::string_view authority, LookupScratch &scratch) const = 0;

    /// Null: without HTTPS.
    virtual const std::shared_ptr<const SiteCredentials> &credentials() const = 0;

    /// For any status from 400 to 599.
    virtual const ErrorAnswer &errorAnswer(int status) const = 0;

    /// Whether an answer of that representation would be coded at all (compression on, above the threshold).
    virtual bool mayCode(const Representation &representation) const = 0;

    /// Bytes of representations and coded variants now in the cache.
    virtual qint64 cachedBytes() const = 0;
};

} // namespace servelab::site
