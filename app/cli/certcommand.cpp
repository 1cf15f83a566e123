// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/console.h"
#include "app/cli/settings.h"
#include "app/cli/trusttext.h"
#include "app/cli/values.h"
#include "core/certificates/certificatefolder.h"

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

struct CertRequest
{
    certificates::NewCertificate wanted{.authorityFolder = certificates::defaultFolder(),
        .folder = certificates::defaultFolder(),
        .request = {}};
};

using Value = Option::Value;

const QList<Setting<CertRequest>> &certSettings()
{
    static const QList<Setting<CertRequest>> settings{
        {{u"out"_s, u'o', Value::Required, u"DIR"_s,
             u"Folder for the certificate and its key (%1)."_s.arg(certificates::defaultFolder())},
            [](CertRequest &r, const QString &v) { return set(r.wanted.folder, v); }},
        {{u"authority"_s, {}, Value::Required, u"DIR"_s,
             u"Folder of the authority, which is made once and then used again (the same)."_s},
            [](CertRequest &r, const QString &v) { return set(r.wanted.authorityFolder, v); }},
        {{u"days"_s, {}, Value::Required, u"N"_s, u"How long it is valid, 1 to 825 (397)."_s},
            [](CertRequest &r, const QString &v) {
                return assign(r.wanted.request.days, readWholeNumber(v, 1, certificates::mostDays));
            }},
        {{u"force"_s, u'f', Value::None, {},
             u"Replace a certificate and a key of the same name; the old key is lost."_s},
            [](CertRequest &r, const QString &) { return set(r.wanted.replaces, true); }},
    };
    return settings;
}

/// The names that were asked for come first: the first of all names the files.
QStringList namesFor(const QStringList &operands)
{
    QStringList names = operands;
    for (const QString &name : certificates::ownNames()) {
        if (!names.contains(name, Qt::CaseInsensitive))
            names += name;
    }
    return names;
}

/// A word for a shell, in quotes where it needs them.
QString shellWord(QString text)
{
    return text.contains(u' ') ? u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'' : text;
}

QString describe(const certificates::CreatedCertificate &created)
{
    return u"Certificate: %1\nPrivate key: %2\nNames:       %3\nValid until: %4\n\n"
           "Serve with it: servelab-cli serve --https --cert %5 --key %6\n"_s.arg(created.files.certificate,
               created.files.key, created.info.names.join(u", "_s),
               created.info.notAfter.toString(u"yyyy-MM-dd"_s), shellWord(created.files.certificate),
               shellWord(created.files.key));
}

ExitCode run(const CommandLine &line)
{
    CertRequest request;
    Problems problems = line.problems;
    problems += applySettings(certSettings(), line, request);
    if (!problems.isEmpty())
        return reportMisuse(u"cert create"_s, problems);
    request.wanted.request.names = namesFor(line.operands);
    const auto created = certificates::createCertificate(request.wanted);
    if (!created)
        return reportFailure({created.error()});
    writeOut(describe(*created));
    writeOut(trustText(created->files.authority, created->isAuthorityNew));
    return ExitCode::Success;
}

} // namespace

Command certCreateCommand()
{
    return {u"cert create"_s, u"[NAME...]"_s,
        u"Make a certificate for HTTPS on this machine, and the authority that vouches for it."_s,
        u"Besides the names that are given it is good for localhost, *.localhost, the loopback addresses and "
        u"the "
        "addresses of this machine. Some clients take no wildcard as wide as *.localhost: give hosts such as "
        "docs.localhost by name.\n"
        "The authority is made once and used again from then on, so that it has to be trusted once only. "
        "Every "
        "file can be read by you alone: who has the authority's key can pass for any server to those that "
        "trust it.\n"
        "The names are told to nobody: nothing leaves this machine."_s,
        optionsOf(certSettings()), run};
}

} // namespace servelab::cli
