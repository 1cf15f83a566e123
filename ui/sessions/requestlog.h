// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/recordstream.h"

#include <QObject>

#include <deque>
#include <memory>

namespace servelab::ui {

/// One recorded request. Shares its batch, so that taking ten thousand a second copies none of them.
class RequestEntry
{
public:
    RequestEntry(std::shared_ptr<const QList<server::AccessRecord>> batch, qsizetype at, quint64 number)
        : m_batch(std::move(batch))
        , m_at(at)
        , m_number(number)
    {
    }

    const server::AccessRecord &record() const { return (*m_batch)[m_at]; }
    quint64 number() const { return m_number; } ///< counts the requests of one log, from 0

private:
    std::shared_ptr<const QList<server::AccessRecord>> m_batch;
    qsizetype m_at;
    quint64 m_number;
};

/// The latest requests of one site: a limited number and a limited amount of memory, the oldest leave.
class RequestLog : public QObject
{
    Q_OBJECT
public:
    struct Limits
    {
        std::size_t requests = 10'000;
        std::size_t bytes = 64 * 1024 * 1024; ///< that the records take, about
    };

    explicit RequestLog(QObject *parent = nullptr);
    explicit RequestLog(const Limits &limits, QObject *parent = nullptr);

    void add(const server::RecordBatch &batch);
    void clear();

    const std::deque<RequestEntry> &entries() const { return m_entries; } ///< oldest first
    quint64 nextNumber() const { return m_nextNumber; }
    /// Requests that came faster than they could be taken, since clear().
    quint64 dropped() const { return m_dropped; }

Q_SIGNALS:
    void added(); ///< some have come, and some may have left at the front
    void cleared();

private:
    void dropOldest();

    Limits m_limits;
    std::deque<RequestEntry> m_entries;
    std::size_t m_bytes = 0;
    quint64 m_nextNumber = 0;
    quint64 m_dropped = 0;
};

} // namespace servelab::ui
