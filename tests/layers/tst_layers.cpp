// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layers/includerules.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace Qt::StringLiterals;
using namespace servelab::layers;

namespace {

struct SourceFile
{
    QString path; ///< from the root of the tree
    QString text;
};

QList<SourceFile> readSources(const QStringList &folders)
{
    const QString root = qEnvironmentVariable("SERVELAB_SOURCE_DIR");
    QList<SourceFile> sources;
    for (const QString &folder : folders) {
        QDirIterator files(
            root + u'/' + folder, {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                sources
                    += SourceFile{file.fileName().sliced(root.size() + 1), QString::fromUtf8(file.readAll())};
        }
    }
    return sources;
}

const QStringList layeredFolders{u"app"_s, u"core"_s, u"ui"_s, u"resources/tools"_s};
const QStringList allFolders = layeredFolders + QStringList{u"bench"_s, u"tests"_s};

/// A class's header and source count as one.
QString withoutSuffix(const QString &path)
{
    return path.first(path.lastIndexOf(u'.'));
}

} // namespace

class tst_Layers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsForbiddenIncludes_data();
    void findsForbiddenIncludes();
    void acceptsAllowedIncludes_data();
    void acceptsAllowedIncludes();
    void namesFileAndLine();
    void knowsTheLicenceLine();
    void sourcesKeepTheDirections();
    void oneFileKnowsCharts();
    void everySourceNamesItsLicence();
};

void tst_Layers::findsForbiddenIncludes_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");

    const auto row = [](const char *name, const QString &file, const QString &line) {
        QTest::newRow(name) << file << line;
    };
    row("http knows no socket", u"core/http/a.cpp"_s, u"#include \"core/net/stream.h\""_s);
    row("http knows no Qt socket either", u"core/http/a.cpp"_s, u"#include <QTcpSocket>"_s);
    row("net knows no HTTP", u"core/net/a.cpp"_s, u"#include \"core/http/target.h\""_s);
    row("base stands on nothing", u"core/base/a.h"_s, u"#include \"core/stats/histogram.h\""_s);
    row("certificates know no socket", u"core/certificates/a.cpp"_s, u"#include \"core/net/stream.h\""_s);
    row("site knows no connection", u"core/site/a.h"_s, u"#include \"core/net/stream.h\""_s);
    row("site knows no server", u"core/site/sub/a.h"_s, u"#include \"core/server/server.h\""_s);
    row("lab knows no server internals", u"core/lab/a.cpp"_s, u"#include \"core/server/server.h\""_s);
    row("lab does not reach the server through the subject", u"core/lab/a.cpp"_s,
        u"#include \"core/subject/subject.h\""_s);
    row("load knows no site", u"core/load/a.cpp"_s, u"#include \"core/site/site.h\""_s);
    row("server makes no load", u"core/server/a.cpp"_s, u"#include \"core/load/loadplan.h\""_s);
    row("core knows no window", u"core/lab/a.cpp"_s, u"#include \"ui/models/sitesmodel.h\""_s);
    row("core knows no program", u"core/lab/a.cpp"_s, u"#include \"app/common/samplesite.h\""_s);
    row("core uses no Qt Gui", u"core/site/a.cpp"_s, u"#include <QColor>"_s);
    row("core uses no Qt Widgets", u"core/server/a.cpp"_s, u"#include <QWidget>"_s);
    row("a module's whole header is seen too", u"core/server/a.cpp"_s, u"#include <QtWidgets/QWidget>"_s);
    row("models know no widget of ours", u"ui/models/a.h"_s, u"#include \"ui/widgets/chart.h\""_s);
    row("models know no widget of Qt", u"ui/models/a.h"_s, u"#include <QTableView>"_s);
    row("sessions know no page", u"ui/sessions/a.h"_s, u"#include \"ui/pages/sitepage.h\""_s);
    row("sessions know no widget of Qt", u"ui/sessions/a.h"_s, u"#include <QMessageBox>"_s);
    row("widgets know no page", u"ui/widgets/a.h"_s, u"#include \"ui/pages/sitepage.h\""_s);
    row("pages know no window", u"ui/pages/a.h"_s, u"#include \"ui/mainwindow.h\""_s);
    row("the window knows no program", u"ui/mainwindow.cpp"_s, u"#include \"app/common/samplesite.h\""_s);
    row("programs know no page", u"app/window/main.cpp"_s, u"#include \"ui/pages/sitepage.h\""_s);
    row("a header beside the file is named from the root", u"core/http/a.cpp"_s, u"#include \"target.h\""_s);
    row("a new layer needs a rule", u"core/proxy/a.cpp"_s, u"#include \"core/base/error.h\""_s);
    row("a layer without a rule is not included", u"core/server/a.cpp"_s,
        u"#include \"core/proxy/proxy.h\""_s);
    row("blanks hide nothing", u"core/http/a.cpp"_s, u"  #  include  \"core/net/stream.h\""_s);
}

