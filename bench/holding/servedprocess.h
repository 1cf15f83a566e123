// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/process.h"
#include "core/site/siteconfig.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace servelab::holding {

/// A server in a process of its own, so that its memory, time and descriptors are not mixed with those of the
/// clients. It serves a folder with a small file, a large page and a file of 1 GiB that takes no room.
class ServedProcess
{
public:
    /// Serves when it returns; ends the program where that cannot be. `descriptors` limits its open ones.
    explicit ServedProcess(site::SiteConfig config = {}, std::optional<int> descriptors = {});
    ~ServedProcess();

    quint16 port() const { return m_port; }
    bool isRunning() { return m_process.state() == QProcess::Running; }

    qint64 memoryBytes() const; ///< pages that only it has
    std::chrono::nanoseconds cpuTime() const;
    int openDescriptors() const;
    QByteArray errors(); ///< what it has said on standard error since the last call

private:
    void makeFiles() const;
    QString writeConfig(site::SiteConfig config) const;
    void begin(const QString &configFile, std::optional<int> descriptors);

    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_port = 0;
};

inline constexpr const char *smallFile = "/small.txt"; ///< 100 bytes
inline constexpr const char *largePage = "/page.html"; ///< 1 MB that a coding makes shorter
inline constexpr const char *hugeFile = "/huge.bin"; ///< 1 GiB of zeros

} // namespace servelab::holding
