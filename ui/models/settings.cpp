// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/settings.h"

#include "core/site/configfields.h"
#include "ui/models/quantity.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <array>

namespace servelab::ui {

using namespace Qt::StringLiterals;

namespace {

using Group = SettingGroup;
using Editor = SettingEditor;

constexpr auto table = std::to_array<Setting>({
    {"name", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Name"),
        QT_TRANSLATE_NOOP("Settings", "The folder's name")},
    {"root", Group::Site, Editor::Folder, QT_TRANSLATE_NOOP("Settings", "Folder"),
        QT_TRANSLATE_NOOP("Settings", "The folder to serve")},
    {"port", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Port"),
        QT_TRANSLATE_NOOP("Settings", "any free port"),
        QT_TRANSLATE_NOOP("Settings", "A running site starts again at once under the new port."), Term::Port},
    {"host", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Listening address"), "127.0.0.1",
        QT_TRANSLATE_NOOP("Settings", "0.0.0.0 lets other machines of your network open the site."),
        Term::ListeningAddress},
    {"domain", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Host name"),
        QT_TRANSLATE_NOOP("Settings", "Any name that reaches this machine"),
        QT_TRANSLATE_NOOP("Settings", "The name of the folder above. Further names are virtual hosts."),
        Term::VirtualHost},
    {"domains", Group::Site, Editor::VirtualHosts, QT_TRANSLATE_NOOP("Settings", "Virtual hosts"),
        QT_TRANSLATE_NOOP("Settings", "Edit virtual hosts"), nullptr, Term::VirtualHost},
    {"anyHost", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Unknown hosts"),
        QT_TRANSLATE_NOOP("Settings", "Answer to every host name"),
        QT_TRANSLATE_NOOP(
            "Settings", "Off, a web page elsewhere cannot reach this site under a name of its own."),
        Term::UnknownHosts},
    {"workers", Group::Site, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Worker threads"),
        QT_TRANSLATE_NOOP("Settings", "one a core, at most 4"), nullptr, Term::Workers},

    {"https.enabled", Group::Https, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "HTTPS"),
        QT_TRANSLATE_NOOP("Settings", "Serve over HTTPS")},
    {"https.only", Group::Https, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "HTTPS only"),
        QT_TRANSLATE_NOOP("Settings", "Keep the port for HTTP closed")},
    {"https.port", Group::Https, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "HTTPS port"),
        QT_TRANSLATE_NOOP("Settings", "any free port"), nullptr, Term::Port},
    {"https.certificate", Group::Https, Editor::ExistingFile, QT_TRANSLATE_NOOP("Settings", "Certificate"),
        QT_TRANSLATE_NOOP("Settings", "PEM file"),
        QT_TRANSLATE_NOOP("Settings", "Others of its chain may follow in it.")},
    {"https.key", Group::Https, Editor::ExistingFile, QT_TRANSLATE_NOOP("Settings", "Private key"),
        QT_TRANSLATE_NOOP("Settings", "In the certificate's file")},
    {"https.ca", Group::Https, Editor::ExistingFile, QT_TRANSLATE_NOOP("Settings", "Chain"),
        QT_TRANSLATE_NOOP("Settings", "None beside"),
        QT_TRANSLATE_NOOP("Settings", "Certificates between the site's own and a root.")},
    {"https.passphrase", Group::Https, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Passphrase"),
        QT_TRANSLATE_NOOP("Settings", "None"), QT_TRANSLATE_NOOP("Settings", "Better in a file of its own.")},
    {"https.passphraseFile", Group::Https, Editor::ExistingFile,
        QT_TRANSLATE_NOOP("Settings", "Passphrase file"), QT_TRANSLATE_NOOP("Settings", "None"),
        QT_TRANSLATE_NOOP("Settings", "Its first line is the passphrase.")},
    {"https.minimumVersion", Group::Https, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Oldest TLS"),
        "1.2|1.3"},

    {"index", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Index file"),
        QT_TRANSLATE_NOOP("Settings", "None"), nullptr, Term::IndexFile},
    {"spaFallback", Group::Answers, Editor::Fallback, QT_TRANSLATE_NOOP("Settings", "Single-page site"),
        QT_TRANSLATE_NOOP("Settings", "Answer unknown paths with a file"), nullptr, Term::SinglePageFallback},
    {"directoryRedirect", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Folders"),
        QT_TRANSLATE_NOOP("Settings", "Redirect to the address with a slash"), nullptr,
        Term::DirectoryRedirect},
    {"directoryListing", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Folder lists"),
        QT_TRANSLATE_NOOP("Settings", "List what is in a folder without an index file")},
    {"cleanUrls", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Clean addresses"),
        QT_TRANSLATE_NOOP("Settings", "Answer /about with about.html")},
    {"notFoundPage", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Missing pages"),
        QT_TRANSLATE_NOOP("Settings", "Show the folder's 404.html")},
    {"allowDotfiles", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Dotfiles"),
        QT_TRANSLATE_NOOP("Settings", "Serve files whose name begins with a dot"), nullptr, Term::Dotfiles},
    {"noCache", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Browser cache"),
        QT_TRANSLATE_NOOP("Settings", "Ask browsers to keep nothing"), nullptr, Term::NoCache},
    {"cacheControl", Group::Answers, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Cache-Control"),
        "max-age=3600", QT_TRANSLATE_NOOP("Settings", "Sent while browsers may keep answers.")},

