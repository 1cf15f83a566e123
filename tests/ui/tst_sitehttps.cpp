// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sitehttps.h"

#include "tests/certificates/testcertificates.h"
#include "tests/ui/sampledata.h"
#include "ui/sessions/sitecollection.h"
#include "ui/widgets/errorbanner.h"
#include "ui/widgets/fieldrow.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslSocket>
#include <QTcpServer>
#include <QTest>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

class TestSiteHttps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<SiteStore>(m_folder->filePath(u"sites.json"_s));
        m_sites = std::make_unique<SiteCollection>(*m_store);
        site::SiteConfig config;
        config.root = testing::writeSite(m_folder->path(), u"blog"_s);
        config.port = 0;
        config.https.port = 0;
        config.workers = 1;
        m_id = m_sites->addSite(config);
        m_page = std::make_unique<SiteHttps>(*m_sites, m_folder->filePath(u"certificates"_s));
        m_page->setSite(site());
        m_page->resize(900, 900);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }

    void cleanup()
    {
        m_page.reset();
        m_sites.reset();
        m_store.reset();
    }

    void aCertificateIsMadeByOneKey()
    {
        site()->start();
        QVERIFY(m_page->isEmpty());
        m_page->focusFirst();
        press(Qt::Key_Space);
        QTRY_VERIFY(https().enabled);
        QVERIFY(!m_page->isEmpty());
        QTRY_VERIFY(!firstPageByHttps().isEmpty());
        QTRY_VERIFY(part<QLabel>(u"validity"_s)->isVisible());
        QVERIFY(part<QLabel>(u"validity"_s)->text().startsWith(u"Valid until "_s));
        QTRY_VERIFY(part<QPlainTextEdit>(u"trustCommands"_s)->isVisible());
        QVERIFY(part<QPlainTextEdit>(u"trustCommands"_s)
                ->toPlainText()
                .contains(m_folder->filePath(u"certificates/servelab-authority.pem"_s)));

        m_sites->undoStack().undo();
        QVERIFY(!https().enabled);
        QVERIFY(m_page->isEmpty());
        QTRY_VERIFY(firstPageByHttp().contains("200 OK"));
        QVERIFY(site()->securedUrl().isEmpty());
    }

    void aSecondSiteGetsAnotherPort()
    {
        site::SiteConfig config = site()->config();
        config.https.port = 18'443;
        m_sites->change(m_id, config, u"https"_s);
        create();
        QCOMPARE(https().port, 18'443);
        site::SiteConfig other = config;
        other.root = testing::writeSite(m_folder->path(), u"shop"_s);
        m_id = m_sites->addSite(other);
        m_page->setSite(site());
        create();
        QCOMPARE(https().port, 18'444);
    }

    void aNewCertificateCanBeGoneBackFrom()
    {
        create();
        const site::HttpsConfig first = https();
        m_sites->undoStack().setClean();
        site::SiteConfig config = site()->config();
        config.domains = {{u"shop.test"_s, config.root}};
        m_sites->change(m_id, config, u"domains"_s);
        QTRY_VERIFY(part<QLabel>(u"missingNames"_s)->isVisible());
        QVERIFY(part<QLabel>(u"missingNames"_s)->text().contains(u"shop.test"_s));
        create();
        QTRY_VERIFY(!part<QLabel>(u"missingNames"_s)->isVisible());
        QVERIFY(https().certificate != first.certificate);
        m_sites->undoStack().undo();
        QVERIFY(https() == first);
        QTRY_VERIFY(part<QLabel>(u"missingNames"_s)->isVisible());
    }

    void oneSOwnFilesAreAppliedTogether()
    {
        m_files.add(u"own"_s, {u"own.test"_s});
        create();
        const site::HttpsConfig before = https();
        type(u"https.certificate"_s, m_files.certificate(u"own"_s));
        QTRY_VERIFY(m_page->rowOf(u"https.key"_s)->hasProblem()); // of the other certificate
        QVERIFY(https() == before);
        QVERIFY(m_page->findChild<ErrorBanner *>()->isVisible());
        type(u"https.key"_s, m_files.key(u"own"_s));
        QTRY_COMPARE(https().certificate, m_files.certificate(u"own"_s));
        QCOMPARE(https().key, m_files.key(u"own"_s));
        QTRY_VERIFY(!m_page->rowOf(u"https.key"_s)->hasProblem());
        QVERIFY(!m_page->findChild<ErrorBanner *>()->isVisible());
        QTRY_VERIFY(!part<QComboBox>(u"trustWhere"_s)->isVisible()); // another one's authority
        m_sites->undoStack().undo();
        QVERIFY(https() == before);
    }

    void whatIsNotAppliedCanBeDiscarded()
    {
        create();
        const site::HttpsConfig before = https();
        type(u"https.key"_s, u"/no/such/key.pem"_s);
        QTRY_VERIFY(m_page->findChild<ErrorBanner *>()->isVisible());
        m_page->findChild<ErrorBanner *>()->findChild<QPushButton *>()->click();
        QVERIFY(!m_page->findChild<ErrorBanner *>()->isVisible());
        QCOMPARE(m_page->findChild<QLineEdit *>(u"https.key"_s)->text(), before.key);
        QTRY_VERIFY(!m_page->rowOf(u"https.key"_s)->hasProblem());
        QVERIFY(https() == before);
    }

    void errorsStandAtTheirField_data()
    {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("passphrase");
        QTest::addColumn<QString>("field");
        QTest::newRow("no certificate") << QString() << QString() << QString() << u"https.certificate"_s;
        QTest::newRow("a file that is not there")
            << u"lost.pem"_s << u"own-key.pem"_s << QString() << u"https.certificate"_s;
        QTest::newRow("a wrong key") << u"own.pem"_s << u"other-key.pem"_s << QString() << u"https.key"_s;
        QTest::newRow("a wrong passphrase")
            << u"locked.pem"_s << u"locked-key.pem"_s << u"wrong.txt"_s << u"https.passphraseFile"_s;
        QTest::newRow("a passphrase file that is not there")
            << u"locked.pem"_s << u"locked-key.pem"_s << u"lost.txt"_s << u"https.passphraseFile"_s;
    }

    void errorsStandAtTheirField()
    {
        QFETCH(QString, certificate);
        QFETCH(QString, key);
        QFETCH(QString, passphrase);
        QFETCH(QString, field);
        m_files.add(u"own"_s, {u"own.test"_s});
        m_files.add(u"other"_s, {u"other.test"_s});
        tests::KeyAndCertificate locked = m_files.issue({u"locked.test"_s});
        locked.key = tests::encrypted(locked.key, "open");
        m_files.addPair(u"locked"_s, locked);
        m_files.write("wrong.txt", "sesame\n");
        m_files.write("right.txt", "open\n");
        site()->start();
        m_page->showField(u"https.certificate"_s);
        const auto file = [this](const QString &name) { return name.isEmpty() ? name : m_files.path(name); };
        type(u"https.certificate"_s, file(certificate));
        type(u"https.key"_s, file(key));
        type(u"https.passphraseFile"_s, file(passphrase));
        part<QCheckBox>(u"https.enabled"_s)->setFocus();
        press(Qt::Key_Space);
        QTRY_VERIFY(m_page->rowOf(field)->hasProblem());
        QVERIFY(!https().enabled);
        QTRY_VERIFY(firstPageByHttp().contains("200 OK")); // goes on as it was

        type(u"https.certificate"_s, file(u"locked.pem"_s));
        type(u"https.key"_s, file(u"locked-key.pem"_s));
        type(u"https.passphraseFile"_s, file(u"right.txt"_s));
        QTRY_VERIFY(https().enabled);
        QTRY_VERIFY(!m_page->rowOf(field)->hasProblem());
        QTRY_VERIFY(!firstPageByHttps().isEmpty());
    }

    void httpsIsSwitchedWhileServing()
    {
        site()->start();
        create();
        QTRY_VERIFY(!firstPageByHttps().isEmpty());
        part<QCheckBox>(u"https.only"_s)->setFocus();
        press(Qt::Key_Space);
        QTRY_VERIFY(https().only);
        QTRY_COMPARE(site()->state(), SiteSession::State::Running);
        QCOMPARE(site()->url().scheme(), u"https"_s);
        part<QCheckBox>(u"https.enabled"_s)->setFocus();
        press(Qt::Key_Space);
        QTRY_VERIFY(!https().enabled);
        QTRY_VERIFY(firstPageByHttp().contains("200 OK"));
        QVERIFY(!m_page->isEmpty()); // the certificate is still there
    }

    void aTakenPortIsToldAtItsField()
    {
        create();
        QTcpServer holder;
        QVERIFY(holder.listen(QHostAddress::LocalHost));
        site::SiteConfig config = site()->config();
        config.https.port = holder.serverPort();
        m_sites->change(m_id, config, u"https.port"_s);
        site()->start();
        QVERIFY(site()->failure());
        QCOMPARE(site()->failure()->where, u"https.port"_s);
        QTRY_VERIFY(m_page->rowOf(u"https.port"_s)->hasProblem());
        QTRY_VERIFY(site()->suggestedPort());
        config.https.port = *site()->suggestedPort();
        m_sites->change(m_id, config, u"https.port"_s);
        QTRY_VERIFY(!firstPageByHttps().isEmpty());
        QTRY_VERIFY(!m_page->rowOf(u"https.port"_s)->hasProblem());
    }

    void anEndThatIsNearIsAWarning()
    {
        const tests::KeyAndCertificate pair = m_files.issue({u"old.test"_s});
        m_files.addPair(u"old"_s, {tests::endingIn(pair, 12), pair.key});
        site::SiteConfig config = site()->config();
        config.https.certificate = m_files.certificate(u"old"_s);
        config.https.key = m_files.key(u"old"_s);
        m_sites->change(m_id, config, u"https"_s);
        QTRY_VERIFY(part<QLabel>(u"validity"_s)->text().startsWith(u"Expires in 12 days"_s)
            || part<QLabel>(u"validity"_s)->text().startsWith(u"Expires in 11 days"_s));
    }

    void fingerprintAndCommandsAreCopied()
    {
        create();
        QSignalSpy said(m_page.get(), &SiteHttps::said);
        QTRY_VERIFY(part<QPushButton>(u"copyFingerprint"_s)->isVisible());
        part<QPushButton>(u"copyFingerprint"_s)->click();
        QVERIFY(QGuiApplication::clipboard()->text().count(u':') == 31);
        for (int step = 0; step < part<QComboBox>(u"trustWhere"_s)->count(); ++step) {
            part<QComboBox>(u"trustWhere"_s)->setCurrentIndex(step);
            part<QPushButton>(u"copyTrust"_s)->click();
            QVERIFY(QGuiApplication::clipboard()->text().contains(u"servelab-authority.pem"_s));
        }
        QCOMPARE(said.count(), 1 + part<QComboBox>(u"trustWhere"_s)->count());
    }

    void aFailureToCreateIsSaid()
    {
        QVERIFY(QFile(m_folder->filePath(u"taken"_s)).open(QIODevice::WriteOnly));
        SiteHttps page(*m_sites, m_folder->filePath(u"taken"_s));
        page.setSite(site());
        page.show();
        page.findChild<QPushButton *>(u"createCertificate"_s)->click();
        QTRY_VERIFY(page.findChild<ErrorBanner *>()->isVisible());
        QVERIFY(page.findChild<QPushButton *>(u"createCertificate"_s)->isEnabled());
        QVERIFY(!https().enabled);
    }

    void everyFieldIsReachedByTab()
    {
        create();
        m_page->focusFirst();
        QStringList reached;
        for (int i = 0; i < 40 && QApplication::focusWidget(); ++i) {
            reached += QApplication::focusWidget()->objectName();
            press(Qt::Key_Tab);
        }
        for (const QString &name : {u"https.only"_s, u"https.port"_s, u"createCertificate"_s,
                 u"https.certificate"_s, u"https.key"_s, u"https.ca"_s, u"https.passphraseFile"_s})
            QVERIFY2(reached.contains(name), qPrintable(name + u" in "_s + reached.join(u' ')));
    }

private:
    SiteSession *site() const { return m_sites->find(m_id); }
    const site::HttpsConfig &https() const { return site()->config().https; }

    template <typename Widget>
    Widget *part(const QString &name) const
    {
        return m_page->findChild<Widget *>(name);
    }

    static void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

    void type(const QString &field, const QString &text) const
    {
        auto *line = part<QLineEdit>(field);
        line->setFocus();
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    void create()
    {
        const QString before = https().certificate;
        part<QPushButton>(u"createCertificate"_s)->click();
        QTRY_VERIFY(https().certificate != before);
        QTRY_VERIFY(part<QLabel>(u"validity"_s)->isVisible());
    }

    QByteArray firstPageByHttp() const { return testing::request(site()->port()); }

    /// Empty when there is no answer, or another certificate than the configured one.
    QByteArray firstPageByHttps() const
    {
        const auto certificates = QSslCertificate::fromPath(https().certificate);
        QSslSocket socket;
        socket.setPeerVerifyMode(QSslSocket::VerifyNone);
        const QUrl url = site()->securedUrl();
        socket.connectToHostEncrypted(url.host(), static_cast<quint16>(url.port()));
        if (!socket.waitForEncrypted(2000) || socket.peerCertificate() != certificates.value(0))
            return {};
        socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        while (socket.waitForReadyRead(2000)) { }
        return socket.readAll();
    }

    tests::TestCertificates m_files;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SiteStore> m_store;
    std::unique_ptr<SiteCollection> m_sites;
    std::unique_ptr<SiteHttps> m_page;
    QString m_id;
};

QTEST_MAIN(TestSiteHttps)
#include "tst_sitehttps.moc"
