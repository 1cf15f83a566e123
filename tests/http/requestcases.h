// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/requestparser.h"

#include <QByteArray>
#include <QTest>

/// The request cases that a parser decides, as test rows: bytes, ParseError, status (0: accepted). The
/// letters are sections: A method and target, B request line and version, C fields, D framing.
namespace servelab::testing {

using namespace Qt::StringLiterals;
using http::ParseError;

inline const QByteArray getLine = "GET /a.txt HTTP/1.1\r\n"_ba;
inline const QByteArray hostLine = "Host: localhost\r\n"_ba;

inline QByteArray getTarget(const QByteArray &target)
{
    return "GET "_ba + target + " HTTP/1.1\r\n" + hostLine + "\r\n";
}

inline QByteArray withRequestLine(const QByteArray &line)
{
    return line + "\r\n" + hostLine + "\r\n";
}

/// A GET with Host and further lines, which are given without their last CRLF.
inline QByteArray withFields(const QByteArray &lines)
{
    return getLine + hostLine + lines + "\r\n\r\n";
}

inline QByteArray withHost(const QByteArray &host)
{
    return getLine + "Host:" + host + "\r\n\r\n";
}

inline void refuse(const char *name, const QByteArray &bytes, ParseError error, int status = 400)
{
    QTest::newRow(name) << bytes << error << status;
}

inline void accept(const char *name, const QByteArray &bytes)
{
    QTest::newRow(name) << bytes << ParseError::None << 0;
}

inline void addMethodAndTargetRows()
{
    accept("A1 plain file", getTarget("/a.txt"));
    accept("A2 HEAD", withRequestLine("HEAD /a.txt HTTP/1.1"));
    for (const char *method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"})
        accept(qPrintable("A3 known method "_L1 + QLatin1StringView(method)),
            withRequestLine(QByteArray(method) + " /a.txt HTTP/1.1"));
    accept("A4 OPTIONS with an asterisk", withRequestLine("OPTIONS * HTTP/1.1"));
    accept("A5 asterisk with GET is left to the target", getTarget("*"));
    accept("A6 CONNECT is left to the target", withRequestLine("CONNECT localhost:80 HTTP/1.1"));
    accept("A7 unknown method token", withRequestLine("BREW /a.txt HTTP/1.1"));
    accept("A8 lower-case method is a token", withRequestLine("get /a.txt HTTP/1.1"));
    accept("A9 absolute-form", getTarget("http://localhost/a.txt"));
    accept("A15 two leading slashes", getTarget("//evil.test/a.txt"));
    refuse("A16 fragment in the target", getTarget("/a.txt#x"), ParseError::BadTarget);
    refuse("A17 raw 8-bit byte in the target", getTarget("/caf\xc3\xa9.txt"), ParseError::BadTarget);
    refuse("A17 control in the target", getTarget("/a\x01.txt"), ParseError::BadTarget);
    refuse("A17 NUL in the target", getTarget("/a\0.txt"_ba), ParseError::BadTarget);
    refuse("A17 DEL in the target", getTarget("/a\x7f.txt"), ParseError::BadTarget);
    refuse("A17 tab in the target", getTarget("/a\t.txt"), ParseError::BadTarget);
    refuse("A18 space in the target", getTarget("/sp ace.txt"), ParseError::BadRequestLine);
    accept("A19 query", getTarget("/a.txt?../../x"));
    refuse("A20 path over the line limit", getTarget('/' + QByteArray(17 * 1024, 'a')),
        ParseError::TargetTooLong, 414);
    refuse("A20 query over the line limit", getTarget("/?" + QByteArray(17 * 1024, 'a')),
        ParseError::TargetTooLong, 414);
    accept("A20 target of 8,000 bytes", getTarget('/' + QByteArray(7999, 'a')));
}

inline void addVersionRows()
{
    for (const char *version : {"HTTP/1.10", "http/1.1", "HTTP/1,1", "HTTP/01.1", "HTTP/1.", "HTTP/1.x",
             "HTTP/11", "HTTPS/1.1", "HTTP/-1.1", "HTTP/1.1x"})
        refuse(qPrintable("B8 broken version "_L1 + QLatin1StringView(version)),
            withRequestLine("GET /a.txt " + QByteArray(version)), ParseError::BadVersion);
    accept("B3 HTTP/1.0", withRequestLine("GET /a.txt HTTP/1.0"));
    refuse("B5 HTTP/1.0 without Host", "GET /a.txt HTTP/1.0\r\n\r\n", ParseError::MissingHost);
    accept("B6 minor version too high", withRequestLine("GET /a.txt HTTP/1.2"));
    accept("B6 highest minor version", withRequestLine("GET /a.txt HTTP/1.9"));
    refuse("B7 HTTP/2.0 on the line", withRequestLine("GET /a.txt HTTP/2.0"), ParseError::UnsupportedVersion,
        505);
    refuse("B7 HTTP/0.9 on the line", withRequestLine("GET /a.txt HTTP/0.9"), ParseError::UnsupportedVersion,
        505);
    refuse("B7 HTTP/3.0 on the line", withRequestLine("GET /a.txt HTTP/3.0"), ParseError::UnsupportedVersion,
        505);
    refuse("B9 no version", withRequestLine("GET /a.txt"), ParseError::BadRequestLine);
    refuse("B9 empty version", withRequestLine("GET /a.txt "), ParseError::BadVersion);
}

inline void addRequestLineRows()
{
    refuse("B1 two spaces between method and target", withRequestLine("GET  /a.txt HTTP/1.1"),
        ParseError::BadRequestLine);
    refuse("B1 two spaces between target and version", withRequestLine("GET /a.txt  HTTP/1.1"),
        ParseError::BadRequestLine);
    refuse("B2 tab behind the method", withRequestLine("GET\t/a.txt HTTP/1.1"), ParseError::BadRequestLine);
    refuse("B2 tab behind the target", withRequestLine("GET /a.txt\tHTTP/1.1"), ParseError::BadRequestLine);
    refuse("B2 trailing space", withRequestLine("GET /a.txt HTTP/1.1 "), ParseError::BadRequestLine);
    refuse("B2 leading space", withRequestLine(" GET /a.txt HTTP/1.1"), ParseError::BadMethod);
    refuse("method is not a token", withRequestLine("G@T /a.txt HTTP/1.1"), ParseError::BadMethod);
    refuse("method with an 8-bit byte", withRequestLine("G\xc9T /a.txt HTTP/1.1"), ParseError::BadMethod);
    refuse("one word", withRequestLine("BAD"), ParseError::BadRequestLine);
    accept("B10 one blank line before", "\r\n" + getTarget("/a.txt"));
    accept("B10 four blank lines before", "\r\n\r\n\r\n\r\n" + getTarget("/a.txt"));
    refuse("B10 five blank lines before", "\r\n\r\n\r\n\r\n\r\n" + getTarget("/a.txt"),
        ParseError::BadRequestLine);
    refuse("B10 bare LF before", "\n" + getTarget("/a.txt"), ParseError::BareLineFeed);
    refuse("B10 CR CR LF before", "\r\r\n" + getTarget("/a.txt"), ParseError::BareCarriageReturn);
    refuse("B11 HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ParseError::BadRequestLine);
    refuse("B11 TLS ClientHello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"_ba, ParseError::BadMethod);
    refuse("B11 2 kB of 0xFF", QByteArray(2048, '\xff'), ParseError::BadMethod);
    refuse("B11 NUL bytes", QByteArray(16, '\0'), ParseError::BadMethod);
}

inline void addLineEndRows()
{
    refuse("C1 bare LF behind the request line", "GET /a.txt HTTP/1.1\nHost: x\r\n\r\n",
        ParseError::BareLineFeed);
    refuse("C1 bare LF behind a field", getLine + "Host: x\n\r\n", ParseError::BareLineFeed);
    refuse("C1 bare LF as the end", getLine + "Host: x\r\n\n", ParseError::BareLineFeed);
    refuse("C1 bare LF everywhere", "GET /a.txt HTTP/1.1\nHost: x\n\n", ParseError::BareLineFeed);
    refuse("C2 bare CR in a value", getLine + "Host: a\rX: y\r\n\r\n", ParseError::BareCarriageReturn);
    refuse("C2 bare CR as the end", getLine + hostLine + "\rX", ParseError::BareCarriageReturn);
    refuse("C2 bare CR in the request line", "GET /a.txt\rHTTP/1.1\r\n\r\n", ParseError::BareCarriageReturn);
    refuse("C2 CR CR LF", getLine + "Host: a\r\r\n\r\n", ParseError::BareCarriageReturn);
    refuse("C3 obs-fold", withFields("X: a\r\n b"), ParseError::BadFieldName);
    refuse("C3 obs-fold with a tab", withFields("X: a\r\n\tb"), ParseError::BadFieldName);
    refuse("C5 space before the first field", getLine + " X: y\r\n" + hostLine + "\r\n",
        ParseError::BadFieldName);
}

inline void addFieldRows()
{
    refuse("C4 space before the colon", withFields("Content-Length : 3"), ParseError::BadFieldName);
    refuse("C6 no colon", withFields("novalue"), ParseError::BadFieldName);
    refuse("C6 empty name", withFields(": v"), ParseError::BadFieldName);
    refuse("C7 NUL in a value", withFields("X: a\0b"_ba), ParseError::BadFieldValue);
    refuse("C7 control in a value", withFields("X: a\x01"), ParseError::BadFieldValue);
    refuse("C7 DEL in a value", withFields("X: \x7f"), ParseError::BadFieldValue);
    refuse("C7 control far into a long value", withFields("X: " + QByteArray(100, 'a') + "\x1f" + "b"),
        ParseError::BadFieldValue);
    accept("C8 8-bit byte in a value", withFields("X: caf\xe9"));
    accept("tab inside a value", withFields("X: a\tb\tc"));
    refuse("C9 non-token name", withFields("X[]: v"), ParseError::BadFieldName);
    refuse("C9 8-bit name", withFields("X\xe9: v"), ParseError::BadFieldName);
    refuse("C9 NUL in a name", withFields("X\0: v"_ba), ParseError::BadFieldName);
    accept("C10 empty value", withFields("X:"));
    accept("C10 value of blanks", withFields("X: \t "));
    refuse(
        "C19 value of 17 kB", withFields("X: " + QByteArray(17 * 1024, 'a')), ParseError::HeadTooLarge, 431);
    refuse("C19 2,500 lines", withFields(QByteArray("a: b\r\n").repeated(2500).chopped(2)),
        ParseError::HeadTooLarge, 431);
}

inline void addHostRows()
{
    refuse("C11 no Host", getLine + "\r\n", ParseError::MissingHost);
    refuse("C12 two Host lines, the same", withFields("Host: localhost"), ParseError::RepeatedHost);
    refuse("C12 two Host lines, different", withFields("host: other"), ParseError::RepeatedHost);
    for (const char *host : {"", "localhost:99999", "a b", "[::1", "[::1]x", "[]", "[1::2::3]",
             "localhost:8o", ":80", "a:1:2", "::1"})
        refuse(qPrintable("C13 broken Host \""_L1 + QLatin1StringView(host) + '"'_L1), withHost(host),
            ParseError::BadHost);
    for (const char *host :
        {"u@localhost", "localhost/x", "a,b", "abc\\foo", "a?b", "a\"b", "<a>", "a%zz", "caf\xe9"})
        refuse(qPrintable("C14 invalid Host \""_L1 + QLatin1StringView(host) + '"'_L1), withHost(host),
            ParseError::BadHost);
    for (const char *host : {"[::1]:80", "[2001:db8::7]", "[::ffff:192.0.2.1]:8080", "127.0.0.1",
             "DOCS.test:1", "main.test.", "localhost:", "a_b.test", "\tlocalhost\t"})
        accept(qPrintable("C15 good Host \""_L1 + QLatin1StringView(host) + '"'_L1), withHost(host));
}

inline void addLengthRows()
{
    refuse("D1 Content-Length twice, the same", withFields("Content-Length: 3\r\nContent-Length: 3"),
        ParseError::BadContentLength);
    refuse("D1 Content-Length as a list", withFields("Content-Length: 3, 3"), ParseError::BadContentLength);
    refuse("D2 Content-Length twice, different", withFields("Content-Length: 3\r\ncontent-length: 4"),
        ParseError::BadContentLength);
    for (const char *length : {"-1", "+3", "0x3", "1e1", "3_0", "", "4 2", "3;", "3.0", "\xb3"})
        refuse(qPrintable("D3 Content-Length \""_L1 + QLatin1StringView(length) + '"'_L1),
            withFields("Content-Length: " + QByteArray(length)), ParseError::BadContentLength);
    refuse("D4 Content-Length of 2^64", withFields("Content-Length: 18446744073709551616"),
        ParseError::BadContentLength);
    refuse("D4 Content-Length of 2^64 + 3", withFields("Content-Length: 18446744073709551619"),
        ParseError::BadContentLength);
    accept("D5 huge but legal Content-Length", withFields("Content-Length: 9223372036854775808"));
    accept("D5 largest legal Content-Length", withFields("Content-Length: 18446744073709551615"));
    accept("D6 leading zeros", withFields("Content-Length: 003"));
    accept("D6 blanks around the length", withFields("Content-Length: \t42\t"));
}

inline void addCodingRows()
{
    refuse("D7 length, then coding", withFields("Content-Length: 3\r\nTransfer-Encoding: chunked"),
        ParseError::LengthAndCoding);
    refuse("D7 coding, then length", withFields("Transfer-Encoding: chunked\r\nContent-Length: 3"),
        ParseError::LengthAndCoding);
    refuse("D7 length and unknown coding", withFields("Transfer-Encoding: gzip\r\nContent-Length: 3"),
        ParseError::LengthAndCoding);
    for (const char *coding : {"identity", "blah", "gzip, chunked", "gzip", "GZIP;level=9, chunked"})
        refuse(qPrintable("D8 D9 coding "_L1 + QLatin1StringView(coding)),
            withFields("Transfer-Encoding: " + QByteArray(coding)), ParseError::UnknownTransferCoding, 501);
    for (const char *coding : {"chunked, gzip", "chunked, chunked", "xchunked", "chunkedx", "", ",chunked",
             "chunked,", "chunked;q=1", "chun ked", "\"chunked\"", "chunked chunked"})
        refuse(qPrintable("D10 D11 coding \""_L1 + QLatin1StringView(coding) + '"'_L1),
            withFields("Transfer-Encoding: " + QByteArray(coding)), ParseError::BadTransferCoding);
    refuse("D10 chunked on two lines", withFields("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
        ParseError::BadTransferCoding);
    refuse("D10 chunked, then another line",
        withFields("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip"), ParseError::BadTransferCoding);
    refuse("D10 vertical tab before chunked",
        withFields("Transfer-Encoding: \x0b"
                   "chunked"),
        ParseError::BadFieldValue);
    accept("D12 coding in upper case", withFields("Transfer-Encoding: CHUNKED"));
    refuse("D13 coding in HTTP/1.0",
        "GET /a.txt HTTP/1.0\r\n" + hostLine + "Transfer-Encoding: chunked\r\n\r\n",
        ParseError::BadTransferCoding);
}

inline void addRequestCases()
{
    addMethodAndTargetRows();
    addVersionRows();
    addRequestLineRows();
    addLineEndRows();
    addFieldRows();
    addHostRows();
    addLengthRows();
    addCodingRows();
}

} // namespace servelab::testing
