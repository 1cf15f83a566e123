// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/settings.h"

#include "core/site/configfields.h"
#include "ui/models/settingrows.h"

#include <QJsonArray>
#include <QTest>

#include <set>

using namespace servelab;
using namespace servelab::ui;
using namespace Qt::StringLiterals;

namespace {

const Setting &settingOf(const QString &path)
{
    for (const Setting &setting : settings()) {
        if (path == QLatin1StringView(setting.path))
            return setting;
    }
    qFatal("There is no setting %s.", qPrintable(path));
}

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A new field of a site's configuration needs a row in ui/models/settings.cpp.
    void everyFieldHasOneRow()
    {
        QStringList fields;
        for (const site::ConfigField &field : site::configFields())
            fields.append(field.path);
        QStringList rows;
        for (const Setting &setting : settings())
            rows.append(QLatin1StringView(setting.path));
        fields.sort();
        rows.sort();
        QCOMPARE(rows, fields);
    }

    void groupsStandTogether()
    {
        std::set<SettingGroup> ended;
        std::optional<SettingGroup> current;
        for (const Setting &setting : settings()) {
            if (current != setting.group) {
                QVERIFY2(!ended.contains(setting.group), setting.path);
                if (current)
                    ended.insert(*current);
                current = setting.group;
            }
            QVERIFY(!groupTitle(setting.group).isEmpty());
        }
    }

    void everyChoiceHasAName()
    {
        for (const Setting &setting : settings()) {
            QVERIFY2(!labelOf(setting).isEmpty(), setting.path);
            if (typeOf(setting) == "enum"_L1)
                QVERIFY2(textOf(setting).split(u'|').size() == choicesOf(setting).size(), setting.path);
        }
    }

    void everyTechniqueSaysWhatItCosts()
    {
        for (const Setting &setting : settings()) {
            if (setting.group == SettingGroup::Techniques)
                QVERIFY2(!hintOf(setting).isEmpty(), setting.path);
        }
    }

    void aDefaultIsNotChanged()
    {
        for (const Setting &setting : settings()) {
            QVERIFY2(!isChanged(setting, {}), setting.path);
            QVERIFY2(!defaultText(setting).isEmpty(), setting.path);
        }
    }

    void changesOneSettingAndTellsItsProblemsOnly()
    {
        site::SiteConfig config;
        config.root = u"/nowhere/at/all"_s;
        const auto right = withValue(settingOf(u"compression.brotliQuality"_s), 9, config);
        QVERIFY(right.problems.isEmpty());
        QCOMPARE(right.config.compression.brotliQuality, 9);
        QCOMPARE(right.config.root, config.root);
        QVERIFY(isChanged(settingOf(u"compression.brotliQuality"_s), right.config));
        QVERIFY(!withValue(settingOf(u"compression.brotliQuality"_s), 12, config).problems.isEmpty());
        QVERIFY(!withValue(settingOf(u"host"_s), u"not an address"_s, config).problems.isEmpty());
        QVERIFY(!withValue(settingOf(u"root"_s), u"/nowhere"_s, config).problems.isEmpty());
    }

    void writesDefaultsForPeople()
    {
        QCOMPARE(defaultText(settingOf(u"cache.budgetBytes"_s)), u"64 MiB"_s);
        QCOMPARE(defaultText(settingOf(u"timeouts.headers"_s)), u"1 min"_s);
        QCOMPARE(defaultText(settingOf(u"noCache"_s)), u"on"_s);
        QCOMPARE(defaultText(settingOf(u"compression.gzipLevel"_s)), u"6"_s);
        QCOMPARE(defaultText(settingOf(u"techniques.staticCache"_s)), u"Kept in memory"_s);
    }

    void isFoundByWords_data()
    {
        QTest::addColumn<QString>("search");
        QTest::addColumn<bool>("found");
        QTest::newRow("nothing typed") << u""_s << true;
        QTest::newRow("its label") << u"brotli"_s << true;
        QTest::newRow("two words in any order") << u"quality BROTLI"_s << true;
        QTest::newRow("its path") << u"compression.brotli"_s << true;
        QTest::newRow("its group") << u"compression"_s << true;
        QTest::newRow("a word it does not have") << u"brotli port"_s << false;
    }

    void isFoundByWords()
    {
        QFETCH(QString, search);
        QFETCH(bool, found);
        QCOMPARE(matches(settingOf(u"compression.brotliQuality"_s), search), found);
    }

    void rowsOfMediaTypesKeepEverything()
    {
        const QJsonObject types{{u"exe"_s, false}, {u"wasm"_s, u"application/wasm"_s}};
        QCOMPARE(mediaTypesOf(mediaTypeRows(types)), types);
    }

    void rowsOfErrorsKeepEverything()
    {
        const QJsonObject headers{{u"Retry-After"_s, u"60"_s}, {u"X-Note"_s, u"a: b"_s}};
        const QJsonObject errors{
            {u"404"_s, QJsonObject{{u"body"_s, u"<p>gone"_s}, {u"headers"_s, QJsonObject()}}},
            {u"503"_s, QJsonObject{{u"headers"_s, headers}}}};
        QCOMPARE(errorsOf(errorRows(errors)), errors);
    }
};

QTEST_APPLESS_MAIN(TestSettings)
#include "tst_settings.moc"
