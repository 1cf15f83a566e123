// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/http/requesthead.h"
#include "core/server/recordedbody.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace servelab::server {

/// One request and its answer, for the log. A value. Holds what the client sent as it sent it, but for
/// credentials: no value of a field that carries them, and no user information of a URL. What a body says is
/// not looked at: where bodies are recorded, a password in a form stands in the record.
struct AccessRecord
{
    std::chrono::sys_time<std::chrono::milliseconds> time; ///< when the request was received
    std::string client; ///< address, without port
    std::string_view scheme = "http"; ///< or "https"; a constant
    std::string method; ///< empty where the head could not be read
    std::string target;
    int status = 0; ///< 0: not answered yet
    std::uint64_t bytes = 0; ///< of the answer that left, its head included
    bool complete = true; ///< whether the whole answer left
    std::string host;
    std::string userAgent;
    std::string referer;
    std::string fieldLines; ///< the other fields of the request, "name: value\n" each, names in lower case;
                            ///< the value is "redacted" where it would be a credential
    std::shared_ptr<const RecordedBody> body; ///< of the request; null: it has none, or none is recorded
    std::string_view coding; ///< token of the content coding, empty for identity
    std::optional<std::uint64_t> bytesBeforeCoding; ///< of the body, where a content coding was applied
    std::string answerHead; ///< status line and field lines as they were sent, without the empty line; the
                            ///< value of a Set-Cookie is "redacted"; only in a stream of records
    std::chrono::microseconds untilAnswer{0}; ///< from the first byte of the request to the answer's begin
    std::chrono::microseconds duration{0}; ///< from the first byte of the request to the last of the answer
    base::TimePoint began;

    /// What of a head belongs into a record.
    void describe(const http::RequestHead &head);
    /// Takes the head from what was written for the answer, whatever follows it.
    void describeAnswer(std::string_view written);

    /// About what it takes in memory.
    std::size_t memoryBytes() const;
};

/// Appends the record as one JSON object and a line feed, whatever bytes the client sent. Controls are
/// escaped; UTF-8 is kept, and in a text that is none each byte above 0x7F becomes the character of its
/// value. "fields" is a list of pairs of name and value. A "body" that is not UTF-8 is in Base64 and says so
/// with "bodyEncoding"; "bodyBytes" is its length before it was cut to what is recorded.
void appendJsonLine(const AccessRecord &record, std::string &out);

/// Appends the record as one line for a person, control characters and non-ASCII bytes escaped.
void appendPlainLine(const AccessRecord &record, std::string &out);

} // namespace servelab::server
