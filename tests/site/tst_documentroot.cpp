// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/site/sitefolder.h"
#include "tests/site/withoutprivilege.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::site;

class TestDocumentRoot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write(u"a.txt"_s, QByteArray(100, 'a'));
        m_folder.write(u"empty.txt"_s, "");
        m_folder.write(u"index.html"_s, "home");
        m_folder.write(u"sub/index.html"_s, "sub");
        m_folder.write(u"sub dir/index.html"_s, "space");
        m_folder.write(u"noindex/x.txt"_s, "x");
        m_folder.write(u"folderindex/index.html/index.html"_s, "deep");
        m_folder.write(u".env"_s, "secret");
        m_folder.write(u".well-known/acme"_s, "acme");
        for (const QString &name :
            {u"100%.txt"_s, u"q?.txt"_s, u"a+b.txt"_s, u"sp ace.txt"_s, u"semi;x.txt"_s, u"café.txt"_s})
            m_folder.write(name, "literal");
        m_folder.writeOutside(u"s.txt"_s, "outside");
        link(m_folder.outside() + u"/s.txt"_s, u"link.txt"_s);
        link(u"../root-evil/s.txt"_s, u"relativelink.txt"_s);
        link(m_folder.outside(), u"linkdir"_s);
        link(u"a.txt"_s, u"inlink.txt"_s);
        link(m_folder.path(u"a.txt"_s), u"absoluteinlink.txt"_s);
        link(u"sub"_s, u"subalias"_s);
        link(u".well-known"_s, u"dotlink"_s);
        link(u"."_s, u"self"_s);
        link(u"nothere"_s, u"dangling"_s);
        link(u"loop"_s, u"loop"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.path(u"fifo"_s)), 0600), 0);
        bindSocket(m_folder.path(u"socket"_s));
    }

    void pathsAreAnswered_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("result"); // body of a 200, location of a 301
        const auto row = [](const char *name, const char *target, int status, const QByteArray &result = "") {
            QTest::newRow(name) << QByteArray(target) << status << result;
        };
        const QByteArray hundred(100, 'a');
        row("a file", "/a.txt", 200, hundred);
        row("a file with nothing in it", "/empty.txt", 200);
        row("the root", "/", 200, "home");
        row("a query never reaches the file system", "/sub/?../../x", 200, "sub");
        row("two leading slashes are a path", "//sub/", 200, "sub");
        row("parent segments", "/../x", 403);
        row("parent segments within the root", "/sub/../a.txt", 403);
        row("a folder beside the root", "/../root-evil/s.txt", 403);
        row("decoded once only", "/%252e%252e%252fx", 404);
        row("dot and empty segments", "/.//sub//%2e/index.html", 200, "sub");
        row("NUL", "/a.txt%00", 400);
        row("a broken escape", "/%zz", 400);
        row("an encoded line break", "/a%0d%0aX:y", 404);
        row("a percent sign", "/100%25.txt", 200, "literal");
        row("a question mark", "/q%3F.txt", 200, "literal");
        row("a plus", "/a+b.txt", 200, "literal");
        row("an encoded plus", "/a%2Bb.txt", 200, "literal");
        row("a space", "/sp%20ace.txt", 200, "literal");
        row("a semicolon", "/semi;x.txt", 200, "literal");
        row("UTF-8", "/caf%C3%A9.txt", 200, "literal");
        row("a link to a file outside", "/link.txt", 403);
        row("a relative link to a file outside", "/relativelink.txt", 403);
        row("a link to a folder outside", "/linkdir/s.txt", 403);
        row("a link to a folder outside, its index", "/linkdir/", 403);
        row("a link to a folder outside, without a slash", "/linkdir", 403);
        row("a link to a folder outside, what is not there", "/linkdir/sub/nothere.txt", 403);
        row("a link to a folder inside, what is not there", "/subalias/nothere.txt", 404);
        row("a link inside", "/inlink.txt", 200, hundred);
        row("an absolute link inside", "/absoluteinlink.txt", 200, hundred);
        row("a link to a folder inside", "/subalias/", 200, "sub");
        row("a link to a folder inside, without a slash", "/subalias", 301, "/subalias/");
        row("a link to the root itself", "/self/sub/", 200, "sub");
        row("a link into a hidden folder", "/dotlink/acme", 403);
        row("a link that leads nowhere", "/dangling", 404);
        row("a link to itself", "/loop", 404);
        row("a hidden file", "/.env", 403);
        row("a hidden file that is not there", "/.nothere", 403);
        row("a hidden folder", "/.well-known/acme", 403);
        row("a FIFO", "/fifo", 404);
        row("a socket", "/socket", 404);
        row("a folder without a slash", "/sub", 301, "/sub/");
        row("a folder without a slash, with a query", "/sub?x=1", 301, "/sub/?x=1");
        row("a folder without a slash, two in front", "//sub", 301, "/sub/");
        row("a folder with a space", "/sub%20dir", 301, "/sub%20dir/");
        row("a folder behind a backslash", "/%5Csub", 301, "/sub/");
        row("a folder without an index", "/noindex/", 404);
        row("a folder whose index is a folder", "/folderindex/", 404);
        row("a slash behind a file", "/a.txt/", 404);
        row("a child of a file", "/a.txt/b", 404);
        row("a missing file", "/nothere.txt", 404);
    }

    void pathsAreAnswered()
    {
        QFETCH(QByteArray, target);
        QFETCH(int, status);
        QFETCH(QByteArray, result);
        SiteUnderTest site(m_folder.config());
        for (int round = 0; round < 2; ++round) { // the second one from the cache
            const Resolution resolution = site.get(target.toStdString());
            QCOMPARE(resolution.status, status);
            QCOMPARE(resolution.representation != nullptr, status == 200);
            QCOMPARE(status == 301 ? QByteArray::fromStdString(resolution.location)
                                   : bytesOf(resolution.representation),
                result);
        }
    }

    void pathsAreAnsweredWithoutTheCacheToo_data() { pathsAreAnswered_data(); }

    void pathsAreAnsweredWithoutTheCacheToo()
    {
        QFETCH(QByteArray, target);
        QFETCH(int, status);
        SiteConfig config = m_folder.config();
        config.techniques.staticCache = StaticCacheTechnique::Off;
        SiteUnderTest site(config);
        QCOMPARE(site.get(target.toStdString()).status, status);
        QCOMPARE(site.site().cachedBytes(), 0);
    }

    void namesThatAreTooLongAreNotThere()
    {
        SiteUnderTest site(m_folder.config());
        QCOMPARE(site.get("/" + std::string(300, 'a')).status, 404);
        std::string deep;
        for (int i = 0; i < 1000; ++i)
            deep += "/long";
        QCOMPARE(site.get(deep).status, 404);
    }

    void filesWithoutPermissionAreForbidden()
    {
        m_folder.write(u"closed.txt"_s, "closed");
        m_folder.write(u"closed/a.txt"_s, "closed");
        QCOMPARE(::chmod(QFile::encodeName(m_folder.path(u"closed.txt"_s)), 0), 0);
        QCOMPARE(::chmod(QFile::encodeName(m_folder.path(u"closed"_s)), 0), 0);
        SiteUnderTest site(m_folder.config());
        const WithoutPrivilege thread;
        QCOMPARE(site.get("/closed.txt").status, 403);
        QCOMPARE(site.get("/closed/a.txt").status, 403);
        QCOMPARE(site.get("/a.txt").status, 200);
    }

    void aFolderIsServedWithoutRedirectWhereThatIsOff()
    {
        SiteConfig config = m_folder.config();
        config.directoryRedirect = false;
        SiteUnderTest site(config);
        QCOMPARE(bytesOf(site.get("/sub").representation), "sub");
        QCOMPARE(bytesOf(site.get("/sub/").representation), "sub");
        QCOMPARE(site.get("/noindex").status, 404);
        QCOMPARE(site.get("/folderindex").status, 404);
    }

    void thereMayBeNoIndex()
    {
        SiteConfig config = m_folder.config();
        config.index.clear();
        SiteUnderTest site(config);
        QCOMPARE(site.get("/").status, 404);
        QCOMPARE(site.get("/sub/").status, 404);
        QCOMPARE(site.get("/sub/index.html").status, 200);
    }

    void hiddenFilesAreServedWhereAllowed()
    {
        SiteConfig config = m_folder.config();
        config.allowDotfiles = true;
        SiteUnderTest site(config);
        QCOMPARE(bytesOf(site.get("/.env").representation), "secret");
        QCOMPARE(bytesOf(site.get("/dotlink/acme").representation), "acme");
        QCOMPARE(site.get("/../x").status, 403);
    }

    void unknownPathsShowTheFallback_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<bool>("wantsHtml");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("a route") << QByteArray("/route/x") << true << 200 << QByteArray("home");
        QTest::newRow("a route with a slash") << QByteArray("/route/") << true << 200 << QByteArray("home");
        QTest::newRow("a missing asset") << QByteArray("/x.js") << true << 404 << QByteArray();
        QTest::newRow("a client that wants JSON") << QByteArray("/route/x") << false << 404 << QByteArray();
        QTest::newRow("a hidden path") << QByteArray("/.git/x") << true << 403 << QByteArray();
        QTest::newRow("a file that is there") << QByteArray("/sub/") << true << 200 << QByteArray("sub");
        QTest::newRow("a folder that is there") << QByteArray("/sub") << true << 301 << QByteArray();
    }

    void unknownPathsShowTheFallback()
    {
        QFETCH(QByteArray, target);
        QFETCH(bool, wantsHtml);
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        SiteConfig config = m_folder.config();
        config.spaFallback = QString();
        SiteUnderTest site(config);
        const Resolution resolution = site.get(target.toStdString(), {.html = wantsHtml});
        QCOMPARE(resolution.status, status);
        QCOMPARE(bytesOf(resolution.representation), body);
    }

    void aFallbackMayBeAnyFile()
    {
        SiteConfig config = m_folder.config();
        config.spaFallback = u"sub/index.html"_s;
        SiteUnderTest site(config);
        QCOMPARE(bytesOf(site.get("/route", {.html = true}).representation), "sub");
        config.spaFallback = u"nothere.html"_s;
        site.apply(config);
        QCOMPARE(site.get("/route", {.html = true}).status, 404);
    }

    void cleanAddressesFindPages_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("statusWhileOff");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("a page") << QByteArray("/clean/about") << 404 << 200 << QByteArray("about");
        QTest::newRow("a page by its name")
            << QByteArray("/clean/about.html") << 200 << 200 << QByteArray("about");
        QTest::newRow("a file of that name wins")
            << QByteArray("/clean/both") << 200 << 200 << QByteArray("file");
        QTest::newRow("a page wins over a folder")
            << QByteArray("/clean/team") << 301 << 200 << QByteArray("team page");
        QTest::newRow("a folder with its slash")
            << QByteArray("/clean/team/") << 200 << 200 << QByteArray("team folder");
        QTest::newRow("a folder without a page") << QByteArray("/sub") << 301 << 301 << QByteArray();
        QTest::newRow("a page with a slash behind it")
            << QByteArray("/clean/about/") << 404 << 404 << QByteArray();
        QTest::newRow("a name with a dot")
            << QByteArray("/clean/v1.2") << 404 << 200 << QByteArray("version");
        QTest::newRow("the extension twice") << QByteArray("/clean/twice.html") << 404 << 404 << QByteArray();
        QTest::newRow("nothing") << QByteArray("/clean/nothing") << 404 << 404 << QByteArray();
        QTest::newRow("a page outside") << QByteArray("/clean/out") << 404 << 404 << QByteArray();
        QTest::newRow("hidden") << QByteArray("/clean/.hidden") << 403 << 403 << QByteArray();
    }

    void cleanAddressesFindPages()
    {
        QFETCH(QByteArray, target);
        QFETCH(int, statusWhileOff);
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        m_folder.write(u"clean/about.html"_s, "about");
        m_folder.write(u"clean/both"_s, "file");
        m_folder.write(u"clean/both.html"_s, "page");
        m_folder.write(u"clean/team.html"_s, "team page");
        m_folder.write(u"clean/team/index.html"_s, "team folder");
        m_folder.write(u"clean/v1.2.html"_s, "version");
        m_folder.write(u"clean/twice.html.html"_s, "twice");
        m_folder.write(u"clean/.hidden.html"_s, "hidden");
        m_folder.writeOutside(u"out.html"_s, "outside");
        QFile::link(m_folder.outside() + u"/out.html"_s, m_folder.path(u"clean/out.html"_s));
        SiteConfig config = m_folder.config();
        SiteUnderTest site(config);
        QCOMPARE(site.get(target.toStdString()).status, statusWhileOff);
        config.cleanUrls = true;
        site.apply(config);
        for (int round = 0; round < 2; ++round) {
            const Resolution resolution = site.get(target.toStdString());
            QCOMPARE(resolution.status, status);
            QCOMPARE(bytesOf(resolution.representation), body);
        }
    }

    void aFileInFrontOfAPageIsSeenAtOnce()
    {
        m_folder.write(u"clean/late.html"_s, "page");
        QTRY_VERIFY(SiteFolder::isSettledAt(m_folder.path(u"clean/late.html"_s)));
        SiteConfig config = m_folder.config();
        config.cleanUrls = true;
        SiteUnderTest site(config);
        QCOMPARE(bytesOf(site.get("/clean/late").representation), "page");
        m_folder.write(u"clean/late"_s, "file");
        QCOMPARE(bytesOf(site.get("/clean/late").representation), "file");
    }

    void whatIsMissingShowsTheSitesOwnPage()
    {
        SiteConfig config = m_folder.config();
        SiteUnderTest site(config);
        QVERIFY(!site.get("/nothing").representation);
        m_folder.write(u"404.html"_s, "lost");
        QCOMPARE(site.get("/nothing").status, 404);
        QCOMPARE(bytesOf(site.get("/nothing").representation), "lost");
        QCOMPARE(bytesOf(site.get("/nothing/at/all/").representation), "lost");
        QCOMPARE(site.get("/404.html").status, 200);
        QVERIFY(!site.get("/.hidden").representation);

        config.errors.insert(404, {std::nullopt, {{u"X-Hint"_s, u"look"_s}}});
        site.apply(config);
        QCOMPARE(bytesOf(site.get("/nothing").representation), "lost");
        config.errors.insert(404, {u"own"_s, {}});
        site.apply(config);
        QVERIFY(!site.get("/nothing").representation);
        config.errors.clear();
        config.notFoundPage = false;
        site.apply(config);
        QVERIFY(!site.get("/nothing").representation);
        QFile::remove(m_folder.path(u"404.html"_s));
    }

    void withoutTypesEveryFileIsBytes()
    {
        SiteConfig config = m_folder.config();
        config.contentTypesEnabled = false;
        config.restrictedTypes = {u"key"_s};
        m_folder.write(u"private.key"_s, "k");
        SiteUnderTest site(config);
        const Resolution page = site.get("/sub/");
        QCOMPARE(page.status, 200);
        QCOMPARE(page.representation->mediaType, "application/octet-stream");
        QCOMPARE(site.get("/private.key").status, 403);
        config.contentTypesEnabled = true;
        site.apply(config);
        QCOMPARE(site.get("/sub/").representation->mediaType, "text/html; charset=utf-8");
    }

    void typesAreRefusedAndRestricted()
    {
        m_folder.write(u"photo.png"_s, "png");
        m_folder.write(u"server.KEY"_s, "key");
        m_folder.write(u"blob.bin"_s, "bin");
        link(u"server.KEY"_s, u"harmless.txt"_s);
        SiteConfig config = m_folder.config();
        config.contentTypes.insert(u"png"_s, std::nullopt);
        config.restrictedTypes = {u".key"_s};
        SiteUnderTest site(config);
        QCOMPARE(site.get("/photo.png").status, 415);
        QCOMPARE(site.get("/server.KEY").status, 403);
        QCOMPARE(site.get("/nothere.key").status, 403);
        QCOMPARE(site.get("/harmless.txt").status, 403);
        QCOMPARE(site.get("/nothere.png").status, 404);
        QCOMPARE(site.get("/blob.bin").representation->mediaType, "application/octet-stream");
    }

private:
    void link(const QString &target, const QString &name)
    {
        const QByteArray file = QFile::encodeName(m_folder.path(name));
        ::unlink(file);
        if (::symlink(QFile::encodeName(target), file) != 0)
            qFatal("cannot link");
    }

    static void bindSocket(const QString &file)
    {
        const QByteArray name = QFile::encodeName(file);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(std::size_t(name.size()) < sizeof address.sun_path);
        std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
        const base::UniqueFd descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::bind(descriptor.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    }

    SiteFolder m_folder;
};

QTEST_APPLESS_MAIN(TestDocumentRoot)
#include "tst_documentroot.moc"
