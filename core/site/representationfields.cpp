// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/representationfields.h"

#include "core/http/httpdate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace servelab::site {
namespace {

std::string hex(std::uint64_t number)
{
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

std::string line(std::string_view name, std::string_view value)
{
    std::string text;
    text.append(name).append(": ").append(value).append("\r\n");
    return text;
}

/// Seconds since 1970, rounded down; never later than now (RFC 9110 section 8.8.2.1).
std::int64_t lastModifiedOf(const FileIdentity &identity)
{
    using namespace std::chrono;
    const auto modified = floor<seconds>(nanoseconds(identity.modifiedNanoseconds)).count();
    const auto now = floor<seconds>(system_clock::now().time_since_epoch()).count();
    return std::min<std::int64_t>(modified, now);
}

} // namespace

std::string entityTagOf(const FileIdentity &identity, http::ContentCoding coding)
{
    std::string tag = "W/\"" + hex(identity.size) + '-' + hex(std::uint64_t(identity.modifiedNanoseconds));
    if (coding != http::ContentCoding::Identity)
        tag.append("-").append(http::contentCodingToken(coding));
    return tag + '"';
}

void prepareFields(Representation &representation, std::string_view cacheControl)
{
    representation.entityTag = entityTagOf(representation.identity, representation.coding);
    representation.lastModified = lastModifiedOf(representation.identity);
    const http::HttpDate date = http::formatHttpDate(representation.lastModified);

    std::string &shared = representation.notModifiedFieldLines;
    shared = line("ETag", representation.entityTag) + line("Last-Modified", {date.data(), date.size()});
    shared.append(cacheControl);
    if (representation.codable || representation.varies)
        shared += line("Vary", "Accept-Encoding");
    representation.fieldLines
        = line("Content-Type", representation.mediaType) + line("X-Content-Type-Options", "nosniff") + shared;
    if (representation.coding != http::ContentCoding::Identity)
        representation.fieldLines
            += line("Content-Encoding", http::contentCodingToken(representation.coding));
}

RepresentationPointer madeRepresentation(
    std::string_view mediaType, std::string_view bytes, std::string_view cacheControl)
{
    auto made = std::make_shared<Representation>();
    made->isMade = true;
    made->mediaType = mediaType;
    made->fieldLines = line("Content-Type", mediaType) + line("X-Content-Type-Options", "nosniff");
    made->fieldLines.append(cacheControl).append(line("Vary", "Accept"));
    made->length = bytes.size();
    made->content = base::SendableBytes(bytes);
    return made;
}

Representation codedHead(const Representation &source, http::ContentCoding coding)
{
    Representation head;
    head.identity = source.identity;
    head.settled = source.settled;
    head.entityTag = source.entityTag;
    head.lastModified = source.lastModified;
    head.mediaType = source.mediaType;
    head.coding = coding;
    head.codable = source.codable;
    head.varies = source.varies;
    head.notModifiedFieldLines = source.notModifiedFieldLines;
    head.fieldLines = source.fieldLines + line("Content-Encoding", http::contentCodingToken(coding));
    return head;
}

} // namespace servelab::site
