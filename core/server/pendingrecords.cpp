// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/pendingrecords.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace servelab::server {

void PendingRecords::begin(const http::RequestHead *head, base::TimePoint began, InstalledHooksPointer hooks)
{
    AccessRecord &record = m_records.emplace_back();
    record.time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    record.began = began;
    record.client = m_client;
    record.scheme = m_scheme;
    if (head)
        record.describe(*head);
    m_hooks.push_back(std::move(hooks));
}

std::shared_ptr<RecordedBody> PendingRecords::keepBody(std::size_t mostBytes)
{
    if (!isLastOpen())
        return nullptr;
    auto body = std::make_shared<RecordedBody>(mostBytes);
    m_records.back().body = body;
    return body;
}

void PendingRecords::answered(
    int status, std::string_view coding, base::TimePoint began, const InstalledHooksPointer &hooks)
{
    if (!isLastOpen())
        begin(nullptr, began, hooks);
    m_records.back().status = status;
    m_records.back().coding = coding;
    m_records.back().untilAnswer
        = std::chrono::ceil<std::chrono::microseconds>(base::Clock::now() - m_records.back().began);
}

void PendingRecords::setBytesBeforeCoding(std::uint64_t bytes)
{
    m_records.back().bytesBeforeCoding = bytes;
}

void PendingRecords::addBytes(std::uint64_t bytes, std::string_view heads)
{
    if (m_records.empty())
        return;
    m_records.back().bytes += bytes;
    m_records.back().describeAnswer(heads);
}

void PendingRecords::finish(base::TimePoint now, std::uint64_t unsentBytes, bool isCut,
    const std::function<void(AccessRecord &&)> &store)
{
    const auto end = m_records.end() - (isLastOpen() ? 1 : 0);
    for (AccessRecord &record : std::ranges::subrange(m_records.begin(), end) | std::views::reverse) {
        const std::uint64_t missing = std::min(record.bytes, unsentBytes);
        record.bytes -= missing;
        unsentBytes -= missing;
        record.complete = missing == 0 && !std::exchange(isCut, false);
        record.duration = std::chrono::ceil<std::chrono::microseconds>(now - record.began);
    }
    const std::ptrdiff_t ended = end - m_records.begin();
    for (std::ptrdiff_t i = 0; i < ended; ++i)
        tellHooks(static_cast<std::size_t>(i));
    m_hooks.erase(m_hooks.begin(), m_hooks.begin() + ended);
    std::for_each(m_records.begin(), end, [&store](AccessRecord &record) { store(std::move(record)); });
    m_records.erase(m_records.begin(), end);
}

void PendingRecords::abandon(base::TimePoint now)
{
    if (!isLastOpen())
        return;
    AccessRecord &record = m_records.back();
    record.complete = false;
    record.duration = std::chrono::ceil<std::chrono::microseconds>(now - record.began);
    tellHooks(m_records.size() - 1);
    m_records.pop_back();
    m_hooks.pop_back();
}

bool PendingRecords::hasHooks() const
{
    return std::ranges::any_of(m_hooks, [](const InstalledHooksPointer &hooks) { return hooks != nullptr; });
}

void PendingRecords::tellHooks(std::size_t record) const
{
    const InstalledHooksPointer &hooks = m_hooks[record];
    if (hooks && hooks->interests.afterServe)
        callHook(*hooks->faults, "afterServe", [&] { hooks->hooks->afterServe(m_records[record]); });
}

} // namespace servelab::server
