// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/contentdecoder.h"

#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

using namespace Qt::StringLiterals;

namespace servelab::lab {
namespace {

std::unexpected<base::Error> undecodable(const QByteArray &coding)
{
    return base::fail(
        u"The answer is not whole %1: it does not decode to its end."_s.arg(QString::fromLatin1(coding)));
}

/// Decoders write into the whole of it; one byte more than `largest` tells that there is too much.
QByteArray outputBuffer(qsizetype largest)
{
    return QByteArray(
        std::min<qsizetype>(largest, std::numeric_limits<int>::max() - 1) + 1, Qt::Uninitialized);
}

base::Expected<QByteArray> decodeBrotli(const QByteArray &coded, QByteArray decoded)
{
    const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> decoder(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    std::size_t left = static_cast<std::size_t>(coded.size());
    auto *next = reinterpret_cast<const std::uint8_t *>(coded.constData());
    std::size_t room = static_cast<std::size_t>(decoded.size());
    auto *out = reinterpret_cast<std::uint8_t *>(decoded.data());
    const auto result = BrotliDecoderDecompressStream(decoder.get(), &left, &next, &room, &out, nullptr);
    if (result != BROTLI_DECODER_RESULT_SUCCESS || left > 0)
        return undecodable("br");
    decoded.truncate(decoded.size() - static_cast<qsizetype>(room));
    return decoded;
}

base::Expected<QByteArray> decodeGzip(const QByteArray &coded, QByteArray decoded)
{
    constexpr int gzipWindow = 16 + MAX_WBITS;
    z_stream stream = {};
    if (inflateInit2(&stream, gzipWindow) != Z_OK)
        return undecodable("gzip");
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> owner(&stream, inflateEnd);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(coded.constData()));
    stream.avail_in = static_cast<uInt>(coded.size());
    stream.next_out = reinterpret_cast<Bytef *>(decoded.data());
    stream.avail_out = static_cast<uInt>(decoded.size());
    if (inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_in > 0)
        return undecodable("gzip");
    decoded.truncate(decoded.size() - static_cast<qsizetype>(stream.avail_out));
    return decoded;
}

} // namespace

base::Expected<QByteArray> decodeContent(const QByteArray &coded, const QByteArray &coding, qsizetype largest)
{
    const QByteArray name = coding.trimmed().toLower();
    if (name == "br")
        return decodeBrotli(coded, outputBuffer(largest));
    if (name == "gzip" || name == "x-gzip")
        return decodeGzip(coded, outputBuffer(largest));
    return base::fail(u"The answer has the content coding \"%1\", which cannot be checked."_s.arg(
        QString::fromLatin1(name)));
}

} // namespace servelab::lab
