// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

using namespace servelab;
using namespace Qt::StringLiterals;

namespace {

constexpr int idleSeconds = 10;
constexpr int starts = 7;
constexpr int siteCount = 20;

/// Tells when the window has drawn itself for the first time and takes events again.
class FirstFrame : public QObject
{
public:
    explicit FirstFrame(QWidget &window) { window.installEventFilter(this); }
    std::function<void()> drawn;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && drawn)
            QTimer::singleShot(0, this, std::exchange(drawn, nullptr));
        return QObject::eventFilter(watched, event);
    }
};

void writeSites(const QDir &folder)
{
    ui::SiteStore store(folder.filePath(u"sites.json"_s));
    QList<ui::StoredSite> sites;
    for (int number = 0; number < siteCount; ++number) {
        site::SiteConfig config;
        config.name = u"Site %1"_s.arg(number);
        config.root = folder.path();
        config.port = 0;
        config.workers = 1;
        sites.append({QString::number(number), config, number < 2});
    }
    store.save(sites);
}

/// Milliseconds from nothing to a window that was drawn and answers.
double startOnce(const QDir &folder, ui::Theme &theme, bool andIdle)
{
    QElapsedTimer clock;
    clock.start();
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    ui::MainWindow window(
        {folder.filePath(u"sites.json"_s), {}, [] { return site::SiteConfig(); }}, theme, settings);
    window.restore();
    FirstFrame frame(window);
    QEventLoop loop; // QApplication::quit() would close the window
    double passed = 0;
    frame.drawn = [&] {
        passed = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        loop.quit();
    };
    window.show();
    loop.exec();
    if (andIdle) {
        QTimer::singleShot(2000, &loop, &QEventLoop::quit); // what still settles
        loop.exec();
        const auto before = base::cpuTime(QCoreApplication::applicationPid());
        QTimer::singleShot(idleSeconds * 1000, &loop, &QEventLoop::quit);
        loop.exec();
        const auto after = base::cpuTime(QCoreApplication::applicationPid());
        const std::chrono::duration<double> used = *after - *before;
        std::printf("idle with two sites served: %.2f %% of one core over %d s\n",
            used.count() / idleSeconds * 100, idleSeconds);
    }
    return passed;
}

} // namespace

/// From the making of the window to its first frame, with twenty sites of which two are served; then what it
/// costs to leave it alone. The time the system needs to load the program comes on top and is told apart.
int main(int argc, char **argv)
{
    QElapsedTimer clock;
    clock.start();
    QApplication application(argc, argv);
    ui::Theme theme;
    std::printf("%s, Qt %s, platform %s\n", qPrintable(QSysInfo::prettyProductName()), qVersion(),
        qPrintable(QGuiApplication::platformName()));
    std::printf("application object: %.0f ms\n", static_cast<double>(clock.nsecsElapsed()) / 1e6);
    QTemporaryDir folder;
    writeSites(QDir(folder.path()));
    std::vector<double> times;
    for (int number = 0; number < starts; ++number)
        times.push_back(startOnce(QDir(folder.path()), theme, number == starts - 1));
    std::printf("first start in this process: %.0f ms\n", times.front());
    std::ranges::sort(times);
    std::printf(
        "window to first frame: median %.0f ms, longest %.0f ms\n", times[times.size() / 2], times.back());
    return EXIT_SUCCESS;
}
