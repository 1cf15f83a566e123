// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <string_view>

namespace servelab::server {

/// A file that grows by whole lines. One that is full is set aside as "<path>.1", the one set aside before it
/// as "<path>.2" and so on. What is no regular file is written to without end. Used on one thread at a time.
class RotatingFile
{
public:
    struct Limits
    {
        qint64 maximumBytes = 0; ///< of one file; only a single line may be longer; 0: without limit
        int filesKept = 0; ///< set aside; the oldest is removed
    };

    RotatingFile(QString path, Limits limits);

    /// Opens the file to append to it. A last line without an end, as a crash may leave it, is ended.
    /// False: errorString() tells why.
    bool open();
    bool isOpen() const { return m_file.isOpen(); }

    /// Appends lines, each of which ends in a line feed. False where some of them are lost or a full file
    /// could not be set aside; each line is in the file whole or not at all.
    bool write(std::string_view lines);

    QString path() const { return m_path; }
    QString errorString() const { return m_error; }

private:
    bool openHere();
    bool endLastLine();
    bool append(std::string_view lines);
    bool rotate();
    bool setAside();
    bool move(const QString &from, const QString &to);
    bool fail(const QString &reason);
    QString pathOf(int age) const;
    std::string_view fittingLines(std::string_view lines) const;

    const QString m_path;
    const Limits m_limits;
    QFile m_file;
    qint64 m_size = 0; ///< of the file
    qint64 m_fullAt = 0; ///< size at which it is set aside
    bool m_isRegular = false;
    QString m_error;
};

} // namespace servelab::server
