// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/erroranswers.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::site;

class TestErrorAnswers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStatusHasAPage()
    {
        const ErrorAnswers answers{SiteConfig()};
        for (int status = 400; status <= 599; ++status) {
            const ErrorAnswer &answer = answers.of(status);
            QVERIFY(answer.body.find("<h1>" + std::to_string(status) + " ") != std::string::npos);
            QVERIFY(answer.body.find("color-scheme") != std::string::npos);
            QCOMPARE(answer.fieldLines,
                "Content-Type: text/html; charset=utf-8\r\n"
                "X-Content-Type-Options: nosniff\r\n"
                "Cache-Control: no-cache, no-store, must-revalidate\r\n");
        }
    }

    void aPageOfTheSiteHasItsOwnType()
    {
        SiteConfig config;
        config.errors.insert(404, {{}, {{u"content-type"_s, u"text/plain"_s}, {u"X-Hint"_s, u"look"_s}}});
        const ErrorAnswers answers(config);
        QCOMPARE(answers.of(404).pageFieldLines,
            "X-Content-Type-Options: nosniff\r\n"
            "Cache-Control: no-cache, no-store, must-revalidate\r\n"
            "X-Hint: look\r\n");
        QVERIFY(answers.of(404).fieldLines.find("content-type: text/plain\r\n") != std::string::npos);
    }

    void aPageSaysWhatHappened()
    {
        const ErrorAnswers answers{SiteConfig()};
        const std::string &body = answers.of(404).body;
        QVERIFY(body.find("<title>404 Not Found</title>") != std::string::npos);
        QVERIFY(body.find("<p>There is nothing at this address.</p>") != std::string::npos);
    }

    void sitesShareTheBuiltInPages()
    {
        const ErrorAnswers one{SiteConfig()};
        const ErrorAnswers other{SiteConfig()};
        QCOMPARE(&one.of(404), &other.of(404));
    }

    void aSiteMayHaveItsOwnBody()
    {
        SiteConfig config;
        config.errors = {{404, {u"<p>Lost ü</p>"_s, {}}}};
        const ErrorAnswers answers(config);
        QCOMPARE(answers.of(404).body, "<p>Lost ü</p>");
        QVERIFY(answers.of(500).body.find("500 Internal Server Error") != std::string::npos);
    }

    void anEmptyBodyIsABody()
    {
        SiteConfig config;
        config.errors = {{404, {QString(), {}}}};
        QCOMPARE(ErrorAnswers(config).of(404).body, "");
    }

    void aSiteMayAddAndReplaceFields()
    {
        SiteConfig config;
        config.errors = {{503, {{}, {{u"Retry-After"_s, u"5"_s}, {u"cache-control"_s, u"no-store"_s}}}}};
        const ErrorAnswers answers(config);
        const ErrorAnswer &answer = answers.of(503);
        QCOMPARE(answer.fieldLines,
            "Content-Type: text/html; charset=utf-8\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Retry-After: 5\r\n"
            "cache-control: no-store\r\n");
        QVERIFY(answer.body.find("503 Service Unavailable") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestErrorAnswers)
#include "tst_erroranswers.moc"
