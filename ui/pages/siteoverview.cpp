// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/siteoverview.h"

#include "core/base/process.h"
#include "ui/models/format.h"
#include "ui/sessions/background.h"
#include "ui/sessions/sitesession.h"
#include "ui/widgets/addresslist.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/figuretile.h"
#include "ui/widgets/livechart.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QScrollArea>

#include <array>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds memoryPeriod{5};

QList<Address> addressesOf(const SiteSession &site)
{
    QList<Address> addresses;
    const QList<QUrl> forOthers = site.networkUrls();
    for (const QUrl &url : site.urls())
        addresses.append({url, forOthers.contains(url)});
    for (const QUrl &url : forOthers) {
        if (!addresses.contains(Address{url, true}))
            addresses.append({url, true});
    }
    return addresses;
}

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
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->setSpacing(16);
    layout->addWidget(m_addresses);
    layout->addWidget(createFigures());
    layout->addWidget(createCharts(), 1);
    auto *scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *page = new QVBoxLayout(this);
    page->addWidget(scroll);
    m_memoryTimer.setInterval(memoryPeriod);
    connect(&m_memoryTimer, &QTimer::timeout, this, &SiteOverview::readMemory);
    connect(m_addresses, &AddressList::openRequested, this, &SiteOverview::openRequested);
    connect(m_addresses, &AddressList::copyRequested, this, &SiteOverview::copyRequested);
}

QWidget *SiteOverview::createFigures()
{
    auto *figures = new QWidget;
    m_figures = new QGridLayout(figures);
    m_figures->setSpacing(16);
    const auto add = [this](const QString &name, std::optional<Term> term) {
        m_tiles.append(new FigureTile(name, term));
        return m_tiles.last();
    };
    m_requests = add(tr("Requests"), std::nullopt);
    constexpr std::array names{"2xx", "3xx", "4xx", "5xx"};
    for (std::size_t number = 0; number < names.size(); ++number)
        m_classes[number] = add(QString::fromLatin1(names[number]), Term::StatusClass);
    m_connections = add(tr("Open now"), Term::OpenConnections);
    m_sent = add(tr("Sent"), std::nullopt);
    m_cache = add(tr("Cache"), Term::CacheMemory);
    m_memory = add(tr("Program"), Term::ProcessMemory);
    arrangeFigures();
    return figures;
}

/// In one row where there is room, else in two.
void SiteOverview::arrangeFigures()
{
    const int count = static_cast<int>(m_tiles.size());
    const int columns = width() >= fontMetrics().averageCharWidth() * 13 * count ? count : (count + 1) / 2;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int number = 0; number < count; ++number) {
        m_figures->addWidget(m_tiles[number], number / columns, number % columns);
        m_figures->setColumnStretch(number, number < columns ? 1 : 0);
    }
}

QWidget *SiteOverview::createCharts()
{
    auto *charts = new QWidget;
    auto *layout = new QGridLayout(charts);
    layout->setHorizontalSpacing(24);
    layout->setVerticalSpacing(16);
    m_group = new ChartGroup(this);
    const auto add = [this, layout](const LiveChart::Description &description) {
        auto *chart = new LiveChart(description);
        const int number = layout->count();
        layout->addWidget(chart, number / 2, number % 2);
        layout->setRowStretch(number / 2, 1);
        layout->setColumnStretch(number % 2, 1);
        m_group->add(chart);
        return chart;
    };
    m_rate = add({.title = tr("Requests per second"),
        .term = Term::RequestRate,
        .howToRead = tr("Each point counts the requests of the second before it."),
        .unitFor = [](double) { return requestRateUnit(); },
        .leastHeight = 10});
    m_latency = add({.title = tr("Latency"),
        .term = Term::TailLatency,
        .howToRead = tr("Half were faster than p50, 99 of 100 faster than p99. No line: no request."),
        .unitFor = timeUnitFor,
        .leastHeight = 100});
    m_bytes = add({.title = tr("Bytes sent"),
        .term = Term::BytesSent,
        .howToRead = tr("In the second before each point."),
        .unitFor =
            [](double highest) {
                const Unit unit = byteUnitFor(highest);
                return Unit{tr("%1/s").arg(unit.name), unit.size};
            },
        .leastHeight = 1024});
    m_open = add({.title = tr("Connections"),
        .term = Term::OpenConnections,
        .howToRead = tr("Open at each moment, also those that wait."),
        .unitFor = [](double) { return countUnit(); },
        .leastHeight = 4});
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
    readMemory();
    m_memoryTimer.start();
}

void SiteOverview::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_memoryTimer.stop();
}

void SiteOverview::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrangeFigures();
}

/// Reading it takes the system a few milliseconds.
void SiteOverview::readMemory()
{
    inBackground<qint64>([] {
        const auto memory = base::memoryUse(QCoreApplication::applicationPid());
        return memory ? memory->proportionalBytes : 0;
    }).then(this, [this](qint64 bytes) { m_memory->setValue(formatBytes(static_cast<double>(bytes))); });
}

void SiteOverview::showSite()
{
    if (!m_site)
        return;
    m_addresses->setAddresses(addressesOf(*m_site), m_site->state() == SiteSession::State::Running);
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
    m_bytes->setLines({{tr("sent"), lineOf(history, &HistoryPoint::bytesPerSecond)}});
    m_open->setLines({{tr("open"), lineOf(history, &HistoryPoint::connections)}});
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
