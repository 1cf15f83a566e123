// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/livechart.h"

#include "ui/models/texttablemodel.h"

#include <cmath>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

LineChart::Description toLines(LiveChart::Description live)
{
    return {.title = live.title,
        .term = live.term,
        .howToRead = live.howToRead,
        .horizontal = {LiveChart::tr("seconds before now"), -LiveChart::seconds, 0},
        .unitFor = std::move(live.unitFor),
        .leastHeight = live.leastHeight,
        .placeText = [](double x) { return LiveChart::tr("%1 s ago").arg(std::lround(-x)); }};
}

} // namespace

LiveChart::LiveChart(Description description, QWidget *parent)
    : LineChart(toLines(std::move(description)), parent)
{
}

QString LiveChart::restingText() const
{
    return tr("now");
}

/// One row for every second, the newest first.
void LiveChart::showTable()
{
    QStringList headers{tr("Seconds before now")};
    for (const LineSeries &line : lines())
        headers.append(u"%1 (%2)"_s.arg(line.name, unit().name));
    QList<QStringList> rows;
    for (int second = 0; second <= static_cast<int>(seconds); ++second) {
        QStringList row{QString::number(second)};
        for (const LineSeries &line : lines())
            row.append(formatValue(valueAt(line, -second), unit()));
        rows.append(row);
    }
    table()->setContent(headers, rows);
}

} // namespace servelab::ui
