// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/holding/report.h"

using namespace Qt::StringLiterals;

namespace servelab::holding {

QString shown(double value)
{
    return value < 100 && value != double(qint64(value)) ? QString::number(value, 'g', 3)
                                                         : QString::number(value, 'f', 0);
}

void Report::add(const QString &what, double value, const QString &unit)
{
    m_lines.push_back(u"  %1 %2 %3"_s.arg(what, -44).arg(shown(value), 10).arg(unit));
}

void Report::mustBeAtMost(const QString &what, double value, double limit, const QString &unit)
{
    addLimited(what, value, unit, u"at most %1"_s.arg(shown(limit)), value <= limit);
}

void Report::mustBeAtLeast(const QString &what, double value, double limit, const QString &unit)
{
    addLimited(what, value, unit, u"at least %1"_s.arg(shown(limit)), value >= limit);
}

void Report::fail(const QString &why)
{
    m_lines.push_back(u"  FAILED: "_s + why);
    m_hasPassed = false;
}

void Report::addLimited(
    const QString &what, double value, const QString &unit, const QString &limit, bool holds)
{
    add(what, value, unit);
    m_lines.back() += u"   %1: %2"_s.arg(limit, holds ? u"holds"_s : u"DOES NOT HOLD"_s);
    m_hasPassed = m_hasPassed && holds;
}

} // namespace servelab::holding
