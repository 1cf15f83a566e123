// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QFuture>
#include <QList>
#include <QObject>
#include <QString>

#include <chrono>
#include <map>
#include <optional>
#include <tuple>

namespace servelab::ui {

/// What one Brotli quality makes of a file.
struct QualityCost
{
    int quality = 0;
    qint64 bytes = 0;
    std::chrono::microseconds cpuTime{0}; ///< of one thread that codes the whole file
};

/// Codes a file at every Brotli quality, one after the other, off the window's thread; remembers what it
/// found until the file changes.
class QualityMeasurement : public QObject
{
    Q_OBJECT
public:
    static constexpr int qualities = 12; ///< 0 to 11
    static constexpr qint64 largestFile = 16 * 1024 * 1024;

    explicit QualityMeasurement(QObject *parent = nullptr);
    ~QualityMeasurement() override;

    /// Begins with another file and forgets the one before; what is known already is told at once.
    void measure(const QString &path);
    void cancel();

    const QString &path() const { return m_path; }
    qint64 fileBytes() const { return m_fileBytes; }
    const QList<QualityCost> &costs() const { return m_costs; } ///< as far as known, by quality
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void changed();
    void failed(const servelab::base::Error &error);

private:
    /// A file as it was measured: path, size, and when it was changed in milliseconds since 1970 UTC.
    using Version = std::tuple<QString, qint64, qint64>;
    struct Loaded
    {
        Version version;
        QByteArray bytes;
        std::optional<base::Error> error;
    };

    static Loaded load(const QString &path);
    void take(const Loaded &loaded);
    void measureNext(const Version &version, const QByteArray &bytes);

    QString m_path;
    qint64 m_fileBytes = 0;
    QList<QualityCost> m_costs;
    bool m_isRunning = false;
    int m_turn = 0; ///< counts measure() and cancel(), so that late results are told from wanted ones
    std::map<Version, QList<QualityCost>> m_known;
};

} // namespace servelab::ui
