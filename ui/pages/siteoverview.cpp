// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/siteoverview.h"

#include "ui/models/format.h"
#include "ui/sessions/sitesession.h"
#include "ui/widgets/addresslist.h"
#include "ui/widgets/figuretile.h"
#include "ui/widgets/livechart.h"

#include <QHBoxLayout>

#include <array>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

QList<QPointF> lineOf(const SiteHistory &history, double HistoryPoint::*figure)
{
    const base::TimePoint now = base::Clock::now();
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(history.points().size()));
    for (const HistoryPoint &point : history.points()) {
        const std::chrono::duration<double> ago = now - point.at;
        if (ago <= SiteHistory::span)
            points.append({-ago.count(), point.*figure});
    }
    return points;
}

} // namespace

SiteOverview::SiteOverview(QWidget *parent)
    : QWidget(parent)
    , m_addresses(new AddressList)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->setSpacing(16);
    layout->addWidget(m_addresses);
    layout->addWidget(createFigures());
    layout->addWidget(createCharts(), 1);
    connect(m_addresses, &AddressList::openRequested, this, &SiteOverview::openRequested);
    connect(m_addresses, &AddressList::copyRequested, this, &SiteOverview::copyRequested);
}

QWidget *SiteOverview::createFigures()
{
    auto *figures = new QWidget;
    auto *layout = new QHBoxLayout(figures);
    layout->setSpacing(16);
    const auto add = [layout](const QString &name, std::optional<Term> term) {
        auto *tile = new FigureTile(name, term);
        layout->addWidget(tile, 1);
        return tile;
    };
    m_requests = add(tr("Requests"), std::nullopt);
    constexpr std::array names{"2xx", "3xx", "4xx", "5xx"};
    for (std::size_t number = 0; number < names.size(); ++number)
        m_classes[number] = add(QString::fromLatin1(names[number]), Term::StatusClass);
    m_connections = add(tr("Open now"), Term::OpenConnections);
    m_sent = add(tr("Sent"), std::nullopt);
    m_cache = add(tr("Cache"), Term::CacheMemory);
    return figures;
}

QWidget *SiteOverview::createCharts()
{
    auto *charts = new QWidget;
    auto *layout = new QHBoxLayout(charts);
    layout->setSpacing(24);
    m_rate = new LiveChart({.title = tr("Requests per second"),
        .term = Term::RequestRate,
        .howToRead = tr("Each point counts the requests of the second before it."),
        .unitFor = [](double) { return requestRateUnit(); },
        .leastHeight = 10});
    m_latency = new LiveChart({.title = tr("Latency"),
        .term = Term::TailLatency,
        .howToRead = tr("Half were faster than p50, 99 of 100 faster than p99. No line: no request."),
        .unitFor = timeUnitFor,
        .leastHeight = 100});
    layout->addWidget(m_rate, 1);
    layout->addWidget(m_latency, 1);
    return charts;
}

void SiteOverview::setSite(SiteSession *site)
{
    if (m_site)
        m_site->disconnect(this);
    m_site = site;
    if (!site)
        return;
    connect(site, &SiteSession::changed, this, &SiteOverview::showSite);
    connect(site, &SiteSession::sampled, this, &SiteOverview::showHistory);
    showSite();
}

void SiteOverview::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showSite();
}

void SiteOverview::showSite()
{
    if (!m_site)
        return;
    m_addresses->setAddresses(m_site->urls(), m_site->state() == SiteSession::State::Running);
    showHistory();
}

void SiteOverview::showHistory()
{
    if (!m_site || !isVisible())
        return;
    const SiteHistory &history = m_site->history();
    m_rate->setLines({{tr("req/s"), lineOf(history, &HistoryPoint::requestsPerSecond)}});
    m_latency->setLines({{u"p50"_s, lineOf(history, &HistoryPoint::p50Microseconds)},
        {u"p99"_s, lineOf(history, &HistoryPoint::p99Microseconds)}});
    showFigures();
}

void SiteOverview::showFigures()
{
    const server::CounterSnapshot &counters = m_site->history().latest();
    m_requests->setValue(formatCount(counters.requests));
    for (std::size_t number = 0; number < std::size(m_classes); ++number)
        m_classes[number]->setValue(formatCount(counters.answersByClass[number + 2]));
    m_connections->setValue(formatCount(counters.connectionsOpen));
    m_sent->setValue(formatBytes(static_cast<double>(counters.bytesSent)));
    m_cache->setValue(formatBytes(static_cast<double>(counters.cachedBytes)));
}

} // namespace servelab::ui
