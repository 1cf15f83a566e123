// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/load/loadreport.h"

#include <QElapsedTimer>

namespace servelab::cli {

enum class ProgressStyle : std::uint8_t {
    Automatic, ///< Text on a terminal, else None
    Text, ///< one line that is rewritten on a terminal, else a line now and then
    Json, ///< an object a line, for programs
    None,
};

base::Expected<ProgressStyle> readProgressStyle(const QString &text);

/// Shows on standard error how far something is. The rewritten line is wiped when the display ends.
class ProgressDisplay
{
public:
    explicit ProgressDisplay(ProgressStyle style);
    ~ProgressDisplay();
    ProgressDisplay(const ProgressDisplay &) = delete;
    ProgressDisplay &operator=(const ProgressDisplay &) = delete;

    /// Says what begins, where progress is shown as text.
    void begin(const QString &text);

    /// A state of running load, whatever the style.
    void show(const load::LoadProgress &progress);

    /// What is going on now; replaces what was shown before.
    void showText(const QString &text);

    /// A line that stays, above the rewritten one.
    void addLine(const QString &text);

    bool isRewriting() const { return m_isRewriting; }

    /// Wipes the rewritten line, for what is written next.
    void end();

private:
    ProgressStyle m_style;
    bool m_isRewriting;
    bool m_isShown = false;
    QElapsedTimer m_sinceLine; ///< where nothing can be rewritten
};

/// "[=====>    ]  52 % 12.3 s: 48210 req/s, p99 1840 µs, 50 connections, 0 errors"; without the bar where it
/// is not known how much there is.
QString toText(const load::LoadProgress &progress);

} // namespace servelab::cli
