// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/accesslog.h"

#include <QCoreApplication>
#include <QDir>

#include <chrono>
#include <cstdio>

namespace servelab::server {

namespace {

/// Records wait that long for others, so that under load a wake-up and a write serve many of them.
constexpr std::chrono::milliseconds gatherTime{10};

QString tr(const char *text)
{
    return QCoreApplication::translate("servelab::server::AccessLog", text);
}

base::Error writeError(const RotatingFile &file)
{
    return {tr("The access log %1 cannot be written or set aside: %2.")
                .arg(QDir::toNativeSeparators(file.path()), file.errorString()),
        tr("Choose another file, or make room and check its permissions."), QStringLiteral("log")};
}

} // namespace

base::Expected<std::shared_ptr<AccessLog>> AccessLog::open(const Options &options, Notice notice)
{
    std::shared_ptr<AccessLog> log(new AccessLog(options, std::move(notice)));
    if (!options.path.isEmpty() && !log->m_file.open())
        return std::unexpected(writeError(log->m_file));
    log->m_thread = std::thread(&AccessLog::run, log.get());
    return log;
}

AccessLog::AccessLog(const Options &options, Notice notice)
    : m_options(options)
    , m_notice(std::move(notice))
    , m_file(options.path, options.rotation)
{
}

AccessLog::~AccessLog()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void AccessLog::hand(std::vector<AccessRecord> &batch)
{
    if (batch.empty())
        return;
    bool isFirst = false;
    {
        const std::scoped_lock lock(m_mutex);
        isFirst = m_queue.empty();
        for (AccessRecord &record : batch) {
            const std::size_t bytes = record.memoryBytes();
            if (m_queue.size() >= m_options.queueLength || m_queuedBytes + bytes > m_options.queueBytes) {
                ++m_dropped;
                continue;
            }
            m_queuedBytes += bytes;
            m_queue.push_back(std::move(record));
        }
    }
    if (isFirst)
        m_wake.notify_one();
    batch.clear();
}

std::uint64_t AccessLog::dropped() const
{
    const std::scoped_lock lock(m_mutex);
    return m_dropped;
}

void AccessLog::run()
{
    std::vector<AccessRecord> records;
    std::uint64_t droppedBefore = 0;
    for (bool ending = false; !ending;) {
        std::uint64_t droppedNow = 0;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_ending || !m_queue.empty(); });
            m_wake.wait_for(lock, gatherTime, [this] { return m_ending; });
            ending = m_ending;
            records.swap(m_queue);
            m_queuedBytes = 0;
            droppedNow = m_dropped;
        }
        write(records, droppedNow - droppedBefore);
        droppedBefore = droppedNow;
        records.clear();
    }
}

void AccessLog::write(const std::vector<AccessRecord> &records, std::uint64_t droppedSince)
{
    if (m_options.verbose) {
        std::string text;
        for (const AccessRecord &record : records)
            appendPlainLine(record, text);
        std::fwrite(text.data(), 1, text.size(), stderr);
    }
    if (!m_options.path.isEmpty())
        writeFile(records, droppedSince);
}

void AccessLog::writeFile(const std::vector<AccessRecord> &records, std::uint64_t droppedSince)
{
    std::string text;
    for (const AccessRecord &record : records)
        appendJsonLine(record, text);
    if (droppedSince > 0)
        text += "{\"droppedRecords\":" + std::to_string(droppedSince) + "}\n";
    const bool failed = !m_file.write(text);
    if (failed && !m_failing)
        m_notice(writeError(m_file));
    m_failing = failed;
}

} // namespace servelab::server
