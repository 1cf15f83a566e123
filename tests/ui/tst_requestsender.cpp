// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/requestsender.h"

#include "core/server/server.h"
#include "tests/ui/sampledata.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestRequestSender : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder.path(), u"blog"_s);
        config.port = 0;
        config.workers = 1;
        config.compression.enabled = true;
        QVERIFY(m_server.deploy(config));
    }

    void readsAnAnswer()
    {
        const SentAnswer answer = send({"GET", url(u"/data/words.txt"_s), {}});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.reason, QByteArray("OK"));
        QVERIFY(answer.bodyBytes >= 100'000);
        QVERIFY(answer.waiting.count() > 0);
    }

    void leavesACodedBodyCoded()
    {
        const SentAnswer answer = send({"GET", url(u"/data/words.txt"_s), {{"accept-encoding", "br"}}});
        QVERIFY2(
            answer.bodyBytes > 0 && answer.bodyBytes < 90'000, qPrintable(QString::number(answer.bodyBytes)));
        QVERIFY(answer.fields.contains(std::pair<QByteArray, QByteArray>("Content-Encoding", "br")));
    }

    void sendsAHostOfItsOwn()
    {
        QCOMPARE(send({"GET", url(u"/"_s), {{"host", "elsewhere.example"}}}).status, 421);
    }

    void followsNoRedirect() { QCOMPARE(send({"GET", url(u"/data"_s), {}}).status, 301); }

    void sendsOtherMethods()
    {
        QCOMPARE(send({"HEAD", url(u"/"_s), {}}).bodyBytes, 0);
        QCOMPARE(send({"DELETE", url(u"/"_s), {}}).status, 405);
    }

    void saysThatNobodyAnswers()
    {
        QTcpServer unused;
        QVERIFY(unused.listen(QHostAddress::LocalHost));
        const QUrl closed(u"http://127.0.0.1:%1/"_s.arg(unused.serverPort()));
        unused.close();
        RequestSender sender;
        QSignalSpy failed(&sender, &RequestSender::failed);
        sender.send({"GET", closed, {}});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().value<base::Error>().message.contains(closed.host()));
    }

private:
    QUrl url(const QString &path) const
    {
        return QUrl(u"http://127.0.0.1:%1%2"_s.arg(m_server.port()).arg(path));
    }

    static SentAnswer send(const RequestToSend &request)
    {
        RequestSender sender;
        QSignalSpy answered(&sender, &RequestSender::answered);
        sender.send(request);
        return QTest::qWaitFor([&] { return !answered.isEmpty(); }, 20'000)
            ? answered.first().first().value<SentAnswer>()
            : SentAnswer();
    }

    QTemporaryDir m_folder;
    server::Server m_server;
};

QTEST_GUILESS_MAIN(TestRequestSender)
#include "tst_requestsender.moc"
