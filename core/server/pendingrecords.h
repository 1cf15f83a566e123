// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/accessrecord.h"
#include "core/server/installedhooks.h"

#include <functional>
#include <string>
#include <vector>

namespace servelab::server {

/// Access records of the requests of one connection whose answers have not left whole. Exists only where
/// requests are recorded.
class PendingRecords
{
public:
    /// `scheme` is a constant.
    PendingRecords(std::string client, std::string_view scheme)
        : m_client(std::move(client))
        , m_scheme(scheme)
    {
    }

    /// A request has arrived; its first byte came at `began`. Null: its head could not be read. `hooks` are
    /// told of its end; null: none.
    void begin(const http::RequestHead *head, base::TimePoint began, InstalledHooksPointer hooks);

    /// Of the request that was begun last: what comes of its body, until it is answered. Null: it has been.
    std::shared_ptr<RecordedBody> keepBody(std::size_t mostBytes);

    /// The request that was begun last is answered; begun now where its head was never complete.
    void answered(
        int status, std::string_view coding, base::TimePoint began, const InstalledHooksPointer &hooks);
    /// A content coding was applied to a body of so many bytes.
    void setBytesBeforeCoding(std::uint64_t bytes);
    /// More of the answer was made; `heads` is what of it is not shared, its head at the beginning. Empty:
    /// the head is not to be recorded.
    void addBytes(std::uint64_t bytes, std::string_view heads);

    /// The answers have left, but for the last `unsentBytes` of them, and `isCut` says that the last one was
    /// to be longer. A request that is not answered yet stays.
    void finish(base::TimePoint now, std::uint64_t unsentBytes, bool isCut,
        const std::function<void(AccessRecord &&)> &store);

    /// The connection has ended: hooks are told of a request that was never answered.
    void abandon(base::TimePoint now);

    bool hasHooks() const;

private:
    void tellHooks(std::size_t record) const;
    bool isLastOpen() const { return !m_records.empty() && m_records.back().status == 0; }

    std::string m_client;
    std::string_view m_scheme;
    std::vector<AccessRecord> m_records;
    std::vector<InstalledHooksPointer> m_hooks; ///< of each record
};

} // namespace servelab::server