    {"contentTypes", Group::Types, Editor::MediaTypes, QT_TRANSLATE_NOOP("Settings", "Media types"),
        QT_TRANSLATE_NOOP("Settings", "Tell browsers what a file is, by its extension"),
        QT_TRANSLATE_NOOP("Settings",
            "Yours go before the built-in ones. An extension without a type is answered with 415."),
        Term::MediaType},
    {"restrictedTypes", Group::Types, Editor::Words, QT_TRANSLATE_NOOP("Settings", "Forbidden files"),
        QT_TRANSLATE_NOOP("Settings", "Extensions, such as: bak, sql"),
        QT_TRANSLATE_NOOP("Settings", "Files with these extensions are answered with 403.")},
    {"errors", Group::Types, Editor::ErrorAnswers, QT_TRANSLATE_NOOP("Settings", "Error pages"), "",
        QT_TRANSLATE_NOOP("Settings", "Your own HTML and further fields, by status from 400 to 599.")},

    {"compression.enabled", Group::Compression, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Compress answers"),
        QT_TRANSLATE_NOOP("Settings", "For clients that accept it"), nullptr, Term::ContentCoding},
    {"compression.brotliQuality", Group::Compression, Editor::Slider,
        QT_TRANSLATE_NOOP("Settings", "Brotli quality"), "", nullptr, Term::BrotliQuality},
    {"compression.gzipLevel", Group::Compression, Editor::Slider, QT_TRANSLATE_NOOP("Settings", "gzip level"),
        "", QT_TRANSLATE_NOOP("Settings", "For clients that do not take Brotli."), Term::GzipLevel},
    {"compression.thresholdBytes", Group::Compression, Editor::Bytes,
        QT_TRANSLATE_NOOP("Settings", "Smallest file"), "1 KiB",
        QT_TRANSLATE_NOOP("Settings", "Shorter files are sent as they are: little is saved on them.")},
    {"precompressedSiblings", Group::Compression, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Compressed files"),
        QT_TRANSLATE_NOOP("Settings", "Answer with the .br or .gz file beside a file")},

    {"cache.budgetBytes", Group::Memory, Editor::Bytes, QT_TRANSLATE_NOOP("Settings", "Memory for files"),
        "64 MiB",
        QT_TRANSLATE_NOOP(
            "Settings", "Files and their compressed forms; those not used for longest leave first."),
        Term::CacheMemory},
    {"cache.largestEntryBytes", Group::Memory, Editor::Bytes,
        QT_TRANSLATE_NOOP("Settings", "Largest kept file"), "256 KiB",
        QT_TRANSLATE_NOOP("Settings", "Larger files are sent from disk.")},

    {"timeouts.headers", Group::Limits, Editor::Milliseconds, QT_TRANSLATE_NOOP("Settings", "Request head"),
        "60 s", QT_TRANSLATE_NOOP("Settings", "Longest time until a request's head has come. 0: no limit.")},
    {"timeouts.request", Group::Limits, Editor::Milliseconds, QT_TRANSLATE_NOOP("Settings", "Whole request"),
        "300 s", QT_TRANSLATE_NOOP("Settings", "Longest time until its body has come. 0: no limit.")},
    {"timeouts.inactivity", Group::Limits, Editor::Milliseconds, QT_TRANSLATE_NOOP("Settings", "Silence"),
        "30 s",
        QT_TRANSLATE_NOOP("Settings", "Longest time without a byte in a request or an answer. 0: no limit.")},
    {"timeouts.keepAlive", Group::Limits, Editor::Milliseconds,
        QT_TRANSLATE_NOOP("Settings", "Idle connection"), "5 s",
        QT_TRANSLATE_NOOP("Settings", "Longest time between two requests. 0: no limit."),
        Term::OpenConnections},
    {"maximumBodyBytes", Group::Limits, Editor::Bytes, QT_TRANSLATE_NOOP("Settings", "Request body"), "1 MiB",
        QT_TRANSLATE_NOOP("Settings", "A longer one is answered with 413.")},

