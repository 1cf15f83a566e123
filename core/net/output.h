// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/filestate.h"
#include "core/base/sendablebytes.h"
#include "core/net/stream.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace servelab::net {

/// Keeps alive what a view points into: a representation, a chunk.
using Keeper = std::shared_ptr<const void>;

/// A part of a file that is to leave as it was when `state` was taken. Descriptor and state live as long as
/// the keeper that is given with it.
struct FilePart
{
    int file = -1;
    const base::FileState *state = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

enum class FlushStatus : std::uint8_t {
    Empty, ///< everything is with the system
    Pending, ///< the peer takes no more now; flush again when writable
    Failed, ///< the connection is broken
};

/// What a connection still has to send: bytes by view, bytes of its own, and parts of files, in order.
/// A connection has one only while something waits (see Gather). One thread.
class Output
{
public:
    /// Largest single send: large enough to be cheap, small enough that a slow reader's socket buffer does
    /// not make the kernel copy what it must keep (measured best between 16 and 64 KiB).
    static constexpr std::size_t largestSendBytes = 64 * 1024;

    /// A reader that takes that much within that time is near and fast. It gets larger sends and a long queue
    /// in the system, with fewer turns and calls for a large body. Any other one never holds more than a
    /// short queue.
    static constexpr std::uint64_t trialBytes = 512 * 1024;
    static constexpr std::chrono::milliseconds trialTime{50};
    static constexpr std::size_t largestFastSendBytes = 512 * 1024;

    Output();

    void append(std::string bytes);
    void append(const base::SendableView &view, Keeper keeper);
    void append(std::string_view bytes, Keeper keeper) { append({.bytes = bytes}, std::move(keeper)); }
    /// A file that is written to before all of the part has left, other than at its end, breaks the
    /// connection: what has left and what would follow are not of one piece.
    void appendFile(const FilePart &part, Keeper keeper);

    /// Sends until empty, until the peer takes no more, or until `budget` bytes have left (Pending then too,
    /// with isYielding() true: other connections get their turn first and no readiness will be told). Always
    /// the same stream.
    FlushStatus flush(Stream &stream, std::uint64_t budget = UINT64_MAX);

    /// Nothing is kept here; TLS may still hold what it was given (Pending).
    bool isEmpty() const { return m_pieces.empty(); }
    bool isYielding() const { return m_yielding; }
    /// Bytes in memory that this output keeps for itself (views of shared bytes and files not counted).
    std::uint64_t ownBytes() const { return m_ownBytes; }
    std::uint64_t pendingBytes() const { return m_pendingBytes; }
    std::uint64_t sentBytes() const { return m_sentBytes; } ///< since it was made

private:
    struct Piece
    {
        std::string own; ///< bytes of its own; else
        std::string_view
            view; ///< bytes that `keeper` keeps, in the memory of a file where `file` is one; else
        Keeper keeper;
        int file = -1; ///< a part of a file
        std::uint64_t offset = 0; ///< of the first byte not sent yet, in `own` or the file
        std::uint64_t remaining = 0;
        base::FileState fileState = {};

        bool isFilePart() const { return file >= 0 && view.empty(); }
        bool isPages(const Stream &stream) const { return file >= 0 && !isFilePart() && stream.takesPages(); }
        std::string_view bytes() const;
    };

    enum class Reader : std::uint8_t { OnTrial, Fast, Other };

    void push(Piece piece);
    FlushStatus flushPieces(Stream &stream, std::uint64_t budget);
    void judgeReader(Stream &stream);
    std::size_t sendLimit(std::uint64_t budget) const;
    IoResult sendFront(Stream &stream, std::size_t limit);
    IoResult sendBytes(Stream &stream, std::size_t limit);
    void consume(std::uint64_t bytes);

    std::deque<Piece> m_pieces;
    std::uint64_t m_pendingBytes = 0;
    std::uint64_t m_ownBytes = 0;
    std::uint64_t m_sentBytes = 0;
    base::TimePoint m_began;
    Reader m_reader = Reader::OnTrial;
    bool m_yielding = false;
};

/// Collects the answers that one connection makes in one turn and sends them in one gathered write. One for
/// each worker, empty between two connections; allocates nothing once it is warm.
///
/// Use: head bytes go into head() (a string whose capacity stays), then commitHead(); bodies go in by view or
/// as part of a file; flush() sends, and moves what the peer would not take into the connection's Output.
class Gather
{
public:
    Gather();

    /// Append to it, then call commitHead(). Not to be cleared by the caller.
    std::string &head() { return m_heads; }
    std::string_view heads() const { return m_heads; } ///< and what was copied beside them
    void commitHead();

    /// Short bytes, of a file too, are copied beside the heads, which is cheaper than keeping them alive.
    void append(const base::SendableView &view, Keeper keeper);
    void append(std::string_view bytes, Keeper keeper) { append({.bytes = bytes}, std::move(keeper)); }
    void appendFile(const FilePart &part, Keeper keeper);

    /// What follows leaves in a write of its own.
    void separate() { m_separatesNext = true; }
    /// A write of nothing.
    void appendNothing();

    bool isEmpty() const { return m_entries.empty(); }
    std::uint64_t pendingBytes() const { return m_pendingBytes; }

    /// Sends behind what `output` still holds (null: nothing). What is left afterwards is in `output`, made
    /// when needed; `output` is reset when everything has left. Empty afterwards in every case. `sent` grows
    /// by what left.
    FlushStatus flush(Stream &stream, std::unique_ptr<Output> &output, std::uint64_t &sent,
        std::uint64_t budget = UINT64_MAX);

private:
    /// Bytes in m_heads from `offset` on; or a view, of the memory of a file where `file` is one; or a part
    /// of a file.
    struct Entry
    {
        std::string_view view;
        Keeper keeper;
        int file = -1;
        const base::FileState *fileState = nullptr; ///< of a file that is to be read
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        bool isHead = false;
        bool isSeparate = false; ///< begins a write

        bool isFilePart() const { return fileState != nullptr; }
        bool isPages(const Stream &stream) const { return file >= 0 && !isFilePart() && stream.takesPages(); }
        bool mayJoin(const Stream &stream) const { return !isFilePart() && !isPages(stream) && !isSeparate; }
    };

    bool copyFile(const FilePart &part);
    void push(Entry entry);

    std::string_view bytesOf(const Entry &entry) const;
    IoResult sendFrom(Stream &stream, std::size_t entry, std::uint64_t skip, std::uint64_t limit);
    void moveRest(Output &output, std::size_t entry, std::uint64_t skip);
    FlushStatus flushOutput(
        Stream &stream, std::unique_ptr<Output> &output, std::uint64_t &sent, std::uint64_t budget);
    void clear();

    std::string m_heads;
    std::size_t m_committed = 0; ///< bytes of m_heads that entries name
    std::vector<Entry> m_entries;
    std::uint64_t m_pendingBytes = 0;
    bool m_separatesNext = false;
};

} // namespace servelab::net
