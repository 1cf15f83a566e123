// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/threadclock.h"
#include "ui/models/requestlistmodel.h"
#include "ui/widgets/chartgroup.h"
#include "ui/widgets/followingtable.h"
#include "ui/widgets/livechart.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QGridLayout>
#include <QSysInfo>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int batchesPerSecond = 10;
constexpr int recordsPerBatch = 1'000;
constexpr int chartCount = 10;
constexpr int seconds = 10;
constexpr int tickMilliseconds = 5;
constexpr std::chrono::milliseconds settling{500};

server::AccessRecord makeRecord(int number)
{
    server::AccessRecord record;
    record.time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    record.client = "127.0.0.1";
    record.method = "GET";
    record.target = "/articles/" + std::to_string(number % 5'003) + "/index.html";
    record.status = number % 50 ? 200 : 404;
    record.bytes = static_cast<std::uint64_t>(800 + number % 40'000);
    record.host = "localhost:8080";
    record.userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
    record.fieldLines = "accept: text/html,application/xhtml+xml\naccept-encoding: gzip, br\n";
    record.answerHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 12345";
    record.duration = std::chrono::microseconds(120 + number % 900);
    return record;
}

server::RecordBatch makeBatch(int first)
{
    QList<server::AccessRecord> records;
    for (int number = 0; number < recordsPerBatch; ++number)
        records.append(makeRecord(first + number));
    return {std::make_shared<const QList<server::AccessRecord>>(std::move(records)), 0};
}

QList<QPointF> makeLine(int shift)
{
    QList<QPointF> points;
    for (int tenth = -600; tenth <= 0; ++tenth)
        points.append({tenth / 10.0, 500 + 400 * std::sin((tenth + shift) / 30.0)});
    return points;
}

/// A list that takes ten thousand requests a second, and ten charts that are drawn anew ten times a second.
class Page : public QWidget
{
public:
    Page()
    {
        auto *grid = new QGridLayout(this);
        m_model.setLog(&m_log);
        m_table.setModel(&m_model);
        grid->addWidget(&m_table, 0, 0, 1, 5);
        for (int number = 0; number < chartCount; ++number) {
            m_charts.push_back(new LiveChart({.title = u"Requests per second"_s,
                .term = Term::RequestRate,
                .howToRead = u"."_s,
                .unitFor = [](double) { return requestRateUnit(); },
                .leastHeight = 10}));
            m_group.add(m_charts.back());
            grid->addWidget(m_charts.back(), 1 + number / 5, number % 5);
        }
        m_model.setFilter({.text = u"index"_s, .statusClass = 0, .host = {}, .coding = {}});
    }

    void step(const server::RecordBatch &batch, int number)
    {
        m_log.add(batch);
        for (LiveChart *chart : m_charts)
            chart->setLines({{u"req/s"_s, makeLine(number)}, {u"p99"_s, makeLine(number + 40)}});
    }

    int rowCount() const { return m_model.rowCount(); }

private:
    RequestLog m_log;
    RequestListModel m_model;
    FollowingTable m_table;
    ChartGroup m_group{this};
    std::vector<LiveChart *> m_charts;
};

/// How long the event loop let a timer of five milliseconds wait.
class GapMeter
{
public:
    GapMeter()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_gaps.push_back(static_cast<double>(m_since.nsecsElapsed()) / 1e6);
            m_since.restart();
        });
        m_since.start();
        m_timer.start(tickMilliseconds);
    }

    void print()
    {
        std::ranges::sort(m_gaps);
        const auto at = [this](double share) {
            return m_gaps[static_cast<std::size_t>(share * static_cast<double>(m_gaps.size() - 1))];
        };
        const auto above = std::ranges::count_if(m_gaps, [](double gap) { return gap > 100; });
        std::printf(
            "gap between turns of the event loop: median %.1f ms, 99 %% %.1f ms, longest %.1f ms; %td of "
            "%zu above 100 ms\n",
            at(0.5), at(0.99), at(1), above, m_gaps.size());
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_gaps;
};

} // namespace

/// Frames of the request list under ten thousand requests a second with ten live charts. Draws off screen
/// where QT_QPA_PLATFORM says so; the gaps of a machine that does other things mean nothing, the processor
/// time does.
int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const Theme theme;
    std::printf("%s, Qt %s, platform %s\n", qPrintable(QSysInfo::prettyProductName()), qVersion(),
        qPrintable(QGuiApplication::platformName()));
    std::vector<server::RecordBatch> batches;
    for (int number = 0; number < 20; ++number)
        batches.push_back(makeBatch(number * recordsPerBatch));
    Page page;
    page.resize(1280, 800);
    page.show();
    QEventLoop loop; // QApplication::quit() would close the page
    QTimer::singleShot(settling, &loop, &QEventLoop::quit); // the first frame lays everything out
    loop.exec();
    GapMeter gaps;
    int number = 0;
    QTimer feed;
    QObject::connect(&feed, &QTimer::timeout, &page, [&] {
        page.step(batches[static_cast<std::size_t>(number) % batches.size()], number);
        if (++number == seconds * batchesPerSecond)
            loop.quit();
    });
    const auto began = load::threadCpuTime();
    feed.start(1000 / batchesPerSecond);
    loop.exec();
    const std::chrono::duration<double, std::milli> used = load::threadCpuTime() - began;
    std::printf("%d requests shown of %d; %.1f ms of processor time for each tenth of a second\n",
        page.rowCount(), number * recordsPerBatch, used.count() / number);
    gaps.print();
    return EXIT_SUCCESS;
}