    {"log", Group::Records, Editor::File, QT_TRANSLATE_NOOP("Settings", "Access log"),
        QT_TRANSLATE_NOOP("Settings", "No file"),
        QT_TRANSLATE_NOOP("Settings", "One JSON object a line for each request.")},
    {"logRotation.maximumBytes", Group::Records, Editor::Bytes, QT_TRANSLATE_NOOP("Settings", "Longest log"),
        "64 MiB", QT_TRANSLATE_NOOP("Settings", "Then a new file begins. 0: no limit.")},
    {"logRotation.filesKept", Group::Records, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Old logs"),
        QT_TRANSLATE_NOOP("Settings", "none is kept"),
        QT_TRANSLATE_NOOP("Settings", "So many full files are kept beside the new one.")},
    {"logBody", Group::Records, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Request bodies"),
        QT_TRANSLATE_NOOP("Settings", "Record what requests send"),
        QT_TRANSLATE_NOOP("Settings",
            "In the log and in Requests. Forms and JSON may hold passwords, which are kept as they came.")},
    {"logBodyBytes", Group::Records, Editor::Bytes, QT_TRANSLATE_NOOP("Settings", "Longest recorded body"),
        "4 KiB", QT_TRANSLATE_NOOP("Settings", "Of a longer one the beginning is recorded.")},
    {"verbose", Group::Records, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Terminal"),
        QT_TRANSLATE_NOOP("Settings", "Write each request to standard error")},

    {"techniques.codedVariants", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Compressed forms"),
        QT_TRANSLATE_NOOP("Settings", "Made once and kept|Made for each request"),
        QT_TRANSLATE_NOOP("Settings",
            "Made for each request, the processor compresses the same file again and again, and "
            "every client waits for it."),
        Term::CodedVariant},
    {"techniques.staticCache", Group::Techniques, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Files"),
        QT_TRANSLATE_NOOP("Settings", "Kept in memory|Read from disk for each request"),
        QT_TRANSLATE_NOOP("Settings",
            "Read for each request, every answer opens and reads its file, though it has not "
            "changed.")},
    {"techniques.hostLookup", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Host lookup"),
        QT_TRANSLATE_NOOP("Settings", "In a hash table|Along the list of names"),
        QT_TRANSLATE_NOOP("Settings", "Along the list, each request costs more the more hosts there are.")},
    {"techniques.mediaTypes", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Media types"),
        QT_TRANSLATE_NOOP("Settings", "Shared by all sites|Copied for each site"),
        QT_TRANSLATE_NOOP("Settings", "Copied, every site holds the whole table in memory once more.")},
    {"techniques.queryValues", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Repeated query values"),
        QT_TRANSLATE_NOOP("Settings", "Appended|All copied for each"),
        QT_TRANSLATE_NOOP("Settings",
            "Copied for each, a query that repeats a name a thousand times costs a million copies.")},
    {"techniques.rangedRead", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Ranged reads"),
        QT_TRANSLATE_NOOP("Settings", "The selected bytes|The whole file"),
        QT_TRANSLATE_NOOP(
            "Settings", "Reading the whole file, a small part of a large file costs all of it.")},
    {"techniques.answerWrite", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Writing answers"),
        QT_TRANSLATE_NOOP("Settings", "In one write|Head and body apart|With an empty write behind"),
        QT_TRANSLATE_NOOP("Settings", "Each further write is one more call of the system for every answer.")},
    {"techniques.fieldLookup", Group::Techniques, Editor::Automatic,
        QT_TRANSLATE_NOOP("Settings", "Field lookup"),
        QT_TRANSLATE_NOOP("Settings", "In place|In lower-cased copies"),
        QT_TRANSLATE_NOOP("Settings", "Copies allocate memory for every field of every request.")},
    {"techniques.date", Group::Techniques, Editor::Automatic, QT_TRANSLATE_NOOP("Settings", "Date"),
        QT_TRANSLATE_NOOP("Settings", "Formatted once a second|Formatted for each request"),
        QT_TRANSLATE_NOOP(
            "Settings", "Formatted for each request, the same text is made thousands of times a second.")},
});

const site::ConfigField &fieldOf(const Setting &setting)
{
    const auto &fields = site::configFields();
    const auto found = std::ranges::find(fields, QLatin1StringView(setting.path), &site::ConfigField::path);
    Q_ASSERT(found != fields.end());
    return *found;
}

QString translated(const char *text)
{
    return text && *text ? QCoreApplication::translate("Settings", text) : QString();
}

