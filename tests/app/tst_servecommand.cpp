// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Answer;
using test::Folder;
using test::get;
using test::Outcome;
using test::RunningProgram;
using test::runProgram;

class tst_ServeCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void printsTheUrlFirst();
    void servesTheWorkingFolderByDefault();
    void endsCleanly_data();
    void endsCleanly();
    void namesWhoHoldsAPort();
    void printsTheDefaults();
    void setsWhatItsOptionsSay_data();
    void setsWhatItsOptionsSay();
    void optionsOverrideTheFile_data();
    void optionsOverrideTheFile();
    void takesKeysAndValues();
    void refusesToRecordTooMuchOfABody();
    void takesARelativeRootFromTheFilesFolder();
    void servesFurtherHosts();
    void servesTheSampleSite();
};

namespace {

/// The value at a dotted path.
QJsonValue valueAt(const QJsonObject &object, const QString &path)
{
    QJsonValue value = object;
    for (const QString &key : path.split(u'.'))
        value = value.toObject().value(key);
    return value;
}

const QStringList serveOnFreePort{u"serve"_s, u"--port"_s, u"0"_s};

} // namespace

void tst_ServeCommand::printsTheUrlFirst()
{
    const Folder folder;
    folder.write(u"index.html"_s, "hello");
    RunningProgram program(serveOnFreePort + QStringList{folder.path()});
    const QUrl url(program.readLine());
    QVERIFY(url.isValid());
    QCOMPARE(url.scheme(), u"http"_s);
    QVERIFY(url.port() > 0);
    const Answer answer = get(url);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.body, "hello");
}

void tst_ServeCommand::servesTheWorkingFolderByDefault()
{
    const Folder folder;
    folder.write(u"a.txt"_s, "a");
    RunningProgram program(serveOnFreePort, folder.path());
    QUrl url(program.readLine());
    url.setPath(u"/a.txt"_s);
    QCOMPARE(get(url).body, "a");
}

void tst_ServeCommand::endsCleanly_data()
{
    QTest::addColumn<bool>("byInterrupt");
    QTest::newRow("on SIGINT") << true;
    QTest::newRow("on SIGTERM") << false;
}

void tst_ServeCommand::endsCleanly()
{
    QFETCH(bool, byInterrupt);
    const Folder folder;
    RunningProgram program(serveOnFreePort + QStringList{folder.path()});
    const QUrl url(program.readLine());
    QVERIFY(url.isValid());
    if (byInterrupt)
        program.interrupt();
    else
        program.terminate();
    QCOMPARE(program.finish().exitCode, 0);
    QCOMPARE(get(url).status, 0);
}

void tst_ServeCommand::namesWhoHoldsAPort()
{
    const Folder folder;
    RunningProgram first(serveOnFreePort + QStringList{folder.path()});
    const QString port = QString::number(QUrl(first.readLine()).port());
    const Outcome second = runProgram({u"serve"_s, u"--port"_s, port, folder.path()});
    QCOMPARE(second.exitCode, 1);
    QCOMPARE(second.output, QString());
    QVERIFY2(second.errors.contains(port), qPrintable(second.errors));
    QVERIFY2(second.errors.contains(QString::number(first.pid())), qPrintable(second.errors));
    QVERIFY(first.isRunning());
}

