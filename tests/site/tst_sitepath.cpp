// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitepath.h"

#include <QTest>

using namespace servelab::site;

Q_DECLARE_METATYPE(PathVerdict)

class TestSitePath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pathsAreNormalized_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::addColumn<PathVerdict>("verdict");
        QTest::addColumn<QByteArray>("path");
        const auto fine = [](const char *name, const char *raw, const char *path) {
            QTest::newRow(name) << QByteArray(raw) << PathVerdict::Fine << QByteArray(path);
        };
        fine("the root", "/", "");
        fine("many slashes are the root", "////", "");
        fine("a file", "/a.txt", "a.txt");
        fine("a folder", "/sub/", "sub/");
        fine("dot segments vanish", "/./sub/%2e/a.txt", "sub/a.txt");
        fine("a dot at the end is the folder", "/sub/.", "sub/");
        fine("empty segments vanish", "//sub//a.txt", "sub/a.txt");
        fine("an encoded slash", "/sub%2Fa.txt", "sub/a.txt");
        fine("an encoded backslash", "/sub%5Ca.txt", "sub/a.txt");
        fine("decoded once only", "/%252e%252e%252fx", "%2e%2e%2fx");
        fine("a plus stays", "/a+b.txt", "a+b.txt");
        fine("UTF-8", "/caf%C3%A9.txt", "caf\xc3\xa9.txt");
        fine("a dot within a name", "/a.b", "a.b");
        const auto forbidden = [](const char *raw) {
            QTest::addRow("forbidden: %s", raw) << QByteArray(raw) << PathVerdict::Forbidden << QByteArray();
        };
        for (const char *raw : {"/../x", "/%2e%2e/x", "/.%2e/x", "/..%2fx", "/..%5cx", "/\\..\\x",
                 "/sub/../a.txt", "/sub/%2e%2e/a.txt", "/..", "/../root-evil/s.txt"})
            forbidden(raw);
        for (const char *raw :
            {"/.env", "/%2eenv", "/.nothere", "/.../a.txt", "/.well-known/acme", "/sub/.git/x"})
            forbidden(raw);
        for (const char *raw :
            {"/a.txt%00", "/.env%00.png", "/%", "/%zz", "/%2", "/caf%E9.txt", "/%c0%ae%c0%ae/x"})
            QTest::addRow("bad: %s", raw) << QByteArray(raw) << PathVerdict::Bad << QByteArray();
    }

    void pathsAreNormalized()
    {
        QFETCH(QByteArray, raw);
        QFETCH(PathVerdict, verdict);
        QFETCH(QByteArray, path);
        std::string decoded;
        std::string out = "left over";
        QCOMPARE(normalizePath(raw.toStdString(), HiddenNames::Refuse, decoded, out), verdict);
        if (verdict == PathVerdict::Fine)
            QCOMPARE(QByteArray::fromStdString(out), path);
    }

    void hiddenNamesMayBeAllowedButNeverParents()
    {
        std::string decoded;
        std::string out;
        QCOMPARE(normalizePath("/.well-known/acme", HiddenNames::Allow, decoded, out), PathVerdict::Fine);
        QCOMPARE(out, ".well-known/acme");
        QCOMPARE(normalizePath("/.../x", HiddenNames::Allow, decoded, out), PathVerdict::Fine);
        QCOMPARE(normalizePath("/../x", HiddenNames::Allow, decoded, out), PathVerdict::Forbidden);
    }

    void hiddenSegmentsAreSeenAnywhere()
    {
        QVERIFY(hasHiddenSegment(".git/config"));
        QVERIFY(hasHiddenSegment("sub/.env"));
        QVERIFY(!hasHiddenSegment("sub/a.b"));
        QVERIFY(!hasHiddenSegment(""));
    }

    void encodedPathsHoldOnlyWhatAPathMay()
    {
        QCOMPARE(encodePath("sub/a b"), "/sub/a%20b");
        QCOMPARE(encodePath("a\r\nX:y"), "/a%0D%0AX:y");
        QCOMPARE(encodePath("caf\xc3\xa9"), "/caf%C3%A9");
        QCOMPARE(encodePath("100%?#\""), "/100%25%3F%23%22");
    }
};

QTEST_APPLESS_MAIN(TestSitePath)
#include "tst_sitepath.moc"
