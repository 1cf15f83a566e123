// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requesthead.h"
#include "core/http/requestparser.h"

#include <QByteArray>

#include <numeric>
#include <string_view>
#include <vector>

namespace servelab::testing {

inline std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

inline QByteArray bytesOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// Gives a resumable reader longer and longer prefixes of `bytes`, each in memory of exactly its size, until
/// it has a result. A reader takes a prefix and returns a description of what it found, empty for incomplete.
template <typename Reader>
QByteArray feedPrefixes(Reader reader, std::string_view bytes, const std::vector<std::size_t> &lengths)
{
    for (const std::size_t length : lengths) {
        const std::vector<char> prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        if (const QByteArray found = reader(std::string_view(prefix.data(), length)); !found.isEmpty())
            return found;
    }
    return {};
}

/// Feeds `bytes` cut in two at every position, then byte by byte. Returns the first result that differs from
/// that of the whole, with the place of the cut; empty where there is none. `makeReader` makes a fresh
/// reader.
template <typename MakeReader>
QByteArray differenceWhenCut(MakeReader makeReader, const QByteArray &bytes)
{
    const std::string_view all = viewOf(bytes);
    const QByteArray whole = feedPrefixes(makeReader(), all, {all.size()});
    for (std::size_t cut = 0; cut < all.size(); ++cut) {
        const QByteArray found = feedPrefixes(makeReader(), all, {cut, all.size()});
        if (found != whole)
            return "cut at " + QByteArray::number(static_cast<qulonglong>(cut)) + ": " + found
                + " but whole: " + whole;
    }
    std::vector<std::size_t> lengths(all.size() + 1);
    std::iota(lengths.begin(), lengths.end(), std::size_t(0));
    const QByteArray found = feedPrefixes(makeReader(), all, lengths);
    return found == whole ? QByteArray() : "byte by byte: " + found + " but whole: " + whole;
}

/// Parses a request head that is meant to be right; `bytes` must outlive the result.
inline http::RequestHead parsedHead(const QByteArray &bytes)
{
    http::RequestHead head;
    http::RequestParser parser;
    if (parser.parse(viewOf(bytes), head) != http::RequestParser::Status::Complete)
        qFatal("the test's own request is wrong: %s", bytes.constData());
    return head;
}

} // namespace servelab::testing
