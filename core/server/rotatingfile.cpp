// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/rotatingfile.h"

#include <QFileInfo>

namespace servelab::server {

RotatingFile::RotatingFile(QString path, Limits limits)
    : m_path(std::move(path))
    , m_limits(limits)
{
}

bool RotatingFile::open()
{
    return openHere() && endLastLine();
}

bool RotatingFile::openHere()
{
    m_file.setFileName(m_path);
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        return fail(m_file.errorString());
    m_isRegular = QFileInfo(m_path).isFile();
    m_size = m_isRegular ? m_file.size() : 0;
    m_fullAt = m_limits.maximumBytes;
    return true;
}

bool RotatingFile::endLastLine()
{
    if (m_size == 0)
        return true;
    QFile reader(m_path);
    char last = '\n';
    if (!reader.open(QIODevice::ReadOnly) || !reader.seek(m_size - 1) || !reader.getChar(&last))
        return true; // it may only be written to
    return last == '\n' || append("\n");
}

bool RotatingFile::write(std::string_view lines)
{
    if (!isOpen() && !openHere())
        return false;
    bool isRight = true;
    while (!lines.empty()) {
        std::string_view piece = fittingLines(lines);
        if (piece.empty()) {
            isRight = rotate() && isRight;
            if (!isOpen())
                return false;
            piece = fittingLines(lines);
        }
        if (piece.empty()) // a line that is longer than a file may be
            piece = lines.substr(0, lines.find('\n') + 1);
        isRight = append(piece) && isRight;
        lines.remove_prefix(piece.size());
    }
    return isRight;
}

/// The lines that the file has room for.
std::string_view RotatingFile::fittingLines(std::string_view lines) const
{
    if (m_limits.maximumBytes <= 0 || !m_isRegular)
        return lines;
    const auto room = static_cast<std::size_t>(std::max<qint64>(m_fullAt - m_size, 0));
    if (lines.size() <= room)
        return lines;
    if (room == 0)
        return {};
    const std::size_t end = lines.rfind('\n', room - 1);
    return end == std::string_view::npos ? std::string_view() : lines.substr(0, end + 1);
}

bool RotatingFile::append(std::string_view lines)
{
    if (m_isRegular)
        m_size = m_file.size(); // another server may write to it as well
    const auto length = static_cast<qint64>(lines.size());
    if (m_file.write(lines.data(), length) == length) {
        m_size += length;
        return true;
    }
    fail(m_file.errorString());
    m_file.unsetError();
    if (m_isRegular)
        m_file.resize(m_size); // without the beginning of a line
    return false;
}

/// The same file is gone on with where it cannot be set aside, until it has grown as much again.
bool RotatingFile::rotate()
{
    if (m_size == 0)
        return true;
    m_file.close();
    const bool isAside = setAside();
    if (!openHere())
        return false;
    if (!isAside)
        m_fullAt = m_size + m_limits.maximumBytes;
    return isAside;
}

bool RotatingFile::setAside()
{
    if (m_limits.filesKept == 0) {
        QFile full(m_path);
        return !full.exists() || full.remove() || fail(full.errorString());
    }
    QFile::remove(pathOf(m_limits.filesKept));
    bool isMoved = true;
    for (int age = m_limits.filesKept; age > 0; --age)
        isMoved = move(pathOf(age - 1), pathOf(age)) && isMoved;
    return isMoved;
}

bool RotatingFile::move(const QString &from, const QString &to)
{
    QFile file(from);
    return !file.exists() || file.rename(to) || fail(file.errorString());
}

/// Says false, for `return fail(...)`.
bool RotatingFile::fail(const QString &reason)
{
    m_error = reason;
    return false;
}

QString RotatingFile::pathOf(int age) const
{
    return age == 0 ? m_path : m_path + QLatin1Char('.') + QString::number(age);
}

} // namespace servelab::server
