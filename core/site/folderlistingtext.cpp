// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/http/octets.h"
#include "core/site/folderlisting.h"
#include "core/site/sitepath.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

using Kind = FolderEntry::Kind;

/// Takes a run of digits, without the zeros in front of it, off the front.
std::string_view takeNumber(std::string_view &text)
{
    const auto isNoDigit = [](char c) { return !http::octets::isDigit(c); };
    const auto end = std::size_t(std::ranges::find_if(text, isNoDigit) - text.begin());
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

char lowerCase(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

/// Negative, 0 or positive, as people order names.
int compareNames(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        if (http::octets::isDigit(a.front()) && http::octets::isDigit(b.front())) {
            const std::string_view first = takeNumber(a);
            const std::string_view second = takeNumber(b);
            if (first.size() != second.size())
                return first.size() < second.size() ? -1 : 1;
            if (const int order = first.compare(second))
                return order;
            continue;
        }
        const auto first = static_cast<unsigned char>(lowerCase(a.front()));
        const auto second = static_cast<unsigned char>(lowerCase(b.front()));
        if (first != second)
            return first < second ? -1 : 1;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return int(b.empty()) - int(a.empty());
}

bool comesBefore(const FolderEntry &a, const FolderEntry &b)
{
    if (a.kind != b.kind)
        return a.kind == Kind::Folder;
    const int order = compareNames(a.name, b.name);
    return order != 0 ? order < 0 : a.name < b.name;
}

QDateTime modifiedOf(const FolderEntry &entry)
{
    return QDateTime::fromMSecsSinceEpoch(entry.modifiedNanoseconds / 1'000'000, Qt::UTC);
}

QString sizeText(const FolderEntry &entry)
{
    return entry.kind == Kind::Folder ? QString() : QLocale::c().formattedDataSize(qint64(entry.size), 1);
}

/// With "./" in front, so that a colon in a name is not taken for the end of a scheme.
QString addressOf(const FolderEntry &entry)
{
    return QString::fromStdString('.' + encodePath(entry.name));
}

QString rowOf(const FolderEntry &entry)
{
    const QString slash = entry.kind == Kind::Folder ? u"/"_s : QString();
    const QDateTime modified = modifiedOf(entry);
    return u"<tr><td><a href=\"%1\">%2</a></td><td>%3</td><td><time datetime=\"%4\">%5</time></td></tr>\n"_s
        .arg((addressOf(entry) + slash).toHtmlEscaped(),
            (QString::fromStdString(entry.name) + slash).toHtmlEscaped(), sizeText(entry),
            modified.toString(Qt::ISODate), modified.toString(u"yyyy-MM-dd HH:mm"_s));
}

QString rowsOf(const FolderListing &listing)
{
    QString rows;
    if (!listing.path.empty())
        rows += u"<tr><td><a href=\"../\">../</a></td><td></td><td></td></tr>\n"_s;
    for (const FolderEntry &entry : listing.entries)
        rows += rowOf(entry);
    return rows;
}

QString noteOf(const FolderListing &listing)
{
    if (listing.isCut)
        return u"<p>This folder holds more than %1 files and folders. The rest is not listed here.</p>\n"_s
            .arg(FolderListings::mostEntries);
    return listing.entries.empty() ? u"<p>Nothing in this folder is served.</p>\n"_s : QString();
}

QString pathOf(const FolderListing &listing)
{
    return u'/' + QString::fromStdString(listing.path);
}

/// %1: path, %2: rows, %3: note.
QString pageFrame()
{
    return uR"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>%1</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0 0.25rem 1.5rem; text-align: right; vertical-align: top; white-space: nowrap; }
th { font-weight: 400; opacity: 0.7; }
td { border-top: 1px solid rgb(128 128 128 / 0.3); }
th:first-child, td:first-child { padding-left: 0; text-align: left; white-space: normal;
  overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>%1</h1>
<table>
<thead>
<tr><th scope="col">Name</th><th scope="col">Size</th><th scope="col">Changed (UTC)</th></tr>
</thead>
<tbody>
%2</tbody>
</table>
%3</body>
</html>
)"_s;
}

QJsonObject objectOf(const FolderEntry &entry)
{
    const bool isFolder = entry.kind == Kind::Folder;
    QJsonObject object{{u"name"_s, QString::fromStdString(entry.name)},
        {u"type"_s, isFolder ? u"folder"_s : u"file"_s},
        {u"modified"_s, modifiedOf(entry).toString(Qt::ISODate)}};
    if (!isFolder)
        object.insert(u"size"_s, qint64(entry.size));
    return object;
}

} // namespace

void sortEntries(std::vector<FolderEntry> &entries)
{
    std::ranges::sort(entries, comesBefore);
}

std::string htmlOf(const FolderListing &listing)
{
    return pageFrame().arg(pathOf(listing).toHtmlEscaped(), rowsOf(listing), noteOf(listing)).toStdString();
}

std::string jsonOf(const FolderListing &listing)
{
    QJsonArray entries;
    for (const FolderEntry &entry : listing.entries)
        entries += objectOf(entry);
    const QJsonObject object{
        {u"path"_s, pathOf(listing)}, {u"complete"_s, !listing.isCut}, {u"entries"_s, entries}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

} // namespace servelab::site
