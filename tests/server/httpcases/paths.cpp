// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/fixture.h"
#include "tests/server/httpcases/httpcase.h"

namespace servelab::tests::httpcases {
namespace {

/// A row for each path, named by it, all answered alike.
void addPaths(
    RowWriter &table, const QByteArray &number, const QByteArrayList &paths, const Expectation &answer)
{
    for (const QByteArray &path : paths)
        table.kept(number + ' ' + shown(path), get(path), answer);
}

void addParents(Rows &rows)
{
    RowWriter table(rows);
    addPaths(table, "F1",
        {"/../x", "/%2e%2e/x", "/.%2e/x", "/..%2fx", "/..%5cx", "/\\..\\x", "/sub/../a.txt",
            "/sub/%2e%2e/a.txt", "/..", "/sub/.."},
        403);
    addPaths(table, "F2", {"/%252e%252e%252fx"}, 404);
    const Expectation file = Expectation(200).body(Fixture::patterned(100));
    addPaths(table, "F3", {"/./a.txt", "/%2e/a.txt", "//////a.txt"}, file);
    addPaths(table, "F3", {"/sub//index.html", "/sub%2Findex.html", "/sub%5Cindex.html"},
        Expectation(200).body("<title>sub</title>"));
    addPaths(table, "F4", {"/../root-evil/s.txt", "/%2e%2e/root-evil/s.txt"}, 403);
}

void addEscapes(Rows &rows)
{
    RowWriter table(rows);
    addPaths(table, "F5", {"/a.txt%00", "/.env%00.png"}, 400);
    addPaths(table, "F6", {"/%", "/%zz", "/%2", "/caf%E9.txt", "/%c0%ae%c0%ae/x"}, 400);
    addPaths(table, "F7", {"/a%0d%0aX:y"}, Expectation(404).with({"!X"}));
    const QList<std::pair<QByteArray, QByteArray>> literal{{"/100%25.txt", "percent"},
        {"/q%3F.txt", "question"}, {"/a+b.txt", "plus"}, {"/a%2Bb.txt", "plus"}, {"/sp%20ace.txt", "space"},
        {"/semi;x.txt", "semicolon"}, {"/caf%C3%A9.txt", "coffee"}};
    for (const auto &[path, body] : literal)
        addPaths(table, "F8", {path}, Expectation(200).body(body));
}

void addLinks(Rows &rows)
{
    RowWriter table(rows);
    addPaths(table, "F9", {"/link.txt", "/linkdir/secret.txt", "/linkdir", "/linkdir/"}, 403);
    addPaths(table, "F10", {"/inlink.txt"}, Expectation(200).body(Fixture::patterned(100)));
    addPaths(table, "F10", {"/dotlink/acme"}, 403);
    const QByteArrayList hidden{"/.env", "/%2eenv", "/.nothere", "/.../a.txt", "/.well-known/acme"};
    addPaths(table, "F11", hidden, 403);
    for (const QByteArray &path : hidden)
        table.kept("F11 HEAD " + path, request("HEAD " + path), Expectation(403).toHead());
    addPaths(table, "F12", {"/fifo", "/fifo/", "/socket"}, 404);
    addPaths(table, "F16", {"/unreadable.txt"}, 403);
    table.unable("F17 streams, trailing dots, short and device names",
        "Only the file names of Windows have them; here they are names like others.");
}

void addFolders(Rows &rows)
{
    RowWriter table(rows);
    const auto redirect = [](const QByteArray &to) {
        return Expectation(301).with({"Location: " + to, "Content-Length: 0"});
    };
    addPaths(table, "F13", {"/sub", "//sub", "/./sub"}, redirect("/sub/"));
    addPaths(table, "F13", {"/sub?x=1"}, redirect("/sub/?x=1"));
    addPaths(table, "F13", {"/sub/"}, Expectation(200).body("<title>sub</title>"));
    addPaths(table, "F13", {"/noindex/"}, 404);
    addPaths(table, "F14", {"/a.txt/", "/a.txt/b"}, 404);
    QByteArray deep;
    while (deep.size() < 4200)
        deep += "/" + QByteArray(60, 'd');
    addPaths(table, "F15", {"/" + QByteArray(256, 'a')}, 404);
    table.kept("F15 path over 4 kB", get(deep), 404);
    RowWriter relaxed(rows, Served::Relaxed);
    relaxed.kept("F13 without redirects /sub", get("/sub"), Expectation(200).body("<title>sub</title>"));
    relaxed.kept("F13 without redirects /noindex", get("/noindex"), 404);
}

void addSinglePages(Rows &rows)
{
    RowWriter table(rows, Served::SinglePage);
    const QByteArray html = "Accept: text/html,*/*;q=0.8\r\n";
    const Expectation page = Expectation(200).body("<title>home</title>");
    table.kept("F18 route", get("/route/x", html), page);
    table.kept("F18 no Accept", get("/route/x"), page);
    table.kept("F18 asset", get("/x.js", "Accept: */*\r\n"), 404);
    table.kept("F18 asset asked for as a page", get("/x.js", html), 404);
    table.kept("F18 client of JSON", get("/route/x", "Accept: application/json\r\n"), 404);
    table.kept("F18 no HTML", get("/route/x", "Accept: text/html;q=0, application/json\r\n"), 404);
    table.kept("F18 hidden", get("/.git/x", html), 403);
    table.kept(
        "F18 HEAD", request("HEAD /route/x", html), Expectation(200).with({"Content-Length: 19"}).toHead());
    table.kept("F18 POST", request("POST /route/x", html), 405);
}

} // namespace

Rows pathRows(const Facts &)
{
    Rows rows;
    addParents(rows);
    addEscapes(rows);
    addLinks(rows);
    addFolders(rows);
    addSinglePages(rows);
    return rows;
}

} // namespace servelab::tests::httpcases
