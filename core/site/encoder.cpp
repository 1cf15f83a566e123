// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/encoder.h"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace servelab::site {
namespace {

class BrotliEncoder : public Encoder
{
public:
    BrotliEncoder(int quality, std::uint64_t size)
        : m_state(BrotliEncoderCreateInstance(nullptr, nullptr, nullptr))
    {
        if (!m_state)
            return;
        constexpr std::uint64_t largestHint = std::numeric_limits<std::uint32_t>::max() / 4;
        set(BROTLI_PARAM_QUALITY, std::uint32_t(quality));
        set(BROTLI_PARAM_LGWIN, windowBits(size));
        set(BROTLI_PARAM_SIZE_HINT, std::uint32_t(std::min(size, largestHint)));
    }

    bool isValid() const { return m_state != nullptr; }

    bool encode(std::string_view input, Step step, std::string &out) override
    {
        std::size_t inputLeft = input.size();
        const auto *in = reinterpret_cast<const std::uint8_t *>(input.data());
        do {
            std::size_t noRoom = 0;
            if (!BrotliEncoderCompressStream(
                    m_state.get(), operation(step), &inputLeft, &in, &noRoom, nullptr, nullptr))
                return false;
            takeOutput(out);
        } while (inputLeft > 0 || BrotliEncoderHasMoreOutput(m_state.get()));
        return true;
    }

private:
    struct Destroy
    {
        void operator()(BrotliEncoderState *state) const { BrotliEncoderDestroyInstance(state); }
    };

    void set(BrotliEncoderParameter parameter, std::uint32_t value)
    {
        BrotliEncoderSetParameter(m_state.get(), parameter, value);
    }

    /// A window that holds the whole body, where the default one (4 MiB) would be larger than that.
    static std::uint32_t windowBits(std::uint64_t size)
    {
        constexpr std::uint32_t framing = 16; // a window is that much smaller than a power of two
        const auto enough = std::uint32_t(std::bit_width(size + framing));
        return std::clamp<std::uint32_t>(enough, BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW);
    }

    static BrotliEncoderOperation operation(Step step)
    {
        return step == Step::Continue ? BROTLI_OPERATION_PROCESS
            : step == Step::Flush     ? BROTLI_OPERATION_FLUSH
                                      : BROTLI_OPERATION_FINISH;
    }

    void takeOutput(std::string &out)
    {
        std::size_t size = 0;
        while (const std::uint8_t *bytes = BrotliEncoderTakeOutput(m_state.get(), &size)) {
            out.append(reinterpret_cast<const char *>(bytes), size);
            size = 0;
        }
    }

    std::unique_ptr<BrotliEncoderState, Destroy> m_state;
};

class GzipEncoder : public Encoder
{
public:
    explicit GzipEncoder(int level)
    {
        constexpr int gzipWrapper = 16;
        constexpr int memoryLevel = 8;
        m_valid = deflateInit2(
                      &m_stream, level, Z_DEFLATED, MAX_WBITS + gzipWrapper, memoryLevel, Z_DEFAULT_STRATEGY)
            == Z_OK;
    }
    GzipEncoder(const GzipEncoder &) = delete;
    GzipEncoder &operator=(const GzipEncoder &) = delete;
    ~GzipEncoder() override
    {
        if (m_valid)
            deflateEnd(&m_stream);
    }

    bool isValid() const { return m_valid; }

    bool encode(std::string_view input, Step step, std::string &out) override
    {
        std::array<char, 16384> buffer;
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        m_stream.avail_in = uInt(input.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
            m_stream.avail_out = uInt(buffer.size());
            if (deflate(&m_stream, flushMode(step)) == Z_STREAM_ERROR)
                return false;
            out.append(buffer.data(), buffer.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
        return m_stream.avail_in == 0;
    }

private:
    static int flushMode(Step step)
    {
        return step == Step::Continue ? Z_NO_FLUSH : step == Step::Flush ? Z_SYNC_FLUSH : Z_FINISH;
    }

    z_stream m_stream{};
    bool m_valid = false;
};

template <typename Made>
std::unique_ptr<Encoder> ifValid(std::unique_ptr<Made> encoder)
{
    return encoder->isValid() ? std::move(encoder) : nullptr;
}

} // namespace

std::unique_ptr<Encoder> Encoder::create(http::ContentCoding coding, int level, std::uint64_t size)
{
    switch (coding) {
    case http::ContentCoding::Brotli:
        return ifValid(std::make_unique<BrotliEncoder>(level, size));
    case http::ContentCoding::Gzip:
        return ifValid(std::make_unique<GzipEncoder>(level));
    case http::ContentCoding::Identity:
        break;
    }
    return nullptr;
}

} // namespace servelab::site
