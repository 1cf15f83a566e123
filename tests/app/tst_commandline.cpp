// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab::cli;

namespace {

const QList<Option> options{
    {u"verbose"_s, u'v', Option::Value::None, {}, {}},
    {u"port"_s, u'p', Option::Value::Required, u"N"_s, {}},
    {u"spa"_s, {}, Option::Value::Optional, u"FILE"_s, {}},
};

/// "option=value" for each that was given, then the operands in brackets.
QString described(const CommandLine &line)
{
    QStringList parts;
    for (const CommandLine::Given &given : line.given)
        parts += given.option + u'=' + given.value;
    for (const QString &operand : line.operands)
        parts += u'[' + operand + u']';
    return parts.join(u' ');
}

} // namespace

class tst_CommandLine : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesApart_data();
    void takesApart();
    void tellsWhatIsWrong_data();
    void tellsWhatIsWrong();
    void tellsEverythingAtOnce();
    void theLastValueCounts();
    void everyOptionIsDocumentedAndUnique();
};

void tst_CommandLine::takesApart_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QStringList &arguments, const QString &expected) {
        QTest::newRow(name) << arguments << expected;
    };
    row("nothing", {}, {});
    row("a flag", {u"--verbose"_s}, u"verbose="_s);
    row("a short flag", {u"-v"_s}, u"verbose="_s);
    row("a value behind", {u"--port"_s, u"80"_s}, u"port=80"_s);
    row("a value with an equals sign", {u"--port=80"_s}, u"port=80"_s);
    row("a value behind the letter", {u"-p"_s, u"80"_s}, u"port=80"_s);
    row("a value joined to the letter", {u"-p80"_s}, u"port=80"_s);
    row("a value that looks like an option", {u"--port"_s, u"-1"_s}, u"port=-1"_s);
    row("an empty value", {u"--port="_s}, u"port="_s);
    row("an optional value that is not given", {u"--spa"_s, u"site"_s}, u"spa= [site]"_s);
    row("an optional value that is given", {u"--spa=app.html"_s}, u"spa=app.html"_s);
    row("an equals sign within a value", {u"--port=a=b"_s}, u"port=a=b"_s);
    row("operands between options", {u"a"_s, u"-v"_s, u"b"_s}, u"verbose= [a] [b]"_s);
    row("everything behind two dashes", {u"--"_s, u"--port"_s, u"-v"_s}, u"[--port] [-v]"_s);
    row("a dash alone", {u"-"_s}, u"[-]"_s);
}

void tst_CommandLine::takesApart()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, expected);
    const CommandLine line = parseCommandLine(options, arguments);
    QCOMPARE(described(line), expected);
    QVERIFY(line.problems.isEmpty());
}

void tst_CommandLine::tellsWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QStringList &arguments, const QString &expected) {
        QTest::newRow(name) << arguments << expected;
    };
    row("an unknown option", {u"--prot=80"_s}, u"There is no option --prot. The nearest one is --port."_s);
    row("an unknown letter", {u"-x"_s}, u"There is no option -x."_s);
    row("letters are not joined", {u"-vp"_s}, u"There is no option -vp."_s);
    row("a value is missing", {u"--port"_s}, u"--port needs a value. Write --port N."_s);
    row("a value is missing behind the letter", {u"-p"_s}, u"-p needs a value. Write -p N."_s);
    row("a flag takes no value", {u"--verbose=yes"_s}, u"--verbose takes no value."_s);
}

void tst_CommandLine::tellsWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, expected);
    const CommandLine line = parseCommandLine(options, arguments);
    QCOMPARE(line.problems.size(), 1);
    QCOMPARE(line.problems.first().toString(), expected);
    QVERIFY(line.given.isEmpty());
}

void tst_CommandLine::tellsEverythingAtOnce()
{
    QCOMPARE(
        parseCommandLine(options, {u"--a"_s, u"-b"_s, u"--verbose=1"_s, u"--port"_s}).problems.size(), 4);
}

void tst_CommandLine::theLastValueCounts()
{
    const CommandLine line = parseCommandLine(options, {u"--port=1"_s, u"--port=2"_s});
    QCOMPARE(line.value(u"port"_s), u"2"_s);
    QVERIFY(line.contains(u"port"_s));
    QVERIFY(!line.contains(u"verbose"_s));
    QCOMPARE(line.value(u"verbose"_s), QString());
}

void tst_CommandLine::everyOptionIsDocumentedAndUnique()
{
    for (const Command &command : allCommands()) {
        QSet<QString> names;
        QSet<QChar> letters;
        for (const Option &option : command.options) {
            QVERIFY2(!names.contains(option.name) && !option.help.isEmpty(), qPrintable(option.name));
            QVERIFY2(option.letter.isNull() || !letters.contains(option.letter), qPrintable(option.name));
            QCOMPARE(option.placeholder.isEmpty(), option.value == Option::Value::None);
            names += option.name;
            letters += option.letter;
        }
    }
}

QTEST_GUILESS_MAIN(tst_CommandLine)
#include "tst_commandline.moc"
