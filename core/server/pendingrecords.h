// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"

#include <functional>
#include <string>
#include <vector>

namespace servelab::server {

/// Access records of the requests of one connection whose answers have not left whole. Exists only where
/// requests are recorded.
class PendingRecords
{
public:
    explicit PendingRecords(std::string client)
        : m_client(std::move(client))
    {
    }

    /// A request has arrived; its first byte came at `began`. Null: its head could not be read.
    void begin(const http::RequestHead *head, base::TimePoint began);

    /// The request that was begun last is answered; begun now where its head was never complete.
    void answered(int status, std::string_view coding, base::TimePoint began);
    /// A content coding was applied to a body of so many bytes.
    void setBytesBeforeCoding(std::uint64_t bytes);
    /// More of the answer was made; `heads` is what of it is not shared, its head at the beginning.
    void addBytes(std::uint64_t bytes, std::string_view heads);

    /// The answers have left, but for the last `unsentBytes` of them, and `isCut` says that the last one was
    /// to be longer. A request that is not answered yet stays.
    void finish(base::TimePoint now, std::uint64_t unsentBytes, bool isCut,
        const std::function<void(AccessRecord)> &store);

private:
    bool isLastOpen() const { return !m_records.empty() && m_records.back().status == 0; }

    std::string m_client;
    std::vector<AccessRecord> m_records;
};

} // namespace servelab::server
