// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/certificatefolder.h"
#include "core/certificates/openssl.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace servelab;
using namespace servelab::certificates;

/// Certificates that this program makes, and the files they are in.
class TestCertificateFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFileIsForItsOwnerAlone();
    void theAuthorityIsMadeOnce();
    void nothingIsReplacedUnlessItMayBe();
    void theNamesAreInIt();
    void namesThatAreNoneAreRefused_data();
    void namesThatAreNoneAreRefused();
    void daysHaveTheirRange_data();
    void daysHaveTheirRange();
    void nothingOutlivesItsAuthority();
    void halfAnAuthorityIsNone();
    void aFolderThatCannotBeMadeIsNamed();
    void opensslTakesThem();

private:
    NewCertificate wanted(const QStringList &names) const
    {
        return {
            .authorityFolder = path(u"authority"_s), .folder = path(u"out"_s), .request = {.names = names}};
    }
    QString path(const QString &name) const { return m_folder->filePath(name); }
    static QByteArray read(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
};

static int modeOf(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 0777) : -1;
}

void TestCertificateFolder::everyFileIsForItsOwnerAlone()
{
    const mode_t mask = ::umask(0); // nothing but the program itself protects them
    const auto created = createCertificate(wanted({u"shop.test"_s}));
    ::umask(mask);
    QVERIFY2(created.has_value(), created ? "" : qPrintable(created.error().toString()));
    const QStringList files{created->files.certificate, created->files.key, created->files.authority,
        path(u"authority/servelab-authority-key.pem"_s)};
    for (const QString &file : files)
        QCOMPARE(modeOf(file), 0600);
    QCOMPARE(modeOf(path(u"authority"_s)), 0700);
    QCOMPARE(modeOf(path(u"out"_s)), 0700);
    QCOMPARE(created->files.certificate, path(u"out/shop.test.pem"_s));
    QCOMPARE(created->files.key, path(u"out/shop.test-key.pem"_s));
    QCOMPARE(QDir(path(u"out"_s)).entryList(QDir::Files).size(), 2);
}

void TestCertificateFolder::theAuthorityIsMadeOnce()
{
    const auto first = createCertificate(wanted({u"a.test"_s}));
    const QByteArray authority = read(first->files.authority);
    const auto second = createCertificate(wanted({u"b.test"_s}));
    QVERIFY(first->isAuthorityNew && !second->isAuthorityNew);
    QCOMPARE(read(second->files.authority), authority);
    QCOMPARE(second->info.issuer, readCertificate(first->files.authority)->subject);
}

void TestCertificateFolder::nothingIsReplacedUnlessItMayBe()
{
    NewCertificate again = wanted({u"a.test"_s});
    const auto first = createCertificate(again);
    const QByteArray key = read(first->files.key);
    const QByteArray authority = read(first->files.authority);

    const auto refused = createCertificate(again);
    QVERIFY(!refused.has_value());
    QVERIFY2(refused.error().message.contains(first->files.key), qPrintable(refused.error().message));
    QVERIFY(refused.error().remedy.contains(u"--force"_s));
    QCOMPARE(read(first->files.key), key);

    again.replaces = true;
    const auto replaced = createCertificate(again);
    QVERIFY(replaced.has_value());
    QVERIFY(read(replaced->files.key) != key);
    QCOMPARE(modeOf(replaced->files.key), 0600);
    QCOMPARE(read(replaced->files.authority), authority);
}

void TestCertificateFolder::theNamesAreInIt()
{
    const auto created = createCertificate(wanted(
        {u"Shop.TEST"_s, u"*.shop.test"_s, u"b\u00fccher.test"_s, u"127.0.0.1"_s, u"::1"_s, u"shop.test"_s}));
    QVERIFY(created.has_value());
    QCOMPARE(created->info.names,
        (QStringList{u"shop.test"_s, u"*.shop.test"_s, u"xn--bcher-kva.test"_s, u"127.0.0.1"_s, u"::1"_s}));
    const QStringList own = ownNames();
    for (const auto &name : {u"localhost"_s, u"*.localhost"_s, u"127.0.0.1"_s, u"::1"_s})
        QVERIFY(own.contains(name));
    QVERIFY(createCertificate(wanted(own)).has_value());
}

void TestCertificateFolder::namesThatAreNoneAreRefused_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &name : {u""_s, u"a b"_s, u"a.test:8080"_s, u"http://a.test"_s, u"a/b"_s,
             u"a,DNS:evil.test"_s, u"a\nb"_s, u"..test"_s, u"*"_s, u"a.*.test"_s, u"../up"_s})
        QTest::newRow(qPrintable(u"'%1'"_s.arg(name))) << name;
}

