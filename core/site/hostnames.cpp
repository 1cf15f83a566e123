// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/hostnames.h"

#include "core/http/octets.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

/// Takes a number up to 255, without a leading zero, off the front.
bool takeOctet(std::string_view &text)
{
    unsigned value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && http::octets::isDigit(text[digits]) && value <= 255; ++digits)
        value = value * 10 + static_cast<unsigned>(text[digits] - '0');
    if (digits == 0 || value > 255 || (digits > 1 && text.front() == '0'))
        return false;
    text.remove_prefix(digits);
    return true;
}

/// An IPv6 address in its shortest form without brackets; empty where `text` is none.
QString ipv6Address(const QString &text)
{
    if (!text.contains(u':'))
        return {};
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(text);
    return url.isValid() && url.host().contains(u':') ? url.host() : QString();
}

bool isNameLabel(std::string_view label)
{
    return !label.empty() && label.size() <= 63 && std::ranges::all_of(label, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

bool isName(std::string_view name)
{
    if (name.size() > 253)
        return false;
    for (std::size_t begin = 0;;) {
        const std::size_t dot = name.find('.', begin);
        if (!isNameLabel(name.substr(begin, dot - begin)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        begin = dot + 1;
    }
}

std::string asciiName(const QString &name)
{
    const bool ascii = std::ranges::all_of(name, [](QChar c) { return c.unicode() < 0x80; });
    return (ascii ? name.toLatin1().toLower() : QUrl::toAce(name).toLower()).toStdString();
}

} // namespace

bool isIpv4Address(std::string_view text)
{
    for (int i = 0; i < 4; ++i) {
        if (i > 0 && (text.empty() || text.front() != '.'))
            return false;
        text.remove_prefix(i > 0 ? 1 : 0);
        if (!takeOctet(text))
            return false;
    }
    return text.empty();
}

bool isListenAddress(const QString &text)
{
    return text == "localhost"_L1 || isIpv4Address(text.toStdString()) || !ipv6Address(text).isEmpty();
}

bool isLoopbackAddress(const QString &listenAddress)
{
    return isLoopbackHost(listenAddress.toStdString()) || ipv6Address(listenAddress) == "::1"_L1;
}

bool isLoopbackHost(std::string_view host)
{
    return host == "localhost" || host.ends_with(".localhost") || host == "[::1]"
        || (host.starts_with("127.") && isIpv4Address(host));
}

std::string normalizedHostName(const QString &name)
{
    const bool bracketed = name.startsWith(u'[') && name.endsWith(u']');
    const QString address = ipv6Address(bracketed ? name.sliced(1, name.size() - 2) : name);
    if (!address.isEmpty())
        return '[' + address.toStdString() + ']';
    const bool wildcard = name.startsWith("*."_L1);
    const std::string plain = asciiName(wildcard ? name.sliced(2) : name);
    if (!isName(plain))
        return {};
    return wildcard ? "*." + plain : plain;
}

} // namespace servelab::site
