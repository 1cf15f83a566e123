// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subject/subject.h"

#include "core/certificates/certificatefolder.h"
#include "tests/subject/pipes.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <memory>
#include <vector>

using namespace servelab;
using subject::Pipe;
using namespace Qt::StringLiterals;

class TestSubject : public QObject
{
    Q_OBJECT

private:
    site::SiteConfig config() const
    {
        site::SiteConfig config;
        config.root = m_root.path();
        config.port = 0;
        config.workers = 1;
        return config;
    }

    /// Reads what it wrote so far, and counts its events.
    qsizetype eventCount()
    {
        m_output.readInto(m_written);
        QList<QByteArray> lines = m_written.split('\n');
        m_written = lines.takeLast();
        for (const QByteArray &line : lines)
            m_events.append(QJsonDocument::fromJson(line).object());
        return m_events.size();
    }

    QUrl listeningUrl() const { return QUrl(m_events.first().value("url"_L1).toString()); }

    Pipe &input() { return *m_inputs.back(); }

    QTemporaryDir m_root;
    std::vector<std::unique_ptr<Pipe>> m_inputs; ///< kept to the end: a reading thread may still hold one
    Pipe m_output;
    QByteArray m_written;
    QList<QJsonObject> m_events;
    std::unique_ptr<subject::Subject> m_subject;

private Q_SLOTS:
    void init()
    {
        m_inputs.push_back(std::make_unique<Pipe>());
        m_output = Pipe();
        m_written.clear();
        m_events.clear();
        QFile page(m_root.filePath(u"index.html"_s));
        QVERIFY(page.open(QIODevice::WriteOnly) && page.write("<p>hello</p>") > 0);
        m_subject = std::make_unique<subject::Subject>(
            subject::Channels{input().reader.get(), m_output.writer.get()});
    }

    void cleanup() { m_subject.reset(); }

    void saysWhereItListensAndServesThere()
    {
        QVERIFY(m_subject->start(config()));
        QCOMPARE(eventCount(), 1);
        const QJsonObject event = m_events.first();
        QCOMPARE(event.value("event"_L1).toString(), u"listening"_s);
        QCOMPARE(event.value("pid"_L1).toInteger(), QCoreApplication::applicationPid());
        const QUrl url = listeningUrl();
        QCOMPARE(url.host(), u"127.0.0.1"_s);

        QTcpSocket client;
        client.connectToHost(url.host(), static_cast<quint16>(url.port()));
        client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        QByteArray answer;
        QTRY_VERIFY((answer += client.readAll()).endsWith("<p>hello</p>"));
        QVERIFY(answer.startsWith("HTTP/1.1 200 "));
    }

    void saysItsAddressAlsoWhereTheSiteHasAName()
    {
        site::SiteConfig named = config();
        named.domain = u"blog.test"_s;
        QVERIFY(m_subject->start(named));
        QCOMPARE(eventCount(), 1);
        QCOMPARE(listeningUrl().host(), u"127.0.0.1"_s);
    }

    void saysThatItServesHttps()
    {
        const QString folder = m_root.filePath(u"own"_s);
        const auto created
            = certificates::createCertificate({.authorityFolder = m_root.filePath(u"authority"_s),
                .folder = folder,
                .request = {.names = {u"127.0.0.1"_s}}});
        if (!created)
            QSKIP("a build without HTTPS");
        site::SiteConfig secured = config();
        secured.https.enabled = secured.https.only = true;
        secured.https.port = 0;
        secured.https.certificate = created->files.certificate;
        secured.https.key = created->files.key;
        QVERIFY(m_subject->start(secured));
        QCOMPARE(eventCount(), 1);
        QCOMPARE(listeningUrl().scheme(), u"https"_s);
        QCOMPARE(listeningUrl().host(), u"127.0.0.1"_s);

        QTcpSocket client;
        client.connectToHost(listeningUrl().host(), static_cast<quint16>(listeningUrl().port()));
        client.write(QByteArray::fromHex("160301000401000000")); // a ClientHello that says nothing
        QByteArray answer;
        QTRY_VERIFY((answer += client.readAll()).startsWith(QByteArray::fromHex("1503"))); // its alert
    }

    void tellsItsMemory_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("as it is") << QByteArray("memory\n");
        QTest::newRow("after giving free memory back") << QByteArray("trim\n");
    }

    void tellsItsMemory()
    {
        QFETCH(const QByteArray, command);
        QVERIFY(m_subject->start(config()));
        input().write(command);
        QTRY_COMPARE(eventCount(), 2);
        const QJsonObject event = m_events[1];
        QCOMPARE(event.value("event"_L1).toString(), u"memory"_s);
        for (const auto key : {"cpuNanoseconds"_L1, "proportionalBytes"_L1, "privateDirtyBytes"_L1,
                 "residentBytes"_L1, "peakResidentBytes"_L1})
            QVERIFY2(event.value(key).toInteger() > 0, key.data());
    }

    void refusesAnUnknownCommandAndGoesOn()
    {
        QVERIFY(m_subject->start(config()));
        input().write("dance\nmemory\n");
        QTRY_COMPARE(eventCount(), 3);
        QCOMPARE(m_events[1].value("event"_L1).toString(), u"error"_s);
        QVERIFY(m_events[1].value("message"_L1).toString().contains("dance"_L1));
        QCOMPARE(m_events[2].value("event"_L1).toString(), u"memory"_s);
    }

    void ends_data()
    {
        QTest::addColumn<QByteArray>("lastWords");
        QTest::newRow("when it is asked to") << QByteArray("quit\n");
        QTest::newRow("when its input ends") << QByteArray();
    }

    void ends()
    {
        QFETCH(const QByteArray, lastWords);
        QVERIFY(m_subject->start(config()));
        QCOMPARE(eventCount(), 1);
        const QUrl url = listeningUrl();
        QSignalSpy ended(m_subject.get(), &subject::Subject::ended);
        input().write(lastWords);
        if (lastWords.isEmpty())
            input().writer.reset();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().toInt(), 0);

        QTcpSocket client;
        QSignalSpy refused(&client, &QTcpSocket::errorOccurred);
        client.connectToHost(url.host(), static_cast<quint16>(url.port()));
        QTRY_COMPARE(refused.size(), 1);
    }

    void tellsWhyItCannotServe()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        site::SiteConfig taken = config();
        taken.port = other.serverPort();
        const auto started = m_subject->start(taken);
        QVERIFY(!started);
        QVERIFY(started.error().message.contains(QString::number(other.serverPort())));
        QCOMPARE(eventCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSubject)
#include "tst_subject.moc"
