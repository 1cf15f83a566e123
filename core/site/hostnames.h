// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace servelab::site {

/// Four decimal numbers up to 255 with single dots between them.
bool isIpv4Address(std::string_view text);

/// Whether a configuration may listen on it: an IPv4 or IPv6 address, or "localhost".
bool isListenAddress(const QString &text);

/// Whether only this machine can reach a listener on that address.
bool isLoopbackAddress(const QString &listenAddress);

/// Whether a normalized host of a request is one that always means this machine: localhost, *.localhost,
/// 127.0.0.0/8 or [::1]. Names that a foreign DNS server could point here are not (DNS rebinding).
bool isLoopbackHost(std::string_view normalizedHost);

/// A configured host name as requests are compared with it: lower case, international names in their ASCII
/// form, IPv6 addresses in brackets. Empty where it can be no host name: a port, a path, bad characters, a
/// '*' anywhere but as the whole first label.
std::string normalizedHostName(const QString &name);

} // namespace servelab::site
