// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Folder;
using test::Outcome;
using test::RunningProgram;
using test::runProgram;

/// "cert create", and "serve" with what it makes.
class tst_CertCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<Folder>();
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->path()));
    }

    void tellsWhatItHasMadeAndHowToTrustIt();
    void replacesNothingUnlessToldTo();
    void isUsedWrongly_data();
    void isUsedWrongly();
    void servesWithTheCertificate_data();
    void servesWithTheCertificate();
    void httpsWithoutACertificateTellsHowToGetOne();
    void aRelativeCertificateIsTakenFromTheFilesFolder();
    void thePassphraseIsNotPrinted();

private:
    QString own(const QString &file) const { return m_folder->path() + u"/servelab/certificates/"_s + file; }

    std::unique_ptr<Folder> m_folder;
};

/// The answer to a GET over TLS where the authority vouches for the host; else what is wrong.
static QByteArray getSecurely(const QUrl &url, const QString &authority, const QString &name)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(authority));
    QSslSocket socket;
    socket.setSslConfiguration(configuration);
    socket.connectToHostEncrypted(url.host(), quint16(url.port()), name);
    if (!socket.waitForEncrypted(10'000))
        return "not encrypted: " + socket.errorString().toUtf8();
    socket.write("GET / HTTP/1.1\r\nHost: " + name.toUtf8() + "\r\nConnection: close\r\n\r\n");
    QByteArray all;
    while (socket.waitForReadyRead(10'000))
        all += socket.readAll();
    return all;
}

void tst_CertCommand::tellsWhatItHasMadeAndHowToTrustIt()
{
    const Outcome outcome = runProgram({u"cert"_s, u"create"_s, u"shop.test"_s});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    for (const QString &file :
        {own(u"shop.test.pem"_s), own(u"shop.test-key.pem"_s), own(u"servelab-authority.pem"_s)}) {
        QVERIFY(QFile::exists(file));
        QVERIFY2(outcome.output.contains(file), qPrintable(outcome.output));
    }
    for (const auto &word : {u"shop.test, localhost, *.localhost"_s, u"Debian"_s, u"Fedora"_s, u"Windows"_s,
             u"macOS"_s, u"Firefox"_s, u"Chrome"_s, u"--cacert"_s})
        QVERIFY2(outcome.output.contains(word), qPrintable(word));
    QVERIFY(!outcome.output.contains(u"PRIVATE KEY"_s));

    const QString out = m_folder->path() + u"/elsewhere"_s;
    const Outcome second = runProgram({u"cert"_s, u"create"_s, u"--out"_s, out, u"--days=10"_s});
    QVERIFY(QFile::exists(out + u"/localhost.pem"_s));
    QVERIFY(second.output.contains(u"already"_s));
    const auto certificates = QSslCertificate::fromPath(out + u"/localhost.pem"_s);
    QCOMPARE(QDateTime::currentDateTimeUtc().daysTo(certificates.first().expiryDate()), 10);
}

void tst_CertCommand::replacesNothingUnlessToldTo()
{
    QCOMPARE(runProgram({u"cert"_s, u"create"_s}).exitCode, 0);
    const Outcome again = runProgram({u"cert"_s, u"create"_s});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.errors.contains(own(u"localhost-key.pem"_s)) && again.errors.contains(u"--force"_s),
        qPrintable(again.errors));
    QCOMPARE(again.output, QString());
    QCOMPARE(runProgram({u"cert"_s, u"create"_s, u"--force"_s}).exitCode, 0);
}

void tst_CertCommand::isUsedWrongly_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("too many days") << QStringList{u"--days=826"_s} << 2;
    QTest::newRow("no day") << QStringList{u"--days=0"_s} << 2;
    QTest::newRow("an option that is not there") << QStringList{u"--name=a.test"_s} << 2;
    QTest::newRow("a URL") << QStringList{u"http://a.test/"_s} << 1;
    QTest::newRow("a name with a port") << QStringList{u"a.test:1"_s} << 1;
}

void tst_CertCommand::isUsedWrongly()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    const Outcome outcome = runProgram(QStringList{u"cert"_s, u"create"_s} + arguments);
    QCOMPARE(outcome.exitCode, exitCode);
    QVERIFY(!outcome.errors.isEmpty());
}

void tst_CertCommand::servesWithTheCertificate_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("lines");
    QTest::newRow("both") << QStringList{u"--https"_s} << 2;
    QTest::newRow("HTTPS only") << QStringList{u"--https-only"_s} << 1;
}

void tst_CertCommand::servesWithTheCertificate()
{
    QFETCH(QStringList, options);
    QFETCH(int, lines);
    QCOMPARE(runProgram({u"cert"_s, u"create"_s}).exitCode, 0);
    m_folder->write(u"site/index.html"_s, "hello");
    RunningProgram program(
        QStringList{u"serve"_s, m_folder->path() + u"/site"_s, u"--port=0"_s, u"--https-port=0"_s} + options);
    QUrl url(program.readLine());
    if (lines == 2) {
        QCOMPARE(url.scheme(), u"http"_s);
        QCOMPARE(test::get(url).body, "hello");
        url = QUrl(program.readLine());
    }
    QCOMPARE(url.scheme(), u"https"_s);
    const QByteArray answer = getSecurely(url, own(u"servelab-authority.pem"_s), u"localhost"_s);
    QVERIFY2(answer.startsWith("HTTP/1.1 200") && answer.endsWith("hello"), answer.constData());
    const QByteArray foreign = getSecurely(url, own(u"servelab-authority.pem"_s), u"foreign.test"_s);
    QVERIFY(foreign.startsWith("not encrypted"));
    program.interrupt();
    const Outcome outcome = program.finish();
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.output, QString());
}

void tst_CertCommand::httpsWithoutACertificateTellsHowToGetOne()
{
    const Outcome outcome = runProgram({u"serve"_s, m_folder->path(), u"--https"_s});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains(u"cert create"_s), qPrintable(outcome.errors));
}

void tst_CertCommand::aRelativeCertificateIsTakenFromTheFilesFolder()
{
    m_folder->write(u"moved/public/index.html"_s, "moved");
    const QString config = m_folder->write(u"moved/site.json"_s,
        R"({"root": "public", "https": {"enabled": true, "only": true, "port": 0, "certificate": "localhost.pem", "key": "localhost-key.pem"}})");
    QCOMPARE(runProgram({u"cert"_s, u"create"_s, u"--out"_s, m_folder->path() + u"/moved"_s}).exitCode, 0);
    RunningProgram program({u"serve"_s, u"--config"_s, config});
    const QUrl url(program.readLine());
    const QByteArray answer = getSecurely(url, own(u"servelab-authority.pem"_s), u"localhost"_s);
    QVERIFY2(answer.endsWith("moved"), answer.constData());
}

void tst_CertCommand::thePassphraseIsNotPrinted()
{
    const QString config = m_folder->write(u"site.json"_s, R"({"https": {"passphrase": "open sesame"}})");
    const Outcome outcome = runProgram({u"serve"_s, u"--config"_s, config, u"--print-config"_s});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(!outcome.output.contains(u"sesame"_s) && !outcome.errors.contains(u"sesame"_s));
    QVERIFY2(outcome.errors.contains(u"passphraseFile"_s), qPrintable(outcome.errors));
}

QTEST_GUILESS_MAIN(tst_CertCommand)
#include "tst_certcommand.moc"
