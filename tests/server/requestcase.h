// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/server.h"
#include "tests/server/rawclient.h"

#include <QTest>

#include <memory>

namespace servelab::tests {

/// What becomes of the connection behind the answer.
enum class Then { Kept, Closed };

/// One row: bytes in, answer out.
struct Case
{
    QByteArray bytes;
    int status = 0;
    Then then = Then::Kept;
    QByteArrayList fields
        = {}; ///< "Name: value" must be there so; "Name:" with any value; "!Name" must not be there
    qsizetype bodyLength = -1; ///< -1: any
    QByteArray body = {}; ///< what the body contains
};

inline void declareCases()
{
    QTest::addColumn<Case>("row");
}

inline void addCase(const char *name, const Case &row)
{
    QTest::newRow(name) << row;
}

inline QByteArray request(const QByteArray &line, const QByteArray &fieldLines = {})
{
    return line + " HTTP/1.1\r\nHost: localhost\r\n" + fieldLines + "\r\n";
}

inline QByteArray get(const QByteArray &target, const QByteArray &fieldLines = {})
{
    return request("GET " + target, fieldLines);
}

inline std::unique_ptr<server::Server> startServer(const site::SiteConfig &config)
{
    auto server = std::make_unique<server::Server>();
    const auto deployed = server->deploy(config);
    if (!deployed)
        qFatal("%s", qPrintable(deployed.error().first().toString()));
    return server;
}

/// Of the next answer; 0 where none comes.
inline int statusOf(RawClient &client, const QByteArray &bytes)
{
    client.send(bytes);
    const auto answer = client.readAnswer();
    return answer ? answer->status : 0;
}

inline void verifyField(const Answer &answer, const QByteArray &expectation)
{
    if (expectation.startsWith('!')) {
        QVERIFY2(!answer.has(expectation.mid(1).toLower()), expectation.constData());
        return;
    }
    const QByteArray name = expectation.left(expectation.indexOf(':')).toLower();
    const QByteArray value = expectation.mid(name.size() + 1).trimmed();
    QVERIFY2(answer.count(name) == 1, expectation.constData());
    if (!value.isEmpty())
        QCOMPARE(answer.field(name), value);
}

/// What holds for every answer.
inline void verifyFraming(const Answer &answer)
{
    QVERIFY(answer.has("date"));
    QVERIFY(!(answer.has("content-length") && answer.has("transfer-encoding")));
    QVERIFY(answer.count("content-length") <= 1);
}

/// Sends the row's bytes, checks the answer, then the connection: kept means that another request on it is
/// answered, in step; closed means that the answer said so and that the end came without a reset.
inline void runCase(quint16 port, const Case &expected)
{
    RawClient client(port);
    QVERIFY(client.isConnected());
    client.send(expected.bytes);
    const bool toHead = expected.bytes.trimmed().startsWith("HEAD ");
    const std::optional<Answer> answer = client.readAnswer(toHead);
    QVERIFY2(answer, "no whole answer came");
    QCOMPARE(answer->status, expected.status);
    verifyFraming(*answer);
    for (const QByteArray &field : expected.fields)
        verifyField(*answer, field);
    if (expected.bodyLength >= 0)
        QCOMPARE(answer->body.size(), expected.bodyLength);
    if (!expected.body.isEmpty())
        QVERIFY2(answer->body.contains(expected.body), answer->body.constData());

    if (expected.then == Then::Closed) {
        QCOMPARE(answer->field("connection"), "close");
        QCOMPARE(client.waitForEnd(), Ending::Closed);
        return;
    }
    QVERIFY(answer->field("connection") != "close");
    client.send("GET /inlink.txt HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::optional<Answer> next = client.readAnswer();
    QVERIFY2(next, "the connection was not kept");
    QVERIFY(next->statusLine.startsWith("HTTP/1.1 "));
}

} // namespace servelab::tests
