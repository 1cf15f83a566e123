// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs serve with hooks.
#include "tests/app/program.h"

#include <QJsonDocument>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Folder;
using test::Outcome;
using test::RunningProgram;

class tst_HookCommands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void serveEchoesWhereItIsTold();
    void subjectServesWithTheHooksOfAWorkload();
    void misuse_data();
    void misuse();
};

void tst_HookCommands::serveEchoesWhereItIsTold()
{
    const Folder folder;
    folder.write(u"index.html"_s, "hello");
    RunningProgram program(
        {u"serve"_s, u"--port"_s, u"0"_s, u"--websocket-echo"_s, u"/echo"_s, folder.path()});
    const QUrl url(program.readLine());
    QTcpSocket client;
    client.connectToHost(url.host(), static_cast<quint16>(url.port()));
    client.write("GET /echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                 "\x81\x82"
                 "abcd"
                 "\x09\x0b"); // "hi", masked with "abcd"
    QByteArray answer;
    QTRY_VERIFY_WITH_TIMEOUT((answer += client.readAll()).endsWith("\x81\x02hi"), 20'000);
    QVERIFY(answer.startsWith("HTTP/1.1 101 "));
    QCOMPARE(test::get(url).body, "hello");
}

void tst_HookCommands::subjectServesWithTheHooksOfAWorkload()
{
    const Folder folder;
    const QString file = folder.write(u"site.json"_s, R"({"root":".","port":0})");
    RunningProgram program({u"subject"_s, u"--config"_s, file, u"--hooks"_s, u"hello-world"_s});
    const QJsonObject event = QJsonDocument::fromJson(program.readLine().toUtf8()).object();
    QCOMPARE(test::get(QUrl(event.value("url"_L1).toString())).body, "Hello, World!");
}

void tst_HookCommands::misuse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("told");
    QTest::newRow("a path without its slash")
        << QStringList{u"serve"_s, u"--websocket-echo"_s, u"echo"_s} << u"--websocket-echo"_s;
    QTest::newRow("hooks that are not known") << QStringList{u"subject"_s, u"--config"_s, u"x.json"_s,
        u"--hooks"_s, u"hullo"_s} << u"hello-world"_s;
}

void tst_HookCommands::misuse()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, told);
    const Outcome outcome = test::runProgram(arguments);
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains(told), qPrintable(outcome.errors));
}

QTEST_GUILESS_MAIN(tst_HookCommands)
#include "tst_hookcommands.moc"