void tst_ServeCommand::printsTheDefaults()
{
    const QJsonObject config = runProgram({u"serve"_s, u"--print-config"_s}).json();
    QCOMPARE(valueAt(config, u"host"_s), u"127.0.0.1"_s);
    QCOMPARE(valueAt(config, u"port"_s), 8080);
    QCOMPARE(valueAt(config, u"index"_s), u"index.html"_s);
    QCOMPARE(valueAt(config, u"noCache"_s), true);
    QCOMPARE(valueAt(config, u"allowDotfiles"_s), false);
    QCOMPARE(valueAt(config, u"compression.enabled"_s), false);
    QCOMPARE(valueAt(config, u"compression.brotliQuality"_s), 4);
    QCOMPARE(valueAt(config, u"compression.thresholdBytes"_s), 1024);
    QCOMPARE(valueAt(config, u"timeouts.inactivity"_s), 30'000);
    QCOMPARE(valueAt(config, u"timeouts.request"_s), 300'000);
    QCOMPARE(valueAt(config, u"timeouts.headers"_s), 60'000);
    QCOMPARE(valueAt(config, u"timeouts.keepAlive"_s), 5'000);
}

void tst_ServeCommand::setsWhatItsOptionsSay_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonValue>("expected");
    const auto row = [](const QStringList &options, const QString &path, const QJsonValue &expected) {
        QTest::newRow(qPrintable(options.join(u' '))) << options << path << expected;
    };
    row({u"--host"_s, u"::1"_s}, u"host"_s, u"::1"_s);
    row({u"-p"_s, u"0"_s}, u"port"_s, 0);
    row({u"--workers=2"_s}, u"workers"_s, 2);
    row({u"--domain=a.localhost"_s}, u"domain"_s, u"a.localhost"_s);
    row({u"--any-host"_s}, u"anyHost"_s, true);
    row({u"--https-port=0"_s}, u"https.port"_s, 0);
    row({u"--cert=/c.pem"_s}, u"https.certificate"_s, u"/c.pem"_s);
    row({u"--key=/k.pem"_s}, u"https.key"_s, u"/k.pem"_s);
    row({u"--ca=/ca.pem"_s}, u"https.ca"_s, u"/ca.pem"_s);
    row({u"--passphrase-file=/secret"_s}, u"https.passphraseFile"_s, u"/secret"_s);
    row({u"--tls-minimum=1.3"_s}, u"https.minimumVersion"_s, u"1.3"_s);
    row({u"--index"_s, u"start.html"_s}, u"index"_s, u"start.html"_s);
    row({u"--spa"_s}, u"spaFallback"_s, true);
    row({u"--spa=app.html"_s}, u"spaFallback"_s, u"app.html"_s);
    row({u"--no-directory-redirect"_s}, u"directoryRedirect"_s, false);
    row({u"--listing"_s}, u"directoryListing"_s, true);
    row({u"--clean-urls"_s}, u"cleanUrls"_s, true);
    row({u"--precompressed"_s}, u"precompressedSiblings"_s, true);
    row({u"--no-content-types"_s}, u"contentTypes"_s, false);
    row({u"--no-not-found-page"_s}, u"notFoundPage"_s, false);
    row({u"--allow-dotfiles"_s}, u"allowDotfiles"_s, true);
    row({u"--cache"_s}, u"noCache"_s, false);
    row({u"--cache=max-age=60"_s}, u"cacheControl"_s, u"max-age=60"_s);
    row({u"--compression"_s}, u"compression.enabled"_s, true);
    row({u"--brotli-quality=11"_s}, u"compression.brotliQuality"_s, 11);
    row({u"--gzip-level=9"_s}, u"compression.gzipLevel"_s, 9);
    row({u"--max-body=64KiB"_s}, u"maximumBodyBytes"_s, 65'536);
    row({u"--timeout=1000"_s}, u"timeouts.inactivity"_s, 1'000);
    row({u"--request-timeout=2s"_s}, u"timeouts.request"_s, 2'000);
    row({u"--headers-timeout=3s"_s}, u"timeouts.headers"_s, 3'000);
    row({u"--keep-alive-timeout=0"_s}, u"timeouts.keepAlive"_s, 0);
    row({u"--log=access.ndjson"_s}, u"log"_s, u"access.ndjson"_s);
    row({u"--log-size=8KiB"_s}, u"logRotation.maximumBytes"_s, 8192);
    row({u"--log-files=0"_s}, u"logRotation.filesKept"_s, 0);
    row({u"--log-body"_s}, u"logBody"_s, true);
    row({u"--log-body=1KiB"_s}, u"logBodyBytes"_s, 1024);
    row({u"--verbose"_s}, u"verbose"_s, true);
}

void tst_ServeCommand::setsWhatItsOptionsSay()
{
    QFETCH(QStringList, options);
    QFETCH(QString, path);
    QFETCH(QJsonValue, expected);
    const Folder folder;
    const Outcome outcome = runProgram(QStringList{u"serve"_s, u"--print-config"_s} + options, folder.path());
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QCOMPARE(valueAt(outcome.json(), path), expected);
}

void tst_ServeCommand::optionsOverrideTheFile_data()
{
    QTest::addColumn<bool>("fileFirst");
    QTest::newRow("behind the file's name") << true;
    QTest::newRow("before the file's name") << false;
}

void tst_ServeCommand::optionsOverrideTheFile()
{
    QFETCH(bool, fileFirst);
    const Folder folder;
    const QStringList file{
        u"--config"_s, folder.write(u"site.json"_s, R"({"port": 9001, "index": "a.html"})")};
    const QStringList option{u"--port"_s, u"9002"_s};
    const Outcome outcome = runProgram(
        QStringList{u"serve"_s, u"--print-config"_s} + (fileFirst ? file + option : option + file),
        folder.path());
    QCOMPARE(outcome.json().value(u"port"_s), 9002);
    QCOMPARE(outcome.json().value(u"index"_s), u"a.html"_s);
}

void tst_ServeCommand::takesKeysAndValues()
{
    const Folder folder;
    folder.write(u"public/index.html"_s, "public");
    RunningProgram program({u"serve"_s, u"root=public"_s, u"port=1"_s, u"compression=true"_s, u"--port"_s,
                               u"0"_s, u"launch=now"_s},
        folder.path());
    QCOMPARE(get(QUrl(program.readLine())).body, "public");
    const Outcome wrong = runProgram({u"serve"_s, u"prot=80"_s, u"brotliQuality=12"_s}, folder.path());
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.errors.contains(u"The nearest one is \"port\"."_s), qPrintable(wrong.errors));
    QVERIFY2(wrong.errors.contains(u"brotliQuality=12: compression.brotliQuality is 12."_s),
        qPrintable(wrong.errors));
}

void tst_ServeCommand::refusesToRecordTooMuchOfABody()
{
    const Folder folder;
    const Outcome tooMuch = runProgram({u"serve"_s, u"--log-body=4GiB"_s}, folder.path());
    QCOMPARE(tooMuch.exitCode, 2);
    QVERIFY2(tooMuch.errors.contains(u"4GiB"_s), qPrintable(tooMuch.errors));
}

void tst_ServeCommand::takesARelativeRootFromTheFilesFolder()
{
    const Folder folder;
    folder.write(u"moved/public/index.html"_s, "moved");
    const QString file = folder.write(u"moved/site.json"_s, R"({"root": "public"})");
    RunningProgram program(serveOnFreePort + QStringList{u"--config"_s, file});
    QCOMPARE(get(QUrl(program.readLine())).body, "moved");
}

void tst_ServeCommand::servesFurtherHosts()
{
    const Folder folder;
    folder.write(u"a/index.html"_s, "a");
    folder.write(u"b/index.html"_s, "b");
    RunningProgram program(
        serveOnFreePort + QStringList{u"a"_s, u"--domain=a.localhost"_s, u"--vhost"_s, u"b.localhost=b"_s},
        folder.path());
    const QUrl url(program.readLine());
    QCOMPARE(get(url, "a.localhost").body, "a");
    QCOMPARE(get(url, "B.LOCALHOST").body, "b");
    QCOMPARE(get(url, "c.localhost").status, 421);
}

void tst_ServeCommand::servesTheSampleSite()
{
    const QString file = qEnvironmentVariable("SERVELAB_BINARY_DIR") + u"/sample-site/site.json"_s;
    RunningProgram program(serveOnFreePort + QStringList{u"--config"_s, file});
    QUrl url(program.readLine());
    QVERIFY(get(url, "main.localhost").body.contains("How the web performs"));
    QVERIFY(get(url, "docs.localhost").body.contains("Reading the numbers"));
    url.setPath(u"/missing.html"_s);
    QCOMPARE(get(url, "main.localhost").status, 404);
    url.setPath(u"/heatmap.png"_s);
    QVERIFY(get(url, "main.localhost").body.startsWith("\x89PNG"));
    url.setPath(u"/data/records.jsonl"_s);
    QCOMPARE(get(url, "main.localhost").body.size(), 2'621'609);
}

QTEST_GUILESS_MAIN(tst_ServeCommand)
#include "tst_servecommand.moc"
