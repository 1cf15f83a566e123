// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/erroranswers.h"

#include "core/http/status.h"

#include <algorithm>
#include <array>
#include <cstdint>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

constexpr int firstStatus = 400;
constexpr int lastStatus = 599;

/// What happened, for who reads the page.
QString sentenceFor(int status)
{
    switch (status) {
    case 400:
        return u"The server could not understand this request."_s;
    case 403:
        return u"This site does not give out what is here."_s;
    case 404:
        return u"There is nothing at this address."_s;
    case 405:
        return u"What is here can only be read, with GET or HEAD."_s;
    case 408:
        return u"The request did not arrive in time."_s;
    case 412:
        return u"What is here is not in the state that the request asked for."_s;
    case 413:
        return u"The body of the request is larger than this site takes."_s;
    case 414:
        return u"The address is longer than this server takes."_s;
    case 415:
        return u"This site does not serve files of this type."_s;
    case 416:
        return u"The file does not have the part that was asked for."_s;
    case 417:
        return u"The server does not meet the expectation of this request."_s;
    case 421:
        return u"No site with this host name is served here."_s;
    case 431:
        return u"The head of the request is larger than this server takes."_s;
    case 500:
        return u"The server failed to read what is here."_s;
    case 501:
        return u"The server does not know this kind of request."_s;
    case 503:
        return u"The server is busy or is being shut down."_s;
    case 505:
        return u"The server speaks HTTP/1.1 only."_s;
    default:
        return status < 500 ? u"The server does not answer this request."_s
                            : u"The server could not answer this request."_s;
    }
}

QString titleFor(int status)
{
    const std::string_view phrase = http::reasonPhrase(status);
    const QString reason
        = phrase.empty() ? u"Error"_s : QString::fromLatin1(phrase.data(), qsizetype(phrase.size()));
    return u"%1 %2"_s.arg(status).arg(reason);
}

std::string pageFor(int status)
{
    return uR"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>%1</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.75rem; font-weight: 600; margin: 0 0 0.5rem; }
p { margin: 0; opacity: 0.8; }
</style>
</head>
<body>
<h1>%1</h1>
<p>%2</p>
</body>
</html>
)"_s.arg(titleFor(status).toHtmlEscaped(), sentenceFor(status).toHtmlEscaped())
        .toStdString();
}

using Fields = std::array<std::pair<QString, QString>, 3>;

/// What every error answer says unless its configuration says otherwise.
const Fields &builtInFields()
{
    static const Fields fields{
        {{u"Content-Type"_s, u"text/html; charset=utf-8"_s}, {u"X-Content-Type-Options"_s, u"nosniff"_s},
            {u"Cache-Control"_s, u"no-cache, no-store, must-revalidate"_s}}};
    return fields;
}

bool hasField(const QMap<QString, QString> &headers, const QString &name)
{
    return std::ranges::any_of(
        headers.keys(), [&](const QString &key) { return key.compare(name, Qt::CaseInsensitive) == 0; });
}

enum class OwnType : std::uint8_t { Said, LeftOut };

std::string fieldLines(const QMap<QString, QString> &configured, OwnType type)
{
    QString lines;
    const auto add = [&](const QString &name, const QString &value) {
        if (type == OwnType::Said || name.compare(u"Content-Type"_s, Qt::CaseInsensitive) != 0)
            lines += name + u": "_s + value + u"\r\n"_s;
    };
    for (const auto &[name, value] : builtInFields()) {
        if (!hasField(configured, name))
            add(name, value);
    }
    for (auto header = configured.begin(); header != configured.end(); ++header)
        add(header.key(), header.value());
    return lines.toStdString();
}

ErrorAnswer makeAnswer(const QMap<QString, QString> &configured, std::string body)
{
    return {fieldLines(configured, OwnType::Said), fieldLines(configured, OwnType::LeftOut), std::move(body)};
}

using BuiltIn = std::array<ErrorAnswer, lastStatus - firstStatus + 1>;

BuiltIn makeBuiltIn()
{
    BuiltIn answers;
    for (int status = firstStatus; status <= lastStatus; ++status)
        answers[std::size_t(status - firstStatus)] = makeAnswer({}, pageFor(status));
    return answers;
}

const ErrorAnswer &builtInAnswer(int status)
{
    static const BuiltIn answers = makeBuiltIn();
    return answers[std::size_t(std::clamp(status, firstStatus, lastStatus) - firstStatus)];
}

} // namespace

ErrorAnswers::ErrorAnswers(const SiteConfig &config)
{
    for (auto entry = config.errors.begin(); entry != config.errors.end(); ++entry)
        m_own.emplace(entry.key(),
            makeAnswer(
                entry->headers, entry->body ? entry->body->toStdString() : builtInAnswer(entry.key()).body));
    builtInAnswer(firstStatus); // made here rather than while a request waits
}

const ErrorAnswer &ErrorAnswers::of(int status) const
{
    const auto own = m_own.find(status);
    return own == m_own.end() ? builtInAnswer(status) : own->second;
}

} // namespace servelab::site
