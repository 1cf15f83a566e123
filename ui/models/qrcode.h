// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace servelab::ui {

/// A square of dark and light modules. A value.
class QrCode
{
public:
    /// ISO/IEC 18004 in byte mode at error correction level M, in the smallest of the versions 1 to 10 that
    /// fits. Empty: longer than 213 bytes. An address is never longer, and so this much is all that is here.
    static std::optional<QrCode> encode(const QByteArray &bytes);

    int size() const { return m_size; } ///< modules on a side, without the light border of four
    bool isDark(int column, int row) const { return m_dark[index(column, row)]; }

private:
    explicit QrCode(int version);

    std::size_t index(int column, int row) const { return static_cast<std::size_t>(row * m_size + column); }
    void set(int column, int row, bool dark);
    void drawPatterns(int version);
    void drawFinder(int column, int row);
    void drawAlignment(int column, int row);
    void drawVersion(int version);
    void drawFormat(int mask);
    void drawBits(const std::vector<std::uint8_t> &codewords);
    void applyMask(int mask);
    int penalty() const;

    int m_size;
    std::vector<bool> m_dark;
    std::vector<bool> m_fixed; ///< patterns and what describes the symbol: no data, no mask
};

} // namespace servelab::ui
