// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layers/includerules.h"

#include <QFileInfo>
#include <QHash>
#include <QLibraryInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace servelab::layers {
namespace {

/// What a layer may include besides itself.
struct Rule
{
    QStringList layers; ///< "core" stands for every layer in core
    QStringList forbidden; ///< Qt modules
};

const QStringList windowModules{u"QtGui"_s, u"QtWidgets"_s, u"QtCharts"_s};
const QStringList windowAndNetworkModules{u"QtGui"_s, u"QtWidgets"_s, u"QtCharts"_s, u"QtNetwork"_s};
const QStringList widgetModules{u"QtWidgets"_s, u"QtCharts"_s};

const QHash<QString, Rule> &rules()
{
    static const QHash<QString, Rule> table{
        {u"core/base"_s, {{}, windowAndNetworkModules}},
        {u"core/http"_s, {{u"core/base"_s}, windowAndNetworkModules}},
        {u"core/certificates"_s, {{u"core/base"_s}, windowModules}},
        {u"core/net"_s, {{u"core/certificates"_s, u"core/base"_s}, windowModules}},
        {u"core/site"_s, {{u"core/http"_s, u"core/certificates"_s, u"core/base"_s}, windowModules}},
        {u"core/stats"_s, {{u"core/base"_s}, windowAndNetworkModules}},
        {u"core/server"_s,
            {{u"core/net"_s, u"core/site"_s, u"core/http"_s, u"core/certificates"_s, u"core/stats"_s,
                 u"core/base"_s},
                windowModules}},
        {u"core/load"_s, {{u"core/net"_s, u"core/http"_s, u"core/stats"_s, u"core/base"_s}, windowModules}},
        {u"core/lab"_s,
            // Certificates: an experiment over HTTPS makes one for the time it runs.
            {{u"core/load"_s, u"core/stats"_s, u"core/site"_s, u"core/http"_s, u"core/certificates"_s,
                 u"core/base"_s},
                windowModules}},
        {u"core/subject"_s,
            {{u"core/server"_s, u"core/site"_s, u"core/http"_s, u"core/base"_s}, windowModules}},
        {u"ui/models"_s, {{u"ui/sessions"_s, u"core"_s}, widgetModules}},
        {u"ui/sessions"_s, {{u"core"_s}, widgetModules}},
        {u"ui/widgets"_s, {{u"ui/models"_s, u"core"_s}, {}}},
        {u"ui/pages"_s, {{u"ui/widgets"_s, u"ui/models"_s, u"ui/sessions"_s, u"core"_s}, {}}},
        {u"ui"_s, {{u"ui/pages"_s, u"ui/widgets"_s, u"ui/models"_s, u"ui/sessions"_s, u"core"_s}, {}}},
        {u"app"_s, {{u"ui"_s, u"ui/models"_s, u"ui/sessions"_s, u"ui/widgets"_s, u"core"_s}, {}}},
        {u"resources"_s, {{}, windowAndNetworkModules}},
    };
    return table;
}

struct Include
{
    QString path;
    bool isQuoted = false;
};

std::optional<Include> parseInclude(const QString &line)
{
    static const QRegularExpression pattern(uR"(^\s*#\s*include\s*(["<])([^">]+)[">])"_s);
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    return Include{match.captured(2), match.captured(1) == "\""_L1};
}

bool isGenerated(const QString &path)
{
    return path.startsWith("servelab/"_L1) || (path.endsWith(".moc"_L1) && !path.contains(u'/'));
}

bool mayInclude(const Rule &rule, const QString &from, const QString &to)
{
    return from == to || rule.layers.contains(to)
        || (to.startsWith("core/"_L1) && rule.layers.contains("core"_L1));
}

QString problemOfQuoted(const Rule &rule, const QString &file, const QString &path)
{
    if (isGenerated(path))
        return {};
    const QString from = layerOf(file);
    const QString to = layerOf(path);
    if (to.isEmpty())
        return u"%1 is not a path from the root of the tree to a layer"_s.arg(path);
    return mayInclude(rule, from, to) ? QString() : u"%1 may not include %2 (%3)"_s.arg(from, to, path);
}

QString problemOfSystem(const Rule &rule, const QString &file, const QString &path)
{
    const QString module = qtModuleOf(path);
    return rule.forbidden.contains(module) ? u"%1 may not use %2 (%3)"_s.arg(layerOf(file), module, path)
                                           : QString();
}

} // namespace

QString layerOf(const QString &file)
{
    const QStringList parts = file.split(u'/');
    const QString folders = parts.first(std::min<qsizetype>(2, parts.size() - 1)).join(u'/');
    if (rules().contains(folders))
        return folders;
    // A new folder of core needs a rule of its own; the other top folders are layers themselves.
    return parts.size() > 1 && parts.first() != "core"_L1 && rules().contains(parts.first()) ? parts.first()
                                                                                             : QString();
}

QString problemOfLine(const QString &file, const QString &line)
{
    const auto include = parseInclude(line);
    if (!include)
        return {};
    const auto rule = rules().constFind(layerOf(file));
    if (rule == rules().constEnd())
        return u"there is no rule for the folder of %1"_s.arg(file);
    return include->isQuoted ? problemOfQuoted(*rule, file, include->path)
                             : problemOfSystem(*rule, file, include->path);
}

QStringList problemsOf(const QString &file, const QString &text)
{
    QStringList problems;
    const QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (const QString problem = problemOfLine(file, lines.at(i)); !problem.isEmpty())
            problems += u"%1:%2: %3"_s.arg(file).arg(i + 1).arg(problem);
    }
    return problems;
}

bool beginsWithLicence(const QString &text)
{
    return text.startsWith("// SPDX-License-Identifier: GPL-3.0-or-later\n"_L1);
}

QString qtModuleOf(const QString &header)
{
    if (header.contains(u'/'))
        return header.startsWith("Qt"_L1) ? header.section(u'/', 0, 0) : QString();
    const QString folder = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    for (const auto &module : {u"QtCore"_s, u"QtGui"_s, u"QtWidgets"_s, u"QtCharts"_s, u"QtNetwork"_s}) {
        if (QFileInfo(folder + u'/' + module + u'/' + header).isFile())
            return module;
    }
    return {};
}

} // namespace servelab::layers
