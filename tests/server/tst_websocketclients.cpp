// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that other people have written against our WebSockets. What is not installed is skipped:
// bench/websocket-clients.sh installs it and runs this.
#include "core/server/server.h"
#include "core/server/websocketecho.h"
#include "tests/server/fixture.h"

#include <QProcess>
#include <QTest>
#include <QUrl>

using namespace servelab;
using namespace servelab::tests;
using namespace Qt::StringLiterals;

class TestWebSocketClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture.write("page.html", page());
        m_server = std::make_unique<server::Server>();
        m_server->setHooks(std::make_shared<server::WebSocketEchoHooks>("/echo"));
        QVERIFY(m_server->deploy(m_fixture.config()));
    }

    /// The package "ws" of the npm registry.
    void ws()
    {
        const QString module = qEnvironmentVariable("SERVELAB_WS_MODULE");
        if (module.isEmpty())
            QSKIP("SERVELAB_WS_MODULE does not name the folder of the package \"ws\".");
        const QByteArray said = run(u"node"_s, {source(u"wsclient.cjs"_s), module, echoUrl()});
        QCOMPARE(said.trimmed().split('\n').last(), "all right");
    }

    void chromium()
    {
        const QString program = qEnvironmentVariable("SERVELAB_CHROMIUM");
        if (program.isEmpty())
            QSKIP("SERVELAB_CHROMIUM does not name the program of Chromium.");
        const QByteArray said = run(program,
            {u"--headless"_s, u"--no-sandbox"_s, u"--disable-gpu"_s, u"--virtual-time-budget=10000"_s,
                u"--dump-dom"_s, m_server->url().resolved(QUrl(u"/page.html"_s)).toString()});
        QVERIFY2(said.contains("<p id=\"result\">all right</p>"), said.constData());
    }

private:
    QString echoUrl() const { return u"ws://127.0.0.1:%1/echo"_s.arg(m_server->port()); }

    QByteArray run(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(60'000))
            return "it did not end: " + process.errorString().toUtf8();
        return process.readAllStandardOutput() + process.readAllStandardError();
    }

    static QString source(const QString &name)
    {
        return qEnvironmentVariable("SERVELAB_SOURCE_DIR") + u"/tests/server/"_s + name;
    }

    static QByteArray page()
    {
        QFile file(source(u"websocketpage.html"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    Fixture m_fixture;
    std::unique_ptr<server::Server> m_server;
};

QTEST_GUILESS_MAIN(TestWebSocketClients)
#include "tst_websocketclients.moc"
