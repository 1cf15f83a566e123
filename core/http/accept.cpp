// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/accept.h"

#include "core/http/fieldline.h"
#include "core/http/octets.h"
#include "core/http/weight.h"

#include <algorithm>
#include <cstdint>

namespace servelab::http {

namespace {

/// How precisely a media range names a type.
enum class Precision : std::uint8_t { None, Anything, AnySubtype, Exact };

/// What is said of one media type.
class Opinion
{
public:
    explicit Opinion(std::string_view mediaType)
        : m_mediaType(mediaType)
    {
    }

    void note(std::string_view range, int weight)
    {
        const Precision precision = precisionOf(range);
        if (precision == Precision::None || precision < m_precision)
            return;
        m_weight = precision == m_precision ? std::max(weight, m_weight) : weight;
        m_precision = precision;
    }

    int weight() const { return m_weight; }
    bool isExact() const { return m_precision == Precision::Exact; }

private:
    Precision precisionOf(std::string_view range) const
    {
        if (range == "*/*")
            return Precision::Anything;
        if (equalsIgnoringCase(range, m_mediaType))
            return Precision::Exact;
        const std::size_t slash = m_mediaType.find('/') + 1;
        const bool isAnySubtype = equalsIgnoringCase(range.substr(0, slash), m_mediaType.substr(0, slash))
            && range.substr(std::min(slash, range.size())) == "*";
        return isAnySubtype ? Precision::AnySubtype : Precision::None;
    }

    std::string_view m_mediaType;
    int m_weight = 0;
    Precision m_precision = Precision::None;
};

/// Takes the part in front of the next ';' off `rest`.
std::string_view takeParameter(std::string_view &rest)
{
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view part = octets::trimBlanks(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

int weightAmong(std::string_view parameters)
{
    while (!parameters.empty()) {
        const std::string_view parameter = takeParameter(parameters);
        if (equalsIgnoringCase(parameter.substr(0, 2), "q="))
            return parseWeight(parameter.substr(2)).value_or(fullWeight);
    }
    return fullWeight;
}

struct Opinions
{
    Opinion html{"text/html"};
    Opinion json{"application/json"};

    void addLine(std::string_view accept)
    {
        ListReader list(accept);
        while (const auto element = list.next()) {
            std::string_view parameters = *element;
            const std::string_view range = takeParameter(parameters);
            const int weight = weightAmong(parameters);
            html.note(range, weight);
            json.note(range, weight);
        }
    }
};

Opinions opinionsOf(const RequestHead &head)
{
    Opinions opinions;
    bool isAbsent = true;
    for (const FieldLine &line : head.fields()) {
        if (!equalsIgnoringCase(line.name, "Accept"))
            continue;
        isAbsent = false;
        opinions.addLine(line.value);
    }
    if (isAbsent)
        opinions.addLine("*/*");
    return opinions;
}

} // namespace

bool acceptsHtml(const RequestHead &head)
{
    return opinionsOf(head).html.weight() > 0;
}

bool prefersJson(const RequestHead &head)
{
    const auto [html, json] = opinionsOf(head);
    if (json.weight() != html.weight())
        return json.weight() > html.weight();
    return json.weight() > 0 && json.isExact() && !html.isExact();
}

} // namespace servelab::http
