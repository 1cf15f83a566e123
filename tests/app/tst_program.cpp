// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "tests/app/program.h"

#include "servelab/version.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace servelab;
using test::Outcome;
using test::runProgram;

/// What holds for the program whatever it is asked for.
class tst_Program : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void helpsEverywhere_data();
    void helpsEverywhere();
    void tellsItsVersionEverywhere_data();
    void tellsItsVersionEverywhere();
    void listsEveryCommand();
    void refusesWrongUse_data();
    void refusesWrongUse();
    void keepsHelpWithinEightyColumns();
};

namespace {

void addCommandRows()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("the program") << QStringList{};
    QTest::newRow("lab") << QStringList{u"lab"_s};
    for (const cli::Command &command : cli::allCommands())
        QTest::newRow(qPrintable(command.name)) << command.name.split(u' ');
}

} // namespace

void tst_Program::helpsEverywhere_data()
{
    addCommandRows();
}

void tst_Program::helpsEverywhere()
{
    QFETCH(QStringList, words);
    const QStringList help{u"--help"_s};
    for (const QStringList &arguments : {words + help, help + words, words + QStringList{u"-h"_s}}) {
        const Outcome outcome = runProgram(arguments);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(outcome.output.startsWith("Usage: servelab-cli "_L1), qPrintable(outcome.output));
        QCOMPARE(outcome.errors, QString());
    }
}

void tst_Program::tellsItsVersionEverywhere_data()
{
    addCommandRows();
}

void tst_Program::tellsItsVersionEverywhere()
{
    QFETCH(QStringList, words);
    const Outcome outcome = runProgram(words + QStringList{u"--version"_s});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.output, QStringLiteral("servelab-cli " SERVELAB_VERSION "\n"));
}

void tst_Program::listsEveryCommand()
{
    const Outcome outcome = runProgram({u"--help"_s});
    for (const cli::Command &command : cli::allCommands())
        QVERIFY2(outcome.output.contains(u"\n  "_s + command.name), qPrintable(command.name));
}

void tst_Program::refusesWrongUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("expected"); ///< all of them in what is written to standard error
    const auto row = [](const char *name, const QStringList &arguments, const QStringList &expected) {
        QTest::newRow(name) << arguments << expected;
    };
    row("nothing is asked for", {}, {u"Usage: servelab-cli COMMAND"_s, u"lab run"_s});
    row("half a command", {u"lab"_s}, {u"lab run"_s, u"lab list"_s});
    row("an unknown command", {u"server"_s}, {u"no command \"server\""_s, u"\"serve\""_s});
    row("an unknown second word", {u"lab"_s, u"rum"_s}, {u"no command \"lab rum\""_s, u"\"lab run\""_s});
    row("an unknown option", {u"--verison"_s}, {u"no option --verison"_s, u"--version"_s});
    row("an unknown option of a command", {u"serve"_s, u"--prot"_s, u"80"_s}, {u"--prot"_s, u"--port"_s});
    row("all wrong values at once",
        {u"serve"_s, u"--port"_s, u"eighty"_s, u"--brotli-quality"_s, u"12"_s, u"--timeout"_s, u"soon"_s},
        {u"--port: \"eighty\""_s, u"compression.brotliQuality"_s, u"--timeout: \"soon\""_s,
            u"serve --help"_s});
    row("a folder that is not there", {u"serve"_s, u"/no/such/folder"_s},
        {u"/no/such/folder does not exist"_s});
    row("two folders", {u"serve"_s, u"a"_s, u"b"_s}, {u"More than one folder"_s});
    row("a virtual host without a folder", {u"serve"_s, u"--vhost"_s, u"docs"_s},
        {u"\"docs\" is not a host name"_s});
    row("a configuration that is not there", {u"serve"_s, u"--config"_s, u"/no.json"_s}, {u"/no.json"_s});
    row("load without a URL", {u"load"_s}, {u"No URL"_s});
    row("load with two URLs", {u"load"_s, u"localhost:1"_s, u"localhost:2"_s}, {u"More than one URL"_s});
    row("load of another machine", {u"load"_s, u"http://192.0.2.1/"_s}, {u"192.0.2.1"_s});
    row("load in an unknown format", {u"load"_s, u"localhost:1"_s, u"--format"_s, u"xml"_s},
        {u"--format: \"xml\""_s});
    row("load with a field without a colon", {u"load"_s, u"localhost:1"_s, u"-H"_s, u"X"_s},
        {u"--header: \"X\""_s});
    row("load for a time without a unit", {u"load"_s, u"localhost:1"_s, u"-d"_s, u"10"_s},
        {u"--duration: \"10\""_s});
    row("load with a body that is not there", {u"load"_s, u"localhost:1"_s, u"--body-file"_s, u"/no"_s},
        {u"--body-file: /no cannot be read"_s});
    row("no experiment", {u"lab"_s, u"run"_s}, {u"No experiment"_s});
    row("an unknown experiment", {u"lab"_s, u"run"_s, u"brotly"_s}, {u"\"brotly\""_s, u"brotli-11"_s});
    row("an unknown variant", {u"lab"_s, u"run"_s, u"brotli-quality"_s, u"--only"_s, u"q99"_s},
        {u"--only: "_s, u"\"q99\""_s, u"q11-cached"_s});
    row("what a command does not take", {u"lab"_s, u"list"_s, u"all"_s}, {u"\"all\" is not expected"_s});
    row("a subject without a configuration", {u"subject"_s}, {u"No configuration"_s});
}

void tst_Program::refusesWrongUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, expected);
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.output, QString());
    for (const QString &text : expected)
        QVERIFY2(outcome.errors.contains(text), qPrintable(outcome.errors));
}

void tst_Program::keepsHelpWithinEightyColumns()
{
    for (const cli::Command &command : cli::allCommands()) {
        const Outcome outcome = runProgram(command.name.split(u' ') + QStringList{u"--help"_s});
        for (const QString &line : outcome.output.split(u'\n'))
            QVERIFY2(line.size() <= 80, qPrintable(line));
    }
}

QTEST_GUILESS_MAIN(tst_Program)
#include "tst_program.moc"
