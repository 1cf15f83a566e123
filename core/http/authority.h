// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace servelab::http {

/// An authority taken apart at the colon before its port; a v6 address keeps its brackets.
struct AuthorityParts
{
    std::string_view host;
    std::string_view port; ///< as sent; empty for "localhost" and for "localhost:"
};

AuthorityParts splitAuthority(std::string_view authority);

} // namespace servelab::http
