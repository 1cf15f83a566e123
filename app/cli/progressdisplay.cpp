// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progressdisplay.h"

#include "app/cli/console.h"
#include "app/cli/terminal.h"
#include "core/lab/labprotocol.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

using std::chrono::milliseconds;

/// Between two lines where nothing can be rewritten.
constexpr milliseconds lineInterval{1000};

constexpr std::array styleNames{
    std::pair{"auto"_L1, ProgressStyle::Automatic},
    std::pair{"text"_L1, ProgressStyle::Text},
    std::pair{"json"_L1, ProgressStyle::Json},
    std::pair{"none"_L1, ProgressStyle::None},
};

ProgressStyle resolved(ProgressStyle style)
{
    if (style != ProgressStyle::Automatic)
        return style;
    return errorIsTerminal() ? ProgressStyle::Text : ProgressStyle::None;
}

/// "[=====>    ]  52 % "
QString progressBar(double fraction)
{
    constexpr int width = 20;
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
    const QString done = QString(filled, u'=') + (filled < width ? u">"_s : QString());
    return u"[%1] %2 % "_s.arg(done, -width).arg(fraction * 100, 3, 'f', 0);
}

void writeRaw(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
    std::fflush(stderr);
}

} // namespace

base::Expected<ProgressStyle> readProgressStyle(const QString &text)
{
    const auto found
        = std::ranges::find(styleNames, text, [](const auto &entry) { return QString(entry.first); });
    if (found == styleNames.end())
        return base::fail(u"\"%1\" is not auto, text, json or none."_s.arg(text));
    return found->second;
}

ProgressDisplay::ProgressDisplay(ProgressStyle style)
    : m_style(resolved(style))
    , m_isRewriting(m_style == ProgressStyle::Text && errorIsTerminal())
{
}

ProgressDisplay::~ProgressDisplay()
{
    end();
}

void ProgressDisplay::begin(const QString &text)
{
    if (m_style == ProgressStyle::Text)
        addLine(text);
}

void ProgressDisplay::show(const load::LoadProgress &progress)
{
    if (m_style == ProgressStyle::Json)
        writeError(QString::fromUtf8(QJsonDocument(lab::toJson(progress)).toJson(QJsonDocument::Compact)));
    else
        showText(toText(progress));
}

void ProgressDisplay::showText(const QString &text)
{
    if (m_style != ProgressStyle::Text)
        return;
    if (m_isRewriting) {
        writeRaw(u"\r\x1b[K"_s + text.left(errorTerminalWidth() - 1));
        m_isShown = true;
    } else if (!m_sinceLine.isValid() || m_sinceLine.hasExpired(lineInterval.count())) {
        writeError(text);
        m_sinceLine.start();
    }
}

void ProgressDisplay::addLine(const QString &text)
{
    end();
    writeError(text);
}

void ProgressDisplay::end()
{
    if (std::exchange(m_isShown, false))
        writeRaw(u"\r\x1b[K"_s);
}

QString toText(const load::LoadProgress &progress)
{
    const double seconds = std::chrono::duration<double>(progress.elapsed).count();
    const QString bar = progress.fraction ? progressBar(*progress.fraction) : QString();
    const QString waiting = progress.backlog > 0 ? u", %1 waiting"_s.arg(progress.backlog) : QString();
    return bar
        + u"%1 s%2: %3 req/s, p99 %4 µs, %5 connections, %6 errors"_s.arg(seconds, 0, 'f', 1)
              .arg(progress.warmingUp ? u" (warming up)"_s : QString())
              .arg(progress.requestsPerSecond, 0, 'f', 0)
              .arg(progress.p99Microseconds)
              .arg(progress.connectionsOpen)
              .arg(progress.errors)
        + waiting;
}

} // namespace servelab::cli
