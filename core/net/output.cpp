// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/output.h"

#include "core/net/platform.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace servelab::net {

namespace {

constexpr std::size_t viewsPerSend = 32;

/// Bodies up to this size are copied: an own piece of the write and a reference count cost more.
constexpr std::size_t copiedBodyBytes = 1024;

/// Parts of files up to this size are read beside the heads: a write of its own behind that of the head costs
/// more.
constexpr std::size_t copiedFileBytes = 16 * 1024;

/// Capacity that a worker's head buffer keeps between connections.
constexpr std::size_t keptHeadBytes = 256 * 1024;

/// Views for one send, up to a number and to a number of bytes.
class SendViews
{
public:
    explicit SendViews(std::size_t limit)
        : m_left(limit)
    {
    }

    bool isFull() const { return m_left == 0 || m_count == viewsPerSend; }
    void add(std::string_view bytes)
    {
        const std::string_view taken = bytes.substr(0, m_left);
        m_views[m_count++] = taken;
        m_left -= taken.size();
    }
    std::span<const std::string_view> views() const { return {m_views.data(), m_count}; }

private:
    std::array<std::string_view, viewsPerSend> m_views;
    std::size_t m_count = 0;
    std::size_t m_left;
};

/// Where bytes of files are read to on their way out. One for each thread: a piece has been written, or
/// dropped to be read again, before the next one is read.
std::span<char> fileBuffer(std::size_t bytes)
{
    static thread_local const auto buffer
        = std::make_unique_for_overwrite<char[]>(Output::largestFastSendBytes);
    return {buffer.get(), std::min(bytes, Output::largestFastSendBytes)};
}

/// A part of a file, of the version that `state` knows: what has been read before the state is seen to hold
/// is of it. Failed with ENODATA where it does not. sendfile() would save the copy, but what it queues are
/// pages of the file itself, which change with it until the peer has read them.
IoResult readPart(int file, base::FileState &state, std::uint64_t offset, std::span<char> out)
{
    const IoResult result = platform::readFile(file, offset, out);
    if (result.status == IoStatus::Done && !state.stillHolds(file))
        return {IoStatus::Failed, 0, ENODATA};
    return result;
}

IoResult sendPart(Stream &stream, int file, base::FileState &state, std::uint64_t offset, std::uint64_t bytes)
{
    const std::span<char> buffer = fileBuffer(bytes);
    const IoResult read = readPart(file, state, offset, buffer);
    if (read.status != IoStatus::Done)
        return read;
    const std::string_view view(buffer.data(), read.bytes);
    return stream.write({&view, 1}, More::No);
}

/// What TLS has taken may not have left.
FlushStatus finishSending(Stream &stream)
{
    if (!stream.holdsUnsent()) [[likely]]
        return FlushStatus::Empty;
    switch (stream.finishSending().status) {
    case IoStatus::Done:
        return FlushStatus::Empty;
    case IoStatus::WouldBlock:
        return FlushStatus::Pending;
    case IoStatus::EndOfInput:
    case IoStatus::Failed:
        break;
    }
    return FlushStatus::Failed;
}

} // namespace

Output::Output()
    : m_began(base::Clock::now())
{
}

std::string_view Output::Piece::bytes() const
{
    return own.empty() ? view : std::string_view(own).substr(offset);
}

void Output::push(Piece piece)
{
    if (piece.remaining == 0)
        return;
    m_pendingBytes += piece.remaining;
    m_pieces.push_back(std::move(piece));
}

void Output::append(std::string bytes)
{
    m_ownBytes += bytes.size();
    const std::uint64_t size = bytes.size();
    push({.own = std::move(bytes), .view = {}, .keeper = {}, .remaining = size});
}

void Output::append(const base::SendableView &view, Keeper keeper)
{
    push({.own = {},
        .view = view.bytes,
        .keeper = std::move(keeper),
        .file = view.file,
        .offset = view.offset,
        .remaining = view.bytes.size()});
}

void Output::appendFile(const FilePart &part, Keeper keeper)
{
    push({.own = {},
        .view = {},
        .keeper = std::move(keeper),
        .file = part.file,
        .offset = part.offset,
        .remaining = part.length,
        .fileState = *part.state});
}

FlushStatus Output::flush(Stream &stream, std::uint64_t budget)
{
    const FlushStatus status = flushPieces(stream, budget);
    if (isEmpty() && m_reader == Reader::Fast) { // the next answer may meet a reader that has become slow
        stream.setSendQueue(SendQueue::Short);
        m_reader = Reader::Other;
    }
    return status;
}

