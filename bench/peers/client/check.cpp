// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/peers/client/check.h"

#include "bench/peers/client/answer.h"
#include "bench/peers/client/cpuclock.h"

#include <brotli/decode.h>

#include <poll.h>

#include <algorithm>
#include <vector>

namespace servelab::bench {

namespace {

void sendAll(Transport &transport, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = transport.write(bytes);
        if (sent == Transport::failed)
            failWith("The connection failed before the request was sent.");
        if (sent == Transport::wouldBlock)
            transport.await(POLLIN | POLLOUT);
        else
            bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

/// Reads until the answer is complete.
void receive(Transport &transport, AnswerReader &reader, CheckedAnswer &checked, double sent)
{
    std::vector<char> buffer(256 * 1024);
    while (!reader.isComplete()) {
        const ssize_t count = transport.read(buffer.data(), buffer.size());
        if (count == Transport::wouldBlock) {
            transport.await(POLLIN);
            continue;
        }
        if (count > 0)
            reader.take({buffer.data(), static_cast<std::size_t>(count)});
        if (checked.firstBodySeconds == 0 && reader.bodyBytes() > 0)
            checked.firstBodySeconds = now() - sent;
        if (reader.isMalformed() || count == Transport::failed || (count == 0 && !reader.endOfInput()))
            failWith("The answer is cut short or malformed:\n" + reader.head());
    }
    checked.seconds = now() - sent;
}

std::string decoded(const std::string &coded, std::size_t expected)
{
    std::string body(expected + 1, '\0'); // one more, so that one too long shows
    std::size_t length = body.size();
    const auto result
        = BrotliDecoderDecompress(coded.size(), reinterpret_cast<const std::uint8_t *>(coded.data()), &length,
            reinterpret_cast<std::uint8_t *>(body.data()));
    if (result != BROTLI_DECODER_RESULT_SUCCESS)
        failWith("The body is no complete Brotli stream of the right length.");
    body.resize(length);
    return body;
}

void compare(const Options &options, const AnswerReader &reader)
{
    if (reader.status() != options.status)
        failWith("Status " + std::to_string(options.status) + " was expected, not this:\n" + reader.head());
    if (reader.field("Content-Encoding") != options.coding)
        failWith("The content coding is not \"" + options.coding + "\":\n" + reader.head());
    if (options.body.empty() || !options.hasBody())
        return;
    const std::string whole = readFile(options.body);
    const std::string expected = whole.substr(options.first, options.length);
    if ((options.coding.empty() ? reader.body() : decoded(reader.body(), expected.size())) != expected)
        failWith("The body is not the file's: " + std::to_string(reader.bodyBytes()) + " bytes.");
}

} // namespace

CheckedAnswer checkAnswer(const Options &options, TlsContext *tls)
{
    Transport transport(options, tls);
    if (!transport.isOpen())
        failWith("Nothing accepts connections at port " + std::to_string(options.port) + ".");
    AnswerReader reader(
        options.hasBody(), options.body.empty() ? AnswerReader::Keep::Nothing : AnswerReader::Keep::Body);
    CheckedAnswer checked;
    sendAll(transport, requestFor(options, 0));
    receive(transport, reader, checked, now());
    compare(options, reader);
    if (options.tls == Tls::Resumed && !tls->hasSession())
        tls->setSession(transport.session());
    else if (options.tls == Tls::Resumed && !transport.wasResumed())
        failWith("The server does not resume sessions.");
    checked.wireBytes = reader.wireBytes();
    checked.headBytes = reader.head().size();
    return checked;
}

} // namespace servelab::bench