/// Whether a problem is about `field` or something inside it ("domains", "domains[1].root").
bool isAbout(const base::Error &problem, const QString &field)
{
    return problem.where == field || problem.where.startsWith(field + u'[')
        || problem.where.startsWith(field + u'.');
}

} // namespace

std::span<const Setting> settings()
{
    return table;
}

QString groupTitle(SettingGroup group)
{
    static constexpr std::array titles{QT_TRANSLATE_NOOP("Settings", "Site"),
        QT_TRANSLATE_NOOP("Settings", "HTTPS"), QT_TRANSLATE_NOOP("Settings", "Answers"),
        QT_TRANSLATE_NOOP("Settings", "Types and error pages"), QT_TRANSLATE_NOOP("Settings", "Compression"),
        QT_TRANSLATE_NOOP("Settings", "Memory"), QT_TRANSLATE_NOOP("Settings", "Limits"),
        QT_TRANSLATE_NOOP("Settings", "Records"),
        QT_TRANSLATE_NOOP("Settings", "Techniques: how the server is built")};
    return translated(titles[static_cast<std::size_t>(group)]);
}

const Setting *findSetting(const QString &path)
{
    const auto all = settings();
    const auto found = std::ranges::find_if(
        all, [&path](const Setting &setting) { return path == QLatin1StringView(setting.path); });
    return found == all.end() ? nullptr : &*found;
}

QString labelOf(const Setting &setting)
{
    return translated(setting.label);
}

QString textOf(const Setting &setting)
{
    return translated(setting.text);
}

QString hintOf(const Setting &setting)
{
    return translated(setting.hint);
}

bool matches(const Setting &setting, const QString &search)
{
    const QString all = QStringList{labelOf(setting), textOf(setting), hintOf(setting),
        QLatin1StringView(setting.path), groupTitle(setting.group)}
                            .join(u'\n');
    return std::ranges::all_of(search.split(u' ', Qt::SkipEmptyParts),
        [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

QJsonValue valueOf(const Setting &setting, const site::SiteConfig &config)
{
    return fieldOf(setting).write(config);
}

bool isChanged(const Setting &setting, const site::SiteConfig &config)
{
    // Which folder to serve is never a matter of default.
    return setting.editor != SettingEditor::Folder && valueOf(setting, config) != valueOf(setting, {});
}

QString defaultText(const Setting &setting)
{
    return valueText(setting, valueOf(setting, {}));
}

QString valueText(const Setting &setting, const QJsonValue &value)
{
    if (setting.editor == SettingEditor::Bytes)
        return writeBytes(value.toInteger());
    if (setting.editor == SettingEditor::Milliseconds)
        return writeDuration(value.toInteger());
    if (value.isBool())
        return value.toBool() ? translated(QT_TRANSLATE_NOOP("Settings", "on"))
                              : translated(QT_TRANSLATE_NOOP("Settings", "off"));
    if (typeOf(setting) == "enum"_L1)
        return textOf(setting).split(u'|').value(choicesOf(setting).indexOf(value.toString()));
    const QString text = value.toVariant().toString();
    return text.isEmpty() ? translated(QT_TRANSLATE_NOOP("Settings", "nothing")) : text;
}

ChangedConfig withFormedValue(const Setting &setting, const QJsonValue &value, const site::SiteConfig &config)
{
    ChangedConfig changed{config, {}};
    fieldOf(setting).read(value, changed.config, changed.problems);
    return changed;
}

ChangedConfig withValue(const Setting &setting, const QJsonValue &value, const site::SiteConfig &config)
{
    ChangedConfig changed = withFormedValue(setting, value, config);
    if (changed.problems.isEmpty())
        changed.problems = site::validate(changed.config);
    changed.problems = problemsOf(setting, changed.problems);
    return changed;
}

site::Problems problemsOf(const Setting &setting, const site::Problems &problems)
{
    site::Problems own = problems;
    own.removeIf([&setting](const base::Error &problem) {
        return !isAbout(problem, QLatin1StringView(setting.path));
    });
    return own;
}

QStringList choicesOf(const Setting &setting)
{
    QStringList choices;
    for (const QJsonValue &value : fieldOf(setting).schema[u"enum"].toArray())
        choices.append(value.toString());
    return choices;
}

WholeNumbers rangeOf(const Setting &setting)
{
    const QJsonObject &schema = fieldOf(setting).schema;
    return {schema[u"minimum"].toInteger(), schema[u"maximum"].toInteger()};
}

QString typeOf(const Setting &setting)
{
    const QJsonObject &schema = fieldOf(setting).schema;
    return schema.contains(u"enum") ? u"enum"_s : schema[u"type"].toString();
}

bool isSecret(const Setting &setting)
{
    return fieldOf(setting).isSecret;
}

} // namespace servelab::ui
