// SPDX-License-Identifier: GPL-3.0-or-later
// The naive ways give the same bytes as the good ones.
#include "core/server/sitehooks.h"

#include "tests/server/fixture.h"
#include "tests/server/functionhooks.h"
#include "tests/server/requestcase.h"

#include <QTest>

using namespace servelab;
using namespace servelab::tests;
using site::TechniquesConfig;

namespace {

TechniquesConfig naive()
{
    TechniquesConfig techniques;
    techniques.hostLookup = site::HostLookupTechnique::Linear;
    techniques.mediaTypes = site::MediaTypesTechnique::Copied;
    techniques.queryValues = site::QueryValuesTechnique::CopyOnEach;
    techniques.rangedRead = site::RangedReadTechnique::WholeFile;
    techniques.answerWrite = site::AnswerWriteTechnique::HeadAndBodyApart;
    techniques.fieldLookup = site::FieldLookupTechnique::LowerCasedCopies;
    techniques.date = site::DateTechnique::EachRequest;
    return techniques;
}

QByteArray forHost(const QByteArray &host, const QByteArray &target = "/index.html")
{
    return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

/// A text that tells two answers apart; the date is left out.
QByteArray describe(const Answer &answer)
{
    QByteArray text = answer.statusLine + '\n';
    for (const auto &[name, value] : answer.fields)
        text += name + ": " + (name == "date" ? QByteArray("now") : value) + '\n';
    return text + '\n' + answer.body;
}

} // namespace

class TestTechniques : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_fixture.write("large.bin", Fixture::patterned(400'000));
        m_fixture.write("odd.unknown-type", "?");
        for (const char *name : {"wild", "deep", "mixed", "first"}) {
            const QByteArray path = QByteArray("../") + name + "/index.html";
            QDir().mkpath(m_fixture.root() + QStringLiteral("/../") + QLatin1String(name));
            m_fixture.write(path.constData(), name);
        }
    }
    void sameBytes_data();
    void sameBytes();
    void everyWriteGivesTheSameBytes_data();
    void everyWriteGivesTheSameBytes();

private:
    QByteArrayList answersTo(const QByteArrayList &requests, const TechniquesConfig &techniques)
    {
        site::SiteConfig config = m_fixture.config();
        config.techniques = techniques;
        config.domain = QStringLiteral("main.test");
        for (const auto &[host, folder] : {std::pair("*.wild.test", "wild"), {"*.deep.wild.test", "deep"},
                 {"Mixed.TEST", "mixed"}, {"first.wild.test", "first"}})
            config.domains.append({QLatin1String(host), QStringLiteral("../") + QLatin1String(folder)});
        server::Server server;
        server.setHooks(hooks());
        if (!server.deploy(config))
            qFatal("cannot deploy");
        RawClient client(server.port());
        QByteArrayList answers;
        client.send(requests.join()); // pipelined: what is behind an answer must not be disturbed
        for (const QByteArray &request : requests) {
            const auto answer = client.readAnswer(request.startsWith("HEAD"));
            answers.append(answer ? describe(*answer) : QByteArray("nothing came"));
        }
        return answers;
    }

    static std::shared_ptr<server::SiteHooks> hooks()
    {
        auto hooks = std::make_shared<FunctionHooks>();
        hooks->request = [](server::HookedRequest &request, server::Responder responder) {
            if (request.path() != "/hook") {
                std::move(responder).serve();
                return;
            }
            QByteArray body = "first=" + bytesOf(request.field("X-Thing").value_or("none")) + ' '
                + (request.field("x-absent") ? "?" : "absent") + ' ';
            for (const auto &parameter : request.parameters().all())
                body += QByteArray::fromStdString(parameter.key + '=' + parameter.value + ';');
            std::move(responder).answer(server::AnswerHead(), body);
        };
        hooks->serve = [](const server::HookedRequest &request, server::ServedAnswer &answer) {
            if (request.path() == "/large.bin")
                answer.setBytes(std::string(
                    answer.bytes().value_or("unread").rbegin(), answer.bytes().value_or("unread").rend()));
        };
        return hooks;
    }

    Fixture m_fixture;
};

void TestTechniques::sameBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("contains");
    const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &contains) {
        QTest::newRow(name) << bytes << contains;
    };
    row("a page", forHost("main.test"), "<title>home</title>");
    row("a file from a descriptor", forHost("main.test", "/photo.png"), "image/png");
    row("a type that nobody knows", forHost("main.test", "/odd.unknown-type"), "application/octet-stream");
    row("an error", forHost("main.test", "/missing"), "404");
    row("HEAD", "HEAD /a.txt HTTP/1.1\r\nHost: main.test\r\n\r\n", "content-length: 100");
    row("a host in another case", forHost("mAIN.tEST"), "home");
    row("a configured host in another case", forHost("mixed.test"), "mixed");
    row("a wildcard", forHost("a.wild.test"), "wild");
    row("a longer wildcard", forHost("a.deep.wild.test"), "deep");
    row("an exact name before a wildcard", forHost("first.wild.test"), "first");
    row("a wildcard's own suffix", forHost("wild.test"), "421");
    row("a foreign host", forHost("evil.test"), "421");
    row("fields and a repeated query",
        "GET /hook?a=1&b=2&&a=%20x+y&c HTTP/1.1\r\nHost: main.test\r\nx-THING: one\r\nX-Thing: two\r\n\r\n",
        "first=one absent a=1;b=2;a= x y;c=;");
    row("a part that a hook reads",
        "GET /large.bin HTTP/1.1\r\nHost: main.test\r\nRange: bytes=300000-300015\r\n\r\n", "206");
}

void TestTechniques::sameBytes()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, contains);
    const QByteArrayList good = answersTo({bytes, bytes}, {});
    QVERIFY2(good.first().contains(contains), good.first().constData());
    QCOMPARE(answersTo({bytes, bytes}, naive()), good);
}

void TestTechniques::everyWriteGivesTheSameBytes_data()
{
    QTest::addColumn<site::AnswerWriteTechnique>("write");
    QTest::newRow("head and body apart") << site::AnswerWriteTechnique::HeadAndBodyApart;
    QTest::newRow("an empty write behind") << site::AnswerWriteTechnique::EmptyTrailingWrite;
}

void TestTechniques::everyWriteGivesTheSameBytes()
{
    QFETCH(const site::AnswerWriteTechnique, write);
    const QByteArrayList requests{forHost("main.test"), forHost("main.test", "/photo.png"),
        forHost("main.test", "/hook"), forHost("main.test", "/empty.txt"), forHost("main.test", "/big.html"),
        "HEAD /a.txt HTTP/1.1\r\nHost: main.test\r\n\r\n", forHost("main.test", "/missing"),
        forHost("main.test", "/a.txt")};
    TechniquesConfig techniques;
    techniques.answerWrite = write;
    QCOMPARE(answersTo(requests, techniques), answersTo(requests, {}));
}

QTEST_GUILESS_MAIN(TestTechniques)
#include "tst_techniques.moc"
