// SPDX-License-Identifier: GPL-3.0-or-later
// Request targets, paths, authorities and queries.
#include "core/http/mediatypes.h"
#include "core/http/target.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <string>

using namespace servelab::http;
using servelab::fuzz::isInside;
using servelab::fuzz::require;

namespace {

void checkTarget(std::string_view text, Method method)
{
    Target target;
    if (parseTarget(text, method, target) != TargetError::None)
        return;
    require(isInside(target.authority, text) && isInside(target.query, text));
    require(target.hasQuery || target.query.empty());
    const bool hasPath = target.form == TargetForm::Origin || target.form == TargetForm::Absolute;
    require(hasPath ? target.rawPath.starts_with('/') : target.rawPath.empty());
    const bool hasAuthority = target.form == TargetForm::Absolute || target.form == TargetForm::Authority;
    require(hasAuthority ? isValidAuthority(target.authority) : target.authority.empty());
}

void checkPath(std::string_view text)
{
    std::string decoded;
    if (decodePath(text, decoded) != TargetError::None)
        return;
    require(decoded.size() <= text.size() && decoded.find('\0') == std::string::npos);
    std::string again;
    if (decoded.find('%') == std::string::npos)
        require(decodePath(decoded, again) == TargetError::None && again == decoded);
    require(isInside(extensionOf(decoded), decoded));
}

void checkAuthority(std::string_view text)
{
    if (!isValidAuthority(text))
        return;
    std::string host;
    normalizeHost(text, host);
    require(!host.empty() && isValidAuthority(host));
    std::string again;
    normalizeHost(host, again);
    require(again == host);
}

void checkQuery(std::string_view text)
{
    const QueryParameters parameters = QueryParameters::parse(text);
    require(parameters.all().size() <= static_cast<std::size_t>(std::ranges::count(text, '&')) + 1);
    std::size_t bytes = 0;
    for (const QueryParameters::Parameter &parameter : parameters.all())
        bytes += parameter.key.size() + parameter.value.size();
    require(bytes <= text.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = servelab::fuzz::textOf(data, size);
    for (const Method method : {Method::Get, Method::Options, Method::Connect})
        checkTarget(text, method);
    checkPath(text);
    checkAuthority(text);
    checkQuery(text);
    return 0;
}
