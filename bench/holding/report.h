// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace servelab::holding {

/// What a scenario found: figures, and which of them had to be within a limit.
class Report
{
public:
    /// For information.
    void add(const QString &what, double value, const QString &unit);
    void mustBeAtMost(const QString &what, double value, double limit, const QString &unit);
    void mustBeAtLeast(const QString &what, double value, double limit, const QString &unit);
    /// The scenario could not be run as it is meant.
    void fail(const QString &why);

    bool hasPassed() const { return m_hasPassed; }
    const std::vector<QString> &lines() const { return m_lines; }

private:
    void addLimited(const QString &what, double value, const QString &unit, const QString &limit, bool holds);

    std::vector<QString> m_lines;
    bool m_hasPassed = true;
};

/// A number of which people read the size at a glance: 3 significant digits below 100, else whole.
QString shown(double value);

} // namespace servelab::holding