FlushStatus Output::flushPieces(Stream &stream, std::uint64_t budget)
{
    m_yielding = false;
    while (!isEmpty()) {
        if (budget == 0) {
            m_yielding = true;
            return FlushStatus::Pending;
        }
        const IoResult result = sendFront(stream, sendLimit(budget));
        if (result.status == IoStatus::WouldBlock)
            return FlushStatus::Pending;
        if (result.status != IoStatus::Done)
            return FlushStatus::Failed;
        budget -= result.bytes;
        consume(result.bytes);
        if (m_reader == Reader::OnTrial && m_sentBytes >= trialBytes)
            judgeReader(stream);
    }
    return finishSending(stream);
}

/// With TLS, records are what limits a send.
void Output::judgeReader(Stream &stream)
{
    const bool isFast = !stream.isSecured() && base::Clock::now() - m_began < trialTime;
    m_reader = isFast ? Reader::Fast : Reader::Other;
    if (isFast)
        stream.setSendQueue(SendQueue::Long);
}

std::size_t Output::sendLimit(std::uint64_t budget) const
{
    const std::size_t most = m_reader == Reader::Fast ? largestFastSendBytes : largestSendBytes;
    return static_cast<std::size_t>(std::min<std::uint64_t>(budget, most));
}

IoResult Output::sendFront(Stream &stream, std::size_t limit)
{
    Piece &front = m_pieces.front();
    const std::uint64_t bytes = std::min<std::uint64_t>(limit, front.remaining);
    if (front.isFilePart())
        return sendPart(stream, front.file, front.fileState, front.offset, bytes);
    if (front.isPages(stream))
        return stream.writePages(front.file, front.offset, bytes);
    return sendBytes(stream, limit);
}

IoResult Output::sendBytes(Stream &stream, std::size_t limit)
{
    SendViews views(limit);
    auto piece = m_pieces.begin();
    const auto joins = [&stream](const Piece &next) { return !next.isFilePart() && !next.isPages(stream); };
    for (; piece != m_pieces.end() && joins(*piece) && !views.isFull(); ++piece)
        views.add(piece->bytes());
    return stream.write(views.views(), piece == m_pieces.end() ? More::No : More::Follows);
}

void Output::consume(std::uint64_t bytes)
{
    m_sentBytes += bytes;
    m_pendingBytes -= bytes;
    while (bytes > 0) {
        Piece &front = m_pieces.front();
        const std::uint64_t taken = std::min(bytes, front.remaining);
        bytes -= taken;
        front.remaining -= taken;
        front.offset += taken;
        if (!front.view.empty())
            front.view.remove_prefix(taken);
        if (front.remaining > 0)
            return;
        m_ownBytes -= front.own.size();
        m_pieces.pop_front();
    }
}

Gather::Gather()
{
    m_heads.reserve(16 * 1024);
    m_entries.reserve(64);
}

void Gather::commitHead()
{
    const std::uint64_t length = m_heads.size() - m_committed;
    if (!m_entries.empty() && m_entries.back().isHead && !m_separatesNext)
        m_entries.back().length += length; // one stretch of bytes: one piece of the write
    else
        push({.view = {}, .keeper = {}, .offset = m_committed, .length = length, .isHead = true});
    m_committed = m_heads.size();
    m_pendingBytes += length;
}

void Gather::append(const base::SendableView &view, Keeper keeper)
{
    const std::size_t length = view.bytes.size();
    if (length <= copiedBodyBytes) {
        m_heads.append(view.bytes);
        commitHead();
        return;
    }
    const bool isLong = length >= base::SendableBytes::leastPageBytes;
    push({.view = view.bytes,
        .keeper = std::move(keeper),
        .file = isLong ? view.file : -1,
        .offset = view.offset,
        .length = length});
    m_pendingBytes += length;
}

void Gather::appendFile(const FilePart &part, Keeper keeper)
{
    if (part.length == 0 || (part.length <= copiedFileBytes && copyFile(part)))
        return;
    push({.view = {},
        .keeper = std::move(keeper),
        .file = part.file,
        .fileState = part.state,
        .offset = part.offset,
        .length = part.length});
    m_pendingBytes += part.length;
}