void TestCertificateFolder::namesThatAreNoneAreRefused()
{
    QFETCH(QString, name);
    const auto first = createCertificate(wanted({name, u"a.test"_s}));
    QVERIFY(!first.has_value());
    QVERIFY(!first.error().remedy.isEmpty());
    const auto second = createCertificate(wanted({u"a.test"_s, name}));
    QVERIFY(!second.has_value());
    QCOMPARE(QDir(path(u"out"_s)).entryList(QDir::Files), QStringList());
}

void TestCertificateFolder::daysHaveTheirRange_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("none") << 0 << false;
    QTest::newRow("one") << 1 << true;
    QTest::newRow("as many as browsers take") << mostDays << true;
    QTest::newRow("one more") << mostDays + 1 << false;
}

void TestCertificateFolder::daysHaveTheirRange()
{
    QFETCH(int, days);
    QFETCH(bool, isTaken);
    NewCertificate wish = wanted({u"a.test"_s});
    wish.request.days = days;
    const auto created = createCertificate(wish);
    QCOMPARE(created.has_value(), isTaken);
    if (isTaken)
        QVERIFY(qAbs(QDateTime::currentDateTimeUtc().addDays(days).secsTo(created->info.notAfter)) < 60);
}

void TestCertificateFolder::nothingOutlivesItsAuthority()
{
    const auto authority = makeAuthority(u"Short"_s);
    std::vector<X509Pointer> parts = certificatesIn(authority->certificate);
    X509_gmtime_adj(X509_getm_notAfter(parts.front().get()), 24 * 60 * 60);
    const BioPointer keyText = bioOver(authority->key);
    const KeyPointer key(PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr));
    X509_sign(parts.front().get(), key.get(), EVP_sha256());
    const BioPointer text(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(text.get(), parts.front().get());
    char *bytes = nullptr;
    const long length = BIO_get_mem_data(text.get(), &bytes);

    const KeyAndCertificate shortened{QByteArray(bytes, length), authority->key};
    const auto issued = issueCertificate(shortened, {.names = {u"a.test"_s}, .days = 100});
    QVERIFY(issued.has_value());
    QCOMPARE(infoOf(*certificatesIn(issued->certificate).front()).notAfter, infoOf(*parts.front()).notAfter);
}

void TestCertificateFolder::halfAnAuthorityIsNone()
{
    const auto first = createCertificate(wanted({u"a.test"_s}));
    const QString key = path(u"authority/servelab-authority-key.pem"_s);

    QVERIFY(QFile::rename(key, key + u".away"_s));
    const auto withoutKey = createCertificate(wanted({u"b.test"_s}));
    QVERIFY(!withoutKey.has_value());
    QVERIFY2(withoutKey.error().message.contains(key), qPrintable(withoutKey.error().message));

    QVERIFY(QFile::rename(key + u".away"_s, key));
    QVERIFY(QFile::remove(first->files.authority));
    const auto withoutCertificate = createCertificate(wanted({u"b.test"_s}));
    QVERIFY(!withoutCertificate.has_value());
    QVERIFY(withoutCertificate.error().message.contains(first->files.authority));
    QVERIFY(QFile::exists(key));
}

void TestCertificateFolder::aFolderThatCannotBeMadeIsNamed()
{
    QFile file(path(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    NewCertificate wish = wanted({u"a.test"_s});
    wish.folder = path(u"file/out"_s);
    const auto created = createCertificate(wish);
    QVERIFY(!created.has_value());
    QVERIFY2(created.error().message.contains(wish.folder), qPrintable(created.error().message));
}

void TestCertificateFolder::opensslTakesThem()
{
    const QString openssl = QStandardPaths::findExecutable(u"openssl"_s);
    if (openssl.isEmpty())
        QSKIP("openssl is not installed");
    const auto created = createCertificate(wanted({u"a.test"_s, u"127.0.0.1"_s}));
    const QList<QStringList> checks{{u"-verify_hostname"_s, u"a.test"_s}, {u"-verify_ip"_s, u"127.0.0.1"_s},
        {u"-purpose"_s, u"sslserver"_s}, {u"-x509_strict"_s}};
    for (const QStringList &check : checks) {
        QProcess process;
        process.start(openssl,
            QStringList{u"verify"_s, u"-CAfile"_s, created->files.authority} + check
                + QStringList{created->files.certificate});
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }
}

QTEST_APPLESS_MAIN(TestCertificateFolder)
#include "tst_certificatefolder.moc"