void tst_Layers::findsForbiddenIncludes()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QVERIFY2(!problemOfLine(file, line).isEmpty(), qPrintable(line));
}

void tst_Layers::acceptsAllowedIncludes_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");

    const auto row = [](const char *name, const QString &file, const QString &line) {
        QTest::newRow(name) << file << line;
    };
    row("a layer includes itself", u"core/http/a.cpp"_s, u"#include \"core/http/target.h\""_s);
    row("a folder within a layer belongs to it", u"core/site/techniques/a.cpp"_s,
        u"#include \"core/site/site.h\""_s);
    row("everyone may use base", u"core/http/a.cpp"_s, u"#include \"core/base/error.h\""_s);
    row("server stands on net", u"core/server/a.cpp"_s, u"#include \"core/net/stream.h\""_s);
    row("models stand on core", u"ui/models/a.cpp"_s, u"#include \"core/stats/histogram.h\""_s);
    row("the window knows the pages", u"ui/mainwindow.cpp"_s, u"#include \"ui/pages/sitepage.h\""_s);
    row("programs know the window", u"app/window/main.cpp"_s, u"#include \"ui/mainwindow.h\""_s);
    row("programs share a folder", u"app/cli/a.cpp"_s, u"#include \"app/common/samplesite.h\""_s);
    row("generated headers", u"app/cli/a.cpp"_s, u"#include \"servelab/version.h\""_s);
    row("what moc made", u"core/lab/a.cpp"_s, u"#include \"a.moc\""_s);
    row("Qt Core", u"core/http/a.cpp"_s, u"#include <QString>"_s);
    row("Qt Network where there are sockets", u"core/net/a.cpp"_s, u"#include <QTcpServer>"_s);
    row("Qt Gui in models, for icons and colours", u"ui/models/a.cpp"_s, u"#include <QIcon>"_s);
    row("Qt Widgets in pages", u"ui/pages/a.cpp"_s, u"#include <QLabel>"_s);
    row("the system", u"core/net/a.cpp"_s, u"#include <sys/socket.h>"_s);
    row("no include at all", u"core/http/a.cpp"_s, u"// core/net/stream.h is not for us"_s);
}

void tst_Layers::acceptsAllowedIncludes()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QCOMPARE(problemOfLine(file, line), QString());
}

void tst_Layers::namesFileAndLine()
{
    const QStringList problems
        = problemsOf(u"core/net/a.cpp"_s, u"#include <vector>\n#include \"core/http/target.h\"\nint a;\n"_s);
    QCOMPARE(problems, {u"core/net/a.cpp:2: core/net may not include core/http (core/http/target.h)"_s});
}

void tst_Layers::knowsTheLicenceLine()
{
    QVERIFY(beginsWithLicence(u"// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n"_s));
    QVERIFY(!beginsWithLicence(u"#pragma once\n// SPDX-License-Identifier: GPL-3.0-or-later\n"_s));
    QVERIFY(!beginsWithLicence(u"// SPDX-License-Identifier: MIT\n"_s));
    QVERIFY(!beginsWithLicence({}));
}

void tst_Layers::sourcesKeepTheDirections()
{
    const QList<SourceFile> sources = readSources(layeredFolders);
    QVERIFY2(sources.size() > 100, "The sources were not found; is SERVELAB_SOURCE_DIR set?");
    QStringList problems;
    for (const SourceFile &source : sources)
        problems += problemsOf(source.path, source.text);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void tst_Layers::oneFileKnowsCharts()
{
    static const QRegularExpression include(u"#\\s*include\\s*<([^>]+)>"_s);
    std::set<QString> users;
    for (const SourceFile &source : readSources(layeredFolders)) {
        for (const auto &match : include.globalMatch(source.text)) {
            if (qtModuleOf(match.captured(1)) == "QtCharts"_L1)
                users.insert(withoutSuffix(source.path));
        }
    }
    const QStringList names(users.begin(), users.end());
    QVERIFY2(names.size() == 1, qPrintable(u"Qt Charts is used by: "_s + names.join(u", "_s)));
}

void tst_Layers::everySourceNamesItsLicence()
{
    QStringList without;
    for (const SourceFile &source : readSources(allFolders)) {
        if (!beginsWithLicence(source.text))
            without += source.path;
    }
    QVERIFY2(without.isEmpty(), qPrintable(u"No licence line: "_s + without.join(u", "_s)));
}

QTEST_GUILESS_MAIN(tst_Layers)
#include "tst_layers.moc"
