// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resultreading.h"

#include "ui/models/format.h"
#include "ui/models/resulttablemodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace servelab::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ResultReading", text);
}

bool liesApart(const lab::Spread &one, const lab::Spread &other)
{
    return one.lowest > other.highest || other.lowest > one.highest;
}

QList<lab::Summary> measured(const lab::ResultDocument &document)
{
    QList<lab::Summary> summaries = document.summaries();
    summaries.removeIf([](const lab::Summary &summary) { return summary.requestsPerSecond.samples == 0; });
    return summaries;
}

/// "3.4 times as many", "12 % more".
QString moreThan(double value, double smaller)
{
    const double ratio = value / smaller;
    if (ratio >= 2)
        return tr("%1 times as many as").arg(formatNumber(ratio));
    return tr("%1 % more than").arg(std::lround((ratio - 1) * 100));
}

QString speedReading(const lab::Experiment &experiment, const QList<lab::Summary> &summaries)
{
    const auto rate = [](const lab::Summary &summary) { return summary.requestsPerSecond.median; };
    const auto [slowest, fastest] = std::ranges::minmax_element(summaries, {}, rate);
    const auto label = [&](const lab::Summary &summary) { return variantLabel(experiment, summary.variant); };
    if (slowest == fastest)
        return tr("%1 answered %2.").arg(label(*fastest), formatRequestRate(rate(*fastest)));
    if (!liesApart(slowest->requestsPerSecond, fastest->requestsPerSecond))
        return tr(
            "No difference in requests per second was shown: the samples of the fastest and of the slowest "
            "configuration overlap.");
    return tr("“%1” answered most, %2: %3 “%4” with %5.")
        .arg(label(*fastest), formatRequestRate(rate(*fastest)), moreThan(rate(*fastest), rate(*slowest)),
            label(*slowest), formatRequestRate(rate(*slowest)));
}

QString sizeReading(const lab::Experiment &experiment, const QList<lab::Summary> &summaries)
{
    const auto bytes = [](const lab::Summary &summary) { return summary.wireBytesPerResponse.median; };
    const auto [smallest, largest] = std::ranges::minmax_element(summaries, {}, bytes);
    const long saved = std::lround((1 - bytes(*smallest) / bytes(*largest)) * 100);
    if (saved < 1)
        return {};
    return tr("“%1” sent the smallest answers: %2, %3 % less than “%4”.")
        .arg(variantLabel(experiment, smallest->variant), formatBytes(bytes(*smallest)))
        .arg(saved)
        .arg(variantLabel(experiment, largest->variant));
}

QString failureReading(const lab::ResultDocument &document)
{
    const auto hasFailed = [](const lab::Sample &sample) { return sample.failure.has_value(); };
    const auto first = std::ranges::find_if(document.samples, hasFailed);
    if (first == document.samples.end())
        return {};
    return tr("Some samples failed and do not count: %1. The first one: %2")
        .arg(std::ranges::count_if(document.samples, hasFailed))
        .arg(first->failure->toString());
}

QString reservations(const lab::ResultDocument &document, const QList<lab::Summary> &summaries)
{
    QStringList sentences{failureReading(document)};
    const bool single = std::ranges::any_of(
        summaries, [](const lab::Summary &summary) { return summary.requestsPerSecond.samples == 1; });
    if (single)
        sentences.append(
            tr("One sample shows no spread: run more rounds before you trust a small difference."));
    if (document.cancelled)
        sentences.append(tr("The run was cancelled; these are its finished rounds."));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

} // namespace

QString readingOf(const lab::ResultDocument &document)
{
    const QList<lab::Summary> summaries = measured(document);
    if (summaries.isEmpty())
        return QString(tr("Nothing was measured.") + u' ' + failureReading(document)).trimmed();
    QStringList sentences{speedReading(document.experiment, summaries),
        sizeReading(document.experiment, summaries), reservations(document, summaries)};
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

} // namespace servelab::ui
