// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/http/contentcoding.h"

#include <QByteArray>

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>

#include <array>
#include <memory>
#include <string_view>

namespace servelab::tests {

/// What a client has after decoding, whether or not the coded body has ended.
struct Decoded
{
    QByteArray bytes;
    bool complete = false; ///< the coded body ended where the input ended
};

inline Decoded decodeBrotli(std::string_view coded)
{
    const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState *)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    Decoded decoded;
    std::size_t inputLeft = coded.size();
    const auto *in = reinterpret_cast<const std::uint8_t *>(coded.data());
    BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
    while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
        std::array<std::uint8_t, 65536> buffer;
        std::size_t room = buffer.size();
        std::uint8_t *out = buffer.data();
        result = BrotliDecoderDecompressStream(state.get(), &inputLeft, &in, &room, &out, nullptr);
        decoded.bytes.append(reinterpret_cast<const char *>(buffer.data()), qsizetype(buffer.size() - room));
    }
    decoded.complete = result == BROTLI_DECODER_RESULT_SUCCESS && inputLeft == 0;
    return decoded;
}

inline Decoded decodeGzip(std::string_view coded)
{
    z_stream stream{};
    inflateInit2(&stream, MAX_WBITS + 16);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(coded.data()));
    stream.avail_in = uInt(coded.size());
    Decoded decoded;
    int result = Z_OK;
    while (result == Z_OK) {
        std::array<char, 65536> buffer;
        stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
        stream.avail_out = uInt(buffer.size());
        result = inflate(&stream, Z_NO_FLUSH);
        decoded.bytes.append(buffer.data(), qsizetype(buffer.size() - stream.avail_out));
    }
    decoded.complete = result == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return decoded;
}

inline Decoded decode(http::ContentCoding coding, std::string_view coded)
{
    return coding == http::ContentCoding::Brotli ? decodeBrotli(coded) : decodeGzip(coded);
}

inline QByteArray encodeBrotli(const QByteArray &plain)
{
    std::size_t size = BrotliEncoderMaxCompressedSize(std::size_t(plain.size()));
    QByteArray coded(qsizetype(size), Qt::Uninitialized);
    BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_DEFAULT_MODE, std::size_t(plain.size()),
        reinterpret_cast<const std::uint8_t *>(plain.constData()), &size,
        reinterpret_cast<std::uint8_t *>(coded.data()));
    coded.truncate(qsizetype(size));
    return coded;
}

inline QByteArray encodeGzip(QByteArray plain)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray coded(qsizetype(deflateBound(&stream, uLong(plain.size()))), Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(plain.data());
    stream.avail_in = uInt(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(coded.data());
    stream.avail_out = uInt(coded.size());
    deflate(&stream, Z_FINISH);
    coded.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return coded;
}

} // namespace servelab::tests
