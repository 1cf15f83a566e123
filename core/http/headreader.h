// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requestparser.h"
#include "core/http/transfercodings.h"

#include <string_view>

namespace servelab::http {

/// Checks the grammar of one complete request head in one pass and fills a RequestHead with views into it.
/// RequestParser's second half: it has made sure that lines end with CRLF and that their number fits.
class HeadReader
{
public:
    explicit HeadReader(RequestHead &head)
        : m_head(head)
    {
    }

    /// `bytes`: request line, field lines and the empty line.
    ParseError read(std::string_view bytes);

private:
    void clear();
    ParseError readRequestLine(std::string_view line);
    ParseError readVersion(std::string_view version);
    ParseError readFieldLines(std::string_view lines);
    ParseError readField(const FieldLine &field);
    ParseError readHost(std::string_view value);
    ParseError readContentLength(std::string_view value);
    void readConnection(std::string_view value);
    void readExpect(std::string_view value);
    ParseError settle();
    ParseError settleFraming();

    RequestHead &m_head;
    TransferCodings m_codings;
    bool m_hasHost = false;
    bool m_hasContentLength = false;
};

} // namespace servelab::http