/// False where the file is no longer what it was or cannot be read: sending it tells of that.
bool Gather::copyFile(const FilePart &part)
{
    const std::size_t before = m_heads.size();
    base::FileState state = *part.state;
    bool isWhole = false;
    m_heads.resize_and_overwrite(before + part.length, [&](char *out, std::size_t) {
        const IoResult result = readPart(part.file, state, part.offset, {out + before, part.length});
        isWhole = result.status == IoStatus::Done && result.bytes == part.length;
        return isWhole ? before + part.length : before;
    });
    if (isWhole)
        commitHead();
    return isWhole;
}

void Gather::appendNothing()
{
    separate();
    push({.view = {}, .keeper = {}});
}

void Gather::push(Entry entry)
{
    entry.isSeparate = std::exchange(m_separatesNext, false);
    m_entries.push_back(std::move(entry));
}

std::string_view Gather::bytesOf(const Entry &entry) const
{
    return entry.isHead ? std::string_view(m_heads).substr(entry.offset, entry.length) : entry.view;
}

FlushStatus Gather::flush(
    Stream &stream, std::unique_ptr<Output> &output, std::uint64_t &sent, std::uint64_t budget)
{
    std::size_t entry = 0;
    std::uint64_t skip = 0; // bytes of that entry that have left
    while (!output && entry < m_entries.size() && budget > 0) {
        const IoResult result
            = sendFrom(stream, entry, skip, std::min<std::uint64_t>(budget, Output::largestSendBytes));
        if (result.status == IoStatus::Failed) {
            clear();
            return FlushStatus::Failed;
        }
        if (result.status == IoStatus::WouldBlock)
            break;
        sent += result.bytes;
        budget -= result.bytes;
        skip += result.bytes;
        while (entry < m_entries.size() && skip >= m_entries[entry].length)
            skip -= m_entries[entry++].length;
    }
    if (entry < m_entries.size()) {
        if (!output)
            output = std::make_unique<Output>();
        moveRest(*output, entry, skip);
    }
    if (!output && stream.holdsUnsent()) [[unlikely]]
        output = std::make_unique<Output>();
    clear();
    return output ? flushOutput(stream, output, sent, budget) : FlushStatus::Empty;
}

IoResult Gather::sendFrom(Stream &stream, std::size_t entry, std::uint64_t skip, std::uint64_t limit)
{
    const Entry &first = m_entries[entry];
    const std::uint64_t bytes = std::min(limit, first.length - skip);
    if (first.isFilePart()) {
        base::FileState state = *first.fileState;
        return sendPart(stream, first.file, state, first.offset + skip, bytes);
    }
    if (first.isPages(stream))
        return stream.writePages(first.file, first.offset + skip, bytes);
    if (++entry == m_entries.size()) { // as a rule there is one: then no list is made
        const std::string_view only = bytesOf(first).substr(skip, limit);
        return stream.write({&only, 1}, More::No);
    }
    SendViews views(limit);
    views.add(bytesOf(first).substr(skip));
    for (; entry < m_entries.size() && m_entries[entry].mayJoin(stream) && !views.isFull(); ++entry)
        views.add(bytesOf(m_entries[entry]));
    const bool isLast = entry == m_entries.size() || m_entries[entry].isSeparate;
    return stream.write(views.views(), isLast ? More::No : More::Follows);
}

void Gather::moveRest(Output &output, std::size_t entry, std::uint64_t skip)
{
    for (; entry < m_entries.size(); ++entry, skip = 0) {
        Entry &rest = m_entries[entry];
        if (rest.isFilePart())
            output.appendFile(
                {rest.file, rest.fileState, rest.offset + skip, rest.length - skip}, std::move(rest.keeper));
        else if (rest.isHead)
            output.append(std::string(bytesOf(rest).substr(skip)));
        else
            output.append(
                base::SendableView{rest.view, rest.file, rest.offset}.part(skip), std::move(rest.keeper));
    }
}

FlushStatus Gather::flushOutput(
    Stream &stream, std::unique_ptr<Output> &output, std::uint64_t &sent, std::uint64_t budget)
{
    const std::uint64_t before = output->sentBytes();
    const FlushStatus status = output->flush(stream, budget);
    sent += output->sentBytes() - before;
    if (status != FlushStatus::Pending)
        output.reset();
    return status;
}

void Gather::clear()
{
    if (m_heads.capacity() > keptHeadBytes)
        std::string().swap(m_heads);
    m_heads.clear();
    m_committed = 0;
    m_entries.clear();
    m_pendingBytes = 0;
    m_separatesNext = false;
}

} // namespace servelab::net
