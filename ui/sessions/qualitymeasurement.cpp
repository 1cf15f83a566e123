// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/qualitymeasurement.h"

#include "core/load/threadclock.h"
#include "core/site/encoder.h"
#include "ui/sessions/background.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

namespace servelab::ui {

namespace {

QualityCost costOf(const QByteArray &bytes, int quality)
{
    const auto began = load::threadCpuTime();
    std::string coded;
    const auto encoder = site::Encoder::create(
        http::ContentCoding::Brotli, quality, static_cast<std::uint64_t>(bytes.size()));
    const std::string_view body(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (!encoder || !encoder->encode(body, site::Encoder::Step::Finish, coded))
        return {quality, 0, {}};
    const auto used = std::chrono::ceil<std::chrono::microseconds>(load::threadCpuTime() - began);
    return {quality, static_cast<qint64>(coded.size()), used};
}

} // namespace

QualityMeasurement::QualityMeasurement(QObject *parent)
    : QObject(parent)
{
}

QualityMeasurement::~QualityMeasurement() = default;

void QualityMeasurement::measure(const QString &path)
{
    cancel();
    m_path = path;
    m_isRunning = true;
    Q_EMIT changed();
    inBackground<Loaded>([path] {
        return load(path);
    }).then(this, [this, turn = m_turn](const Loaded &loaded) {
        if (turn == m_turn)
            take(loaded);
    });
}

void QualityMeasurement::cancel()
{
    ++m_turn;
    m_isRunning = false;
    m_costs.clear();
    m_fileBytes = 0;
}

QualityMeasurement::Loaded QualityMeasurement::load(const QString &path)
{
    const QFileInfo info(path);
    const Version version{path, info.size(), info.lastModified().toMSecsSinceEpoch()};
    if (info.size() > largestFile)
        return {version, {},
            base::Error{tr("%1 is too long to be measured.").arg(info.fileName()),
                tr("Choose a file of at most %1 MiB.").arg(largestFile >> 20), path}};
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return {version, {},
            base::Error{tr("%1 cannot be read.").arg(info.fileName()), tr("Choose another file."), path}};
    return {version, file.read(largestFile), std::nullopt};
}

void QualityMeasurement::take(const Loaded &loaded)
{
    if (loaded.error) {
        cancel();
        Q_EMIT changed();
        Q_EMIT failed(*loaded.error);
        return;
    }
    m_fileBytes = loaded.bytes.size();
    m_costs = m_known[loaded.version];
    measureNext(loaded.version, loaded.bytes);
}

void QualityMeasurement::measureNext(const Version &version, const QByteArray &bytes)
{
    const int quality = static_cast<int>(m_costs.size());
    m_isRunning = quality < qualities;
    Q_EMIT changed();
    if (!m_isRunning)
        return;
    inBackground<QualityCost>([bytes, quality] {
        return costOf(bytes, quality);
    }).then(this, [this, turn = m_turn, version, bytes](const QualityCost &cost) {
        if (turn != m_turn)
            return;
        m_costs.append(cost);
        m_known[version] = m_costs;
        measureNext(version, bytes);
    });
}

} // namespace servelab::ui
