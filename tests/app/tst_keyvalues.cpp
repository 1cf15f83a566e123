// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/keyvalues.h"
#include "core/site/siteconfigjson.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab;
using cli::KeyValues;

class tst_KeyValues : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void leavesOtherOperands();
    void setsWhatTheySay_data();
    void setsWhatTheySay();
    void laterOnesWin();
    void whatIsWrongIsNamed_data();
    void whatIsWrongIsNamed();
};

static cli::Problems apply(QStringList given, site::SiteConfig &config)
{
    return KeyValues(given).applyTo(config);
}

void tst_KeyValues::leavesOtherOperands()
{
    QStringList operands{u"public"_s, u"port=1"_s, u"./a=b"_s, u"=x"_s, u"1=2"_s, u"index="_s};
    const KeyValues keyValues(operands);
    QCOMPARE(operands, QStringList({u"public"_s, u"./a=b"_s, u"=x"_s, u"1=2"_s}));
}

void tst_KeyValues::setsWhatTheySay_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QJsonObject>("difference");
    const auto row = [](const QString &given, const QJsonObject &difference) {
        QTest::newRow(qPrintable(given)) << given << difference;
    };
    const auto in = [](const QString &group, const QString &key, const QJsonValue &value) {
        return QJsonObject{{group, QJsonObject{{key, value}}}};
    };
    const auto path = [](const QString &folder) { return QDir::current().absoluteFilePath(folder); };
    row(u"host=0.0.0.0"_s, {{u"host"_s, u"0.0.0.0"_s}});
    row(u"port=9000"_s, {{u"port"_s, 9000}});
    row(u"root=public"_s, {{u"root"_s, path(u"public"_s)}});
    row(u"domain=a.test"_s, {{u"domain"_s, u"a.test"_s}});
    row(u"domain=0.0.0.0"_s, {{u"anyHost"_s, true}});
    const QJsonArray domains{QJsonObject{{u"host"_s, u"a.test"_s}, {u"root"_s, path(u"a"_s)}}};
    row(uR"(domains={"a.test":"a"})"_s, {{u"domains"_s, domains}});
    row(uR"(domains=[{"host":"a.test","root":"a"}])"_s, {{u"domains"_s, domains}});
    row(u"index=404"_s, {{u"index"_s, u"404"_s}});
    row(u"index="_s, {{u"index"_s, QString()}});
    row(u"noCache=false"_s, {{u"noCache"_s, false}});
    row(u"server.noCache=false"_s, {{u"noCache"_s, false}});
    row(u"allowDotfiles=true"_s, {{u"allowDotfiles"_s, true}});
    row(u"timeout=1000"_s, in(u"timeouts"_s, u"inactivity"_s, 1000));
    row(u"timeout=false"_s, in(u"timeouts"_s, u"inactivity"_s, 0));
    row(u"requestTimeout=2000"_s, in(u"timeouts"_s, u"request"_s, 2000));
    row(u"headersTimeout=3000"_s, in(u"timeouts"_s, u"headers"_s, 3000));
    row(u"keepAliveTimeout=0"_s, in(u"timeouts"_s, u"keepAlive"_s, 0));
    for (const QString &key :
        {u"maxRequestBodyBytes"_s, u"maxBodySize"_s, u"bodyLimit"_s, u"maximumBodyBytes"_s})
        row(key + u"=2048"_s, {{u"maximumBodyBytes"_s, 2048}});
    row(u"maxRequestBodyBytes=false"_s, {{u"maximumBodyBytes"_s, qint64(1) << 40}});
    row(u"compression=true"_s, in(u"compression"_s, u"enabled"_s, true));
    row(u"compressionThreshold=10"_s, in(u"compression"_s, u"thresholdBytes"_s, 10));
    row(u"brotliQuality=11"_s, in(u"compression"_s, u"brotliQuality"_s, 11));
    row(u"spaFallback=true"_s, {{u"spaFallback"_s, true}});
    row(u"spaFallback=app.html"_s, {{u"spaFallback"_s, u"app.html"_s}});
    row(u"contentType=false"_s, {{u"contentTypes"_s, false}});
    row(uR"(contentType={"md":"text/markdown"})"_s,
        {{u"contentTypes"_s, QJsonObject{{u"md"_s, u"text/markdown"_s}}}});
    row(uR"(restrictedType={"key":true})"_s, {{u"restrictedTypes"_s, QJsonArray{u"key"_s}}});
    row(u"log=access.ndjson"_s, {{u"log"_s, u"access.ndjson"_s}});
    row(u"logBody=true"_s, {{u"logBody"_s, true}});
    row(u"verbose=true"_s, {{u"verbose"_s, true}});
    row(u"cleanUrls=true"_s, {{u"cleanUrls"_s, true}});
    row(u"timeouts.request=5"_s, in(u"timeouts"_s, u"request"_s, 5));
    row(u"launch=now"_s, {});
}

void tst_KeyValues::setsWhatTheySay()
{
    QFETCH(QString, given);
    QFETCH(QJsonObject, difference);
    site::SiteConfig config;
    const auto problems = apply({given}, config);
    QVERIFY2(problems.isEmpty(), problems.isEmpty() ? "" : qPrintable(problems.first().toString()));
    QCOMPARE(site::toJsonDifference(config), difference);
}

void tst_KeyValues::laterOnesWin()
{
    site::SiteConfig config;
    QVERIFY(apply({u"port=1"_s, u"noCache=false"_s, u"port=2"_s}, config).isEmpty());
    QCOMPARE(config.port, 2);
    QVERIFY(!config.noCache);
}

void tst_KeyValues::whatIsWrongIsNamed_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("remedy");
    const auto row = [](const QString &given, const QString &message, const QString &remedy) {
        QTest::newRow(qPrintable(given)) << given << u"%1: %2"_s.arg(given, message) << remedy;
    };
    row(u"prot=80"_s, u"There is no setting \"prot\"."_s, u"The nearest one is \"port\"."_s);
    row(u"keepalivetimeout=1"_s, u"There is no setting \"keepalivetimeout\"."_s,
        u"The nearest one is \"keepAliveTimeout\"."_s);
    row(u"port=80000"_s, u"port is 80000."_s, u"Give a whole number from 0 to 65535."_s);
    row(u"noCache=maybe"_s, u"noCache is \"maybe\"."_s, u"Give true or false."_s);
    row(u"domains=a.test"_s, u"domains is \"a.test\"."_s,
        u"Give a list of objects with \"host\" and \"root\"."_s);
}

void tst_KeyValues::whatIsWrongIsNamed()
{
    QFETCH(QString, given);
    QFETCH(QString, message);
    QFETCH(QString, remedy);
    site::SiteConfig config;
    const auto problems = apply({given}, config);
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.first().message, message);
    QCOMPARE(problems.first().remedy, remedy);
    QCOMPARE(config, site::SiteConfig());
}

QTEST_GUILESS_MAIN(tst_KeyValues)
#include "tst_keyvalues.moc"
