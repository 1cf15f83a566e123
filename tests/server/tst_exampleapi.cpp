// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the embedding program of example_api/ and talks to it as its users would.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 20'000;

struct Answer
{
    int status = 0;
    QByteArray body;
    QByteArray type;
    QByteArray location;
    QByteArray allow;
};

} // namespace

class TestExampleApi : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QFile page(m_folder.filePath(u"index.html"_s));
        QVERIFY(page.open(QIODevice::WriteOnly) && page.write("<title>items</title>") > 0);
        page.close();
        m_program.setProgram(qEnvironmentVariable("SERVELAB_BINARY_DIR") + u"/tests/server/example_api"_s);
        m_program.setArguments({m_folder.path()});
        m_program.start();
        QVERIFY2(m_program.waitForStarted(patience), qPrintable(m_program.errorString()));
        QTRY_VERIFY_WITH_TIMEOUT(m_program.canReadLine(), patience);
        m_url = QUrl(QString::fromUtf8(m_program.readLine().trimmed()));
        QVERIFY(m_url.isValid());
    }

    void cleanupTestCase()
    {
        m_program.closeWriteChannel();
        QVERIFY(m_program.waitForFinished(patience));
        QCOMPARE(m_program.exitCode(), 0);
        QCOMPARE(m_program.readAllStandardError(), QByteArray());
    }

    void servesItsFiles()
    {
        const Answer page = ask("GET", u"/"_s);
        QCOMPARE(page.status, 200);
        QCOMPARE(page.body, "<title>items</title>");
        QCOMPARE(page.type, "text/html; charset=utf-8");
        QCOMPARE(ask("GET", u"/missing"_s).status, 404);
        QCOMPARE(ask("POST", u"/index.html"_s, "x").status, 405);
    }

    void keepsItems()
    {
        QCOMPARE(ask("GET", u"/api/items"_s).body, "[]");
        const Answer made = ask("POST", u"/api/items"_s, R"({"name":"bread"})");
        QCOMPARE(made.status, 201);
        QCOMPARE(made.location, "/api/items/1");
        QCOMPARE(made.type, "application/json");
        QCOMPARE(ask("POST", u"/api/items"_s, "{\"name\":\"caf\xc3\xa9\"}").status, 201);

        const QJsonArray list = QJsonDocument::fromJson(ask("GET", u"/api/items"_s).body).array();
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[1].toObject().value("name"_L1).toString(), u"caf\u00e9"_s);
        QCOMPARE(ask("GET", u"/api/items/1"_s).body, R"({"id":1,"name":"bread"})");

        QCOMPARE(ask("DELETE", u"/api/items/1"_s).status, 204);
        QCOMPARE(ask("GET", u"/api/items/1"_s).status, 404);
        QCOMPARE(ask("DELETE", u"/api/items/1"_s).status, 404);
    }

    void refusesWhatItDoesNotKnow()
    {
        QCOMPARE(ask("POST", u"/api/items"_s, "not json").status, 400);
        QCOMPARE(ask("GET", u"/api/items/1x"_s).status, 404);
        const Answer put = ask("PUT", u"/api/items"_s, "x");
        QCOMPARE(put.status, 405);
        QCOMPARE(put.allow, "GET, POST");
        QCOMPARE(ask("POST", u"/api/items"_s, QByteArray(2'000'000, 'x')).status, 413);
    }

    /// Twenty slow answers at once, and a fast one that does not wait for them.
    void answersSlowlyFromAnotherThread()
    {
        QList<QNetworkReply *> replies;
        for (int i = 0; i < 20; ++i)
            replies.append(m_network.get(QNetworkRequest(m_url.resolved(QUrl(u"/api/report"_s)))));
        QCOMPARE(ask("GET", u"/api/items"_s).status, 200);
        for (QNetworkReply *reply : replies) {
            QTRY_VERIFY_WITH_TIMEOUT(reply->isFinished(), patience);
            QCOMPARE(reply->readAll(), R"({"items":1})");
            reply->deleteLater();
        }
    }

private:
    Answer ask(const QByteArray &method, const QString &path, const QByteArray &body = {})
    {
        QNetworkRequest request(m_url.resolved(QUrl(path)));
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        const std::unique_ptr<QNetworkReply> reply(m_network.sendCustomRequest(request, method, body));
        QSignalSpy finished(reply.get(), &QNetworkReply::finished);
        if (!reply->isFinished() && !finished.wait(patience))
            return {};
        return {reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), reply->readAll(),
            reply->rawHeader("Content-Type"), reply->rawHeader("Location"), reply->rawHeader("Allow")};
    }

    QTemporaryDir m_folder;
    QProcess m_program;
    QNetworkAccessManager m_network;
    QUrl m_url;
};

QTEST_GUILESS_MAIN(TestExampleApi)
#include "tst_exampleapi.moc"
