// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/contentcoding.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"
#include "core/http/weight.h"

#include <algorithm>
#include <optional>

namespace servelab::http {

namespace {

struct Preference
{
    std::string_view coding;
    int weight = fullWeight;
};

/// codings [ weight ], or empty where an element is anything else.
std::optional<Preference> parsePreference(std::string_view element)
{
    const std::size_t semicolon = element.find(';');
    const std::string_view coding = octets::trimBlanks(element.substr(0, semicolon));
    if (coding.empty() || !octets::isAllToken(coding))
        return std::nullopt;
    if (semicolon == std::string_view::npos)
        return Preference{coding};

    const std::string_view parameter = octets::trimBlanks(element.substr(semicolon + 1));
    if (!equalsIgnoringCase(parameter.substr(0, 2), "q="))
        return std::nullopt;
    const auto weight = parseWeight(parameter.substr(2));
    return weight ? std::optional(Preference{coding, *weight}) : std::nullopt;
}

/// What the Accept-Encoding lines of one request say. A coding named twice has its last weight.
class Negotiation
{
public:
    void addLine(std::string_view acceptEncoding)
    {
        ListReader list(acceptEncoding);
        while (const auto element = list.next()) {
            if (const auto preference = parsePreference(*element))
                note(*preference);
        }
    }

    AcceptedCodings accepted() const
    {
        const int brotli = weightOf(m_brotli);
        const int gzip = weightOf(m_gzip);
        const int least = std::max(weightOf(m_identity), 1);
        if (brotli >= least && gzip >= least)
            return brotli >= gzip ? AcceptedCodings{ContentCoding::Brotli, ContentCoding::Gzip}
                                  : AcceptedCodings{ContentCoding::Gzip, ContentCoding::Brotli};
        if (brotli >= least)
            return {ContentCoding::Brotli, ContentCoding::Identity};
        return {gzip >= least ? ContentCoding::Gzip : ContentCoding::Identity, ContentCoding::Identity};
    }

private:
    void note(const Preference &preference)
    {
        if (equalsIgnoringCase(preference.coding, "br"))
            m_brotli = preference.weight;
        else if (equalsIgnoringCase(preference.coding, "gzip"))
            m_gzip = preference.weight;
        else if (equalsIgnoringCase(preference.coding, "identity"))
            m_identity = preference.weight;
        else if (preference.coding == "*")
            m_others = preference.weight;
    }

    int weightOf(const std::optional<int> &own) const { return own.value_or(m_others.value_or(0)); }

    std::optional<int> m_brotli;
    std::optional<int> m_gzip;
    std::optional<int> m_identity;
    std::optional<int> m_others; ///< of "*"
};

} // namespace

std::string_view contentCodingToken(ContentCoding coding)
{
    switch (coding) {
    case ContentCoding::Gzip:
        return "gzip";
    case ContentCoding::Brotli:
        return "br";
    case ContentCoding::Identity:
        break;
    }
    return {};
}

AcceptedCodings acceptedContentCodings(const RequestHead &head)
{
    Negotiation negotiation;
    for (const FieldLine &field : head.fields()) {
        if (equalsIgnoringCase(field.name, "Accept-Encoding"))
            negotiation.addLine(field.value);
    }
    return negotiation.accepted();
}

ContentCoding negotiateContentCoding(const RequestHead &head)
{
    return acceptedContentCodings(head).front();
}

ContentCoding negotiateContentCoding(std::string_view acceptEncoding)
{
    Negotiation negotiation;
    negotiation.addLine(acceptEncoding);
    return negotiation.accepted().front();
}

} // namespace servelab::http
