// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QList>

#include <cstdint>
#include <optional>

/// The request cases as data: bytes in, answers out, what becomes of the connection. Each section of them has
/// its table in a file of its own.
namespace servelab::tests::httpcases {

/// Which server a row is sent to (scene.h has their configurations).
enum class Served : std::uint8_t {
    Plain, ///< as a new site; bodies up to 1,024 bytes, no png (415), no bin (403)
    Relaxed, ///< without redirects of folders, and copies may be kept
    Hosts, ///< main.test and docs.test
    SinglePage,
    Coding,
    Untyped, ///< coding on, all files application/octet-stream
    Siblings, ///< files that hold another one in a coding
};

enum class Ends : std::uint8_t {
    No, ///< the next request on the same connection is answered
    Announced, ///< "Connection: close", the whole answer, the end without a reset
    Silently, ///< the end without a reset; nothing was said of it, for the client ended its side first
};

/// One answer.
struct Expectation
{
    Expectation(int expectedStatus) // NOLINT(google-explicit-constructor): a status is an expectation
        : status(expectedStatus)
    {
    }

    /// "Name: value" must be there so, "Name:" with any value; "!Name" must not be there.
    Expectation &with(const QByteArrayList &more);
    /// The body exactly, its content coding taken off.
    Expectation &body(const QByteArray &bytes);
    Expectation &length(qsizetype bytes);
    /// What the whole answer must not hold.
    Expectation &without(const QByteArray &text);
    /// To a HEAD: no body follows, whatever its fields say.
    Expectation &toHead();
    /// After one answer 100.
    Expectation &afterContinue();

    int status;
    QByteArrayList fields = {};
    std::optional<QByteArray> exactBody = {};
    std::optional<qsizetype> bodyLength = {};
    QByteArray absent = {};
    bool isToHead = false;
    int interims = 0;
};

struct Row
{
    QByteArray name; ///< begins with its number in the list, "F1 /../x"
    QByteArray bytes;
    QList<Expectation> answers;
    Ends ends = Ends::No;
    Served served = Served::Plain;
    bool halfCloses = false; ///< the client ends its side behind the bytes
    QByteArray unable = {}; ///< why it cannot be run here
};

using Rows = QList<Row>;

/// Fills a table.
class RowWriter
{
public:
    explicit RowWriter(Rows &rows, Served served = Served::Plain)
        : m_rows(rows)
        , m_served(served)
    {
    }

    /// The connection stays usable.
    Row &kept(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers);
    Row &kept(const QByteArray &name, const QByteArray &bytes, const Expectation &answer);
    /// The server ends it and says so.
    Row &closed(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers);
    Row &closed(const QByteArray &name, const QByteArray &bytes, const Expectation &answer);
    /// The client ends its side; what it is owed is sent, then the server ends its own.
    Row &halfClosed(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers);
    void unable(const QByteArray &name, const QByteArray &why);

private:
    Row &add(Row row);

    Rows &m_rows;
    Served m_served;
};

/// Bytes as they can stand in the name of a row.
QByteArray shown(const QByteArray &bytes);

QByteArray request(const QByteArray &line, const QByteArray &fieldLines = {});
QByteArray get(const QByteArray &target, const QByteArray &fieldLines = {});
QByteArray post(const QByteArray &fieldLines, const QByteArray &body = {}); ///< to a.txt

/// What rows refer to and only a running server tells.
struct Facts
{
    QByteArray entityTag; ///< of a.txt
    QByteArray pageTag; ///< of big.html
    QByteArray siblingTag; ///< of side.js
};

Rows methodRows(const Facts &facts); ///< A
Rows requestLineRows(const Facts &facts); ///< B
Rows fieldLineRows(const Facts &facts); ///< C
Rows bodyRows(const Facts &facts); ///< D
Rows connectionRows(const Facts &facts); ///< E
Rows pathRows(const Facts &facts); ///< F
Rows rangeRows(const Facts &facts); ///< G
Rows conditionRows(const Facts &facts); ///< H
Rows codingRows(const Facts &facts); ///< I

/// All of them, in their order.
Rows allRows(const Facts &facts);

} // namespace servelab::tests::httpcases
