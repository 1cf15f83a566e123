// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace servelab::http {

enum class TargetForm : std::uint8_t { Origin, Absolute, Asterisk, Authority };

enum class TargetError : std::uint8_t {
    None,
    BadForm, ///< not a form this method may use, relative, foreign scheme, userinfo, bad authority: 400
    BadEscape, ///< '%' without two hex digits, or bytes that are not UTF-8 (overlong forms too): 400
    NulByte, ///< an encoded NUL: 400
};

/// A request target taken apart (RFC 9112 section 3.2). Views point into the target that was parsed.
struct Target
{
    TargetForm form = TargetForm::Origin;
    std::string_view authority; ///< host[:port] of absolute-form or authority-form, else empty
    std::string_view rawPath; ///< as sent, begins with '/' ("/" where absolute-form has none)
    std::string_view query; ///< as sent, without '?'
    bool hasQuery = false;
};

/// Takes a target apart. CONNECT takes authority-form only, OPTIONS also "*"; "http" and "https" are the only
/// schemes. A path of two slashes stays a path.
TargetError parseTarget(std::string_view target, Method method, Target &out);

/// Decodes a path once, into `out` (its capacity is reused). A '+' stays a '+'.
TargetError decodePath(std::string_view rawPath, std::string &out);

/// Lower-cases a host, takes off its port and a v6 address's brackets stay: "DOCS.test:1" -> "docs.test".
/// `out`'s capacity is reused.
void normalizeHost(std::string_view authority, std::string &out);

/// Whether text is uri-host [ ":" port ] as a Host value may be: no userinfo, path, comma, space (RFC 9112
/// section 3.2); brackets closed around a literal address; a port of digits up to 65535.
bool isValidAuthority(std::string_view authority);

/// Parameters of a query in their order, repeated keys kept: linear in the query's length.
class QueryParameters
{
public:
    struct Parameter
    {
        std::string key; ///< decoded; '+' is a space here (application/x-www-form-urlencoded)
        std::string value;
    };

    /// A broken escape is kept as it was sent.
    static QueryParameters parse(std::string_view query);

    /// Cuts the first parameter off the front of `query`; empty optional where none is left.
    static std::optional<Parameter> takeFirst(std::string_view &query);
    void append(Parameter parameter) { m_parameters.push_back(std::move(parameter)); }

    const std::vector<Parameter> &all() const { return m_parameters; }
    std::vector<std::string_view> values(std::string_view key) const;
    std::string_view first(std::string_view key) const; ///< empty where absent

private:
    std::vector<Parameter> m_parameters;
};

} // namespace servelab::http
