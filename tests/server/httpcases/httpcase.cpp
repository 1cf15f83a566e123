// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/httpcases/httpcase.h"

#include <utility>

namespace servelab::tests::httpcases {

Expectation &Expectation::with(const QByteArrayList &more)
{
    fields += more;
    return *this;
}

Expectation &Expectation::body(const QByteArray &bytes)
{
    exactBody = bytes;
    return *this;
}

Expectation &Expectation::length(qsizetype bytes)
{
    bodyLength = bytes;
    return *this;
}

Expectation &Expectation::without(const QByteArray &text)
{
    absent = text;
    return *this;
}

Expectation &Expectation::toHead()
{
    isToHead = true;
    return *this;
}

Expectation &Expectation::afterContinue()
{
    interims = 1;
    return *this;
}

Row &RowWriter::kept(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers)
{
    return add({name, bytes, answers});
}

Row &RowWriter::kept(const QByteArray &name, const QByteArray &bytes, const Expectation &answer)
{
    return kept(name, bytes, QList<Expectation>{answer});
}

Row &RowWriter::closed(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers)
{
    return add({name, bytes, answers, Ends::Announced});
}

Row &RowWriter::closed(const QByteArray &name, const QByteArray &bytes, const Expectation &answer)
{
    return closed(name, bytes, QList<Expectation>{answer});
}

Row &RowWriter::halfClosed(const QByteArray &name, const QByteArray &bytes, const QList<Expectation> &answers)
{
    Row &row = add({name, bytes, answers, Ends::Silently});
    row.halfCloses = true;
    return row;
}

void RowWriter::unable(const QByteArray &name, const QByteArray &why)
{
    add({name, {}, {}}).unable = why;
}

Row &RowWriter::add(Row row)
{
    row.served = m_served;
    m_rows.append(std::move(row));
    return m_rows.last();
}

QByteArray shown(const QByteArray &bytes)
{
    constexpr qsizetype longest = 60;
    QByteArray text;
    for (const char c : bytes.left(longest)) {
        if (c >= ' ' && c <= '~')
            text += c;
        else
            text += "\\x" + QByteArray(1, c).toHex();
    }
    return bytes.size() > longest ? text + "..." : text;
}

QByteArray request(const QByteArray &line, const QByteArray &fieldLines)
{
    return line + " HTTP/1.1\r\nHost: localhost\r\n" + fieldLines + "\r\n";
}

QByteArray get(const QByteArray &target, const QByteArray &fieldLines)
{
    return request("GET " + target, fieldLines);
}

QByteArray post(const QByteArray &fieldLines, const QByteArray &body)
{
    return request("POST /a.txt", fieldLines) + body;
}

} // namespace servelab::tests::httpcases
