// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace truth {

/// A server of one worker with a small file and one that is long to code, on the first core where there are
/// several. Ends with the object.
class ServedFolder
{
public:
    /// `codesEachRequest`: a request for Brotli costs the server milliseconds, so that it is the limit.
    explicit ServedFolder(bool codesEachRequest);
    ~ServedFolder();

    bool isRunning() const { return !m_url.isEmpty(); }
    QString url(const QString &name) const { return m_url + name; }
    qint64 pid() const { return m_process.processId(); }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QString m_url;
};

} // namespace truth
