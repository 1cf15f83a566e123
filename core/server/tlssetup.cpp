// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/tlssetup.h"

namespace servelab::server {

namespace {

net::TlsServerContext::Options optionsFor(
    const std::shared_ptr<const site::SiteCredentials> &credentials, site::TlsMinimum minimum)
{
    return {.credentials = credentials->all(),
        .choose = [credentials](std::string_view name) { return credentials->placeFor(name); },
        .protocols = {"http/1.1"},
        .minimumVersion = minimum == site::TlsMinimum::V1_3 ? net::TlsVersion::V1_3 : net::TlsVersion::V1_2};
}

} // namespace

std::expected<TlsSetup, site::Problems> makeTlsSetup(const site::Site &site, const TlsSetup &previous)
{
    const std::shared_ptr<const site::SiteCredentials> &credentials = site.credentials();
    if (!credentials)
        return TlsSetup();
    const site::TlsMinimum minimum = site.config().https.minimumVersion;
    const QByteArray digest = credentials->digest() + QByteArray::number(static_cast<int>(minimum));
    if (previous.context && previous.digest == digest)
        return previous;
    auto context = net::TlsServerContext::create(optionsFor(credentials, minimum));
    if (context)
        return TlsSetup{std::move(*context), digest};
    base::Error problem = context.error();
    problem.where = credentials->fieldOf(problem.where.toULongLong());
    return std::unexpected(site::Problems{std::move(problem)});
}

} // namespace servelab::server
