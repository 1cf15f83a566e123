// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/preflight.h"

#include <QFile>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <memory>

using namespace servelab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray gzip(QByteArray plain)
{
    z_stream stream = {};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray coded(plain.size() + 100, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(plain.data());
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(coded.data());
    stream.avail_out = static_cast<uInt>(coded.size());
    deflate(&stream, Z_FINISH);
    coded.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return coded;
}

QByteArray answerWith(const QByteArray &head, const QByteArray &body)
{
    return "HTTP/1.1 " + head + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

constexpr auto coded = "200 OK\r\nContent-Encoding: gzip";

} // namespace

class TestPreflight : public QObject
{
    Q_OBJECT

private:
    load::LoadPlan plan() const
    {
        load::LoadPlan plan;
        plan.url = QUrl(u"http://127.0.0.1:%1/a?b=c"_s.arg(m_server.serverPort()));
        return plan;
    }

    /// Runs it to its end: the expectation it came to, or its failure.
    base::Expected<load::Expectation> check(const load::LoadPlan &plan, std::chrono::milliseconds limit = 20s)
    {
        lab::Preflight preflight(plan, m_proof, m_folder.path(), limit);
        QSignalSpy passed(&preflight, &lab::Preflight::passed);
        QSignalSpy failed(&preflight, &lab::Preflight::failed);
        preflight.start();
        if (!QTest::qWaitFor([&] { return passed.size() + failed.size() > 0; }, 30'000))
            return base::fail(u"neither passed nor failed"_s);
        if (failed.isEmpty())
            return passed.first().first().value<load::Expectation>();
        return std::unexpected(failed.first().first().value<base::Error>());
    }

    void answer(QTcpSocket *client)
    {
        m_requests.append(client->readAll());
        client->write(m_requests.last().contains("Accept-Encoding: identity") ? m_plain : m_coded);
        if (m_closes)
            client->disconnectFromHost();
    }

    QTcpServer m_server;
    QList<QByteArray> m_requests;
    QByteArray m_plain; ///< the answer where no coding is accepted
    QByteArray m_coded; ///< the other
    bool m_closes = false;
    lab::Proof m_proof;
    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_server.listen(QHostAddress::LocalHost));
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            QTcpSocket *client = m_server.nextPendingConnection();
            connect(client, &QTcpSocket::readyRead, this, [this, client] { answer(client); });
        });
    }

    void init()
    {
        m_requests.clear();
        m_closes = false;
        m_proof = {};
    }

    void provesTheFieldsAndTheBody_data()
    {
        QTest::addColumn<lab::Proof>("proof");
        QTest::addColumn<QString>("reason"); // empty: it passes
        QTest::newRow("the whole file") << lab::Proof{{}, {}, u"a.txt"_s, 0, {}} << u"not what a.txt holds"_s;
        QTest::newRow("a part of it") << lab::Proof{{}, {}, u"a.txt"_s, 6, 5} << QString();
        QTest::newRow("another part") << lab::Proof{{}, {}, u"a.txt"_s, 5, 5} << u"not what a.txt holds"_s;
        QTest::newRow("a part with every bit turned, where none is")
            << lab::Proof{{}, {}, u"a.txt"_s, 6, 5, true} << u"not what a.txt holds"_s;
        QTest::newRow("a file with every bit turned")
            << lab::Proof{{}, {}, u"turned.txt"_s, 0, {}, true} << QString();
        QTest::newRow("a text") << lab::Proof{{}, u"hello"_s, {}, 0, {}} << QString();
        QTest::newRow("another text")
            << lab::Proof{{}, u"hallo"_s, {}, 0, {}} << u"its body is not \"hallo\""_s;
        QTest::newRow("a file that is not there")
            << lab::Proof{{}, {}, u"b.txt"_s, 0, {}} << u"cannot be read"_s;
        QTest::newRow("a field") << lab::Proof{{{"x-color", "red"}}, {}, {}, 0, {}} << QString();
        QTest::newRow("a field of any value") << lab::Proof{{{"X-Color", ""}}, {}, {}, 0, {}} << QString();
        QTest::newRow("a field of another value") << lab::Proof{{{"X-Color", "blue"}}, {}, {}, 0, {}}
                                                  << u"X-Color is \"red\" instead of \"blue\""_s;
        QTest::newRow("a field that is not there")
            << lab::Proof{{{"X-Shape", ""}}, {}, {}, 0, {}} << u"it has no field X-Shape"_s;
    }

    void provesTheFieldsAndTheBody()
    {
        QFETCH(const lab::Proof, proof);
        QFETCH(const QString, reason);
        QFile file(m_folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("well, hello there") == 17);
        file.close();
        QFile turned(m_folder.filePath(u"turned.txt"_s));
        QVERIFY(turned.open(QIODevice::WriteOnly) && turned.write("\x97\x9a\x93\x93\x90") == 5);
        turned.close();
        m_plain = "HTTP/1.1 200 OK\r\nX-Color: red\r\nContent-Length: 5\r\n\r\nhello";
        m_proof = proof;
        const auto expectation = check(plan());
        QCOMPARE(expectation.has_value(), reason.isEmpty());
        const bool isOfTheBody = !proof.file.isEmpty() || !proof.text.isEmpty();
        if (expectation)
            QCOMPARE(expectation->bodySha256,
                isOfTheBody ? QCryptographicHash::hash("hello", QCryptographicHash::Sha256) : QByteArray());
        else
            QVERIFY2(expectation.error().message.contains(reason), qPrintable(expectation.error().message));
    }

    void passesARightAnswerAndTellsWhatItWas()
    {
        m_plain = answerWith("200 OK", "hello");
        const auto expectation = check(plan());
        QVERIFY(expectation.has_value());
        QCOMPARE(expectation->status, 200);
        QCOMPARE(expectation->bodyBytes, 5);
        QVERIFY(m_requests.first().startsWith("GET /a?b=c HTTP/1.1\r\n"));
    }

    void sendsTheFieldsAsTheyAre()
    {
        m_plain = answerWith("200 OK", "hello");
        load::LoadPlan named = plan();
        named.fields = {{"Host", "blog.test"}, {"X-Test", "1"}};
        QVERIFY(check(named));
        QVERIFY(m_requests.first().contains("Host: blog.test\r\n"));
        QCOMPARE(m_requests.first().toLower().count("\r\nhost:"), 1);
        QVERIFY(m_requests.first().contains("X-Test: 1\r\n"));
    }

    void doesNotFollowARedirection()
    {
        m_plain = answerWith("301 Moved Permanently\r\nLocation: /elsewhere", "");
        QCOMPARE(check(plan())->status, 301);
        QCOMPARE(m_requests.size(), 1);
    }

    void passesAnErrorStatusThatIsExpected()
    {
        m_plain = answerWith("421 Misdirected Request", "who?");
        load::LoadPlan misdirected = plan();
        misdirected.expectation.status = 421;
        QCOMPARE(check(misdirected)->bodyBytes, 4);
    }

    void leavesTheLengthOpenForHead()
    {
        m_plain = "HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n";
        load::LoadPlan head = plan();
        head.method = "HEAD";
        const auto expectation = check(head);
        QVERIFY(expectation.has_value());
        QVERIFY(!expectation->bodyBytes);
        QVERIFY(m_requests.first().startsWith("HEAD "));
    }

    void comparesACodedAnswerWithThePlainOne()
    {
        const QByteArray text = QByteArray("abc").repeated(1000);
        m_plain = answerWith("200 OK", text);
        m_coded = answerWith(coded, gzip(text));
        load::LoadPlan accepting = plan();
        accepting.fields = {{"accept-encoding", "gzip"}};
        const auto expectation = check(accepting);
        QVERIFY2(expectation.has_value(), expectation ? "" : qPrintable(expectation.error().message));
        QCOMPARE(expectation->bodyBytes, gzip(text).size());
        QCOMPARE(m_requests.size(), 2);
    }

    void failsAWrongAnswer_data()
    {
        QTest::addColumn<QByteArray>("codedAnswer");
        QTest::addColumn<load::Expectation>("expectation");
        QTest::addColumn<QString>("reason");
        const load::Expectation open;
        QTest::newRow("an error status")
            << answerWith("500 Internal Server Error", "oh") << open << u"status is 500"_s;
        QTest::newRow("another status than expected")
            << answerWith("200 OK", "") << load::Expectation{304, {}} << u"200 instead of 304"_s;
        QTest::newRow("another length than expected")
            << answerWith("200 OK", "hello") << load::Expectation{{}, 6} << u"5 bytes instead of 6"_s;
        QTest::newRow("a coding that does not decode")
            << answerWith(coded, "hello") << open << u"not whole gzip"_s;
        QTest::newRow("a coded answer that says something else")
            << answerWith(coded, gzip("plain teXt")) << open << u"other bytes"_s;
        QTest::newRow("a coded answer that says more")
            << answerWith(coded, gzip("plain text and much more")) << open << u"not whole gzip"_s;
        QTest::newRow("no HTTP") << QByteArray("220 mail ready\r\n\r\n") << open << u"no whole answer"_s;
    }

    void failsAWrongAnswer()
    {
        QFETCH(const QByteArray, codedAnswer);
        QFETCH(const load::Expectation, expectation);
        QFETCH(const QString, reason);
        m_plain = answerWith("200 OK", "plain text");
        m_coded = codedAnswer;
        load::LoadPlan wrong = plan();
        wrong.fields = {{"Accept-Encoding", "gzip"}};
        wrong.expectation = expectation;
        m_closes = reason.contains("no whole"_L1);
        const auto result = check(wrong);
        QVERIFY(!result);
        QVERIFY2(result.error().message.contains(reason), qPrintable(result.error().message));
    }

    void failsAnAnswerThatIsCutOff()
    {
        m_plain = answerWith("200 OK", "hello").chopped(1);
        m_closes = true;
        QVERIFY(!check(plan()));
    }

    void failsAnAnswerThatDoesNotCome()
    {
        m_plain.clear();
        const auto result = check(plan(), 50ms);
        QVERIFY(!result);
        QVERIFY(result.error().message.contains("no whole answer came"_L1));
    }

    void failsWhereNobodyListens()
    {
        QTcpServer gone;
        QVERIFY(gone.listen(QHostAddress::LocalHost));
        load::LoadPlan nowhere = plan();
        nowhere.url.setPort(gone.serverPort());
        gone.close();
        QVERIFY(!check(nowhere));
    }
};

QTEST_GUILESS_MAIN(TestPreflight)
#include "tst_preflight.moc"
