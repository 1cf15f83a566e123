// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trusttext.h"

#include "core/certificates/trust.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::cli {
namespace {

constexpr int column = 20; // where the commands begin

QString toText(const certificates::TrustStep &step)
{
    QStringList lines = step.lines;
    if (!step.note.isEmpty())
        lines += u'(' + step.note + u')';
    QString text;
    QString left = step.where;
    for (const QString &line : lines)
        text += u"  "_s + std::exchange(left, QString()).leftJustified(column) + line + u'\n';
    return text;
}

} // namespace

QString trustText(const QString &authorityFile, bool isNew)
{
    QString text = isNew
        ? u"A new authority vouches for it. Browsers accept the certificate once they trust it:"_s
        : u"The authority that is there already vouches for it. Where it is not trusted yet:"_s;
    text += u"\n    "_s + authorityFile + u"\n\n"_s;
    for (const certificates::TrustStep &step : certificates::trustSteps(authorityFile))
        text += toText(step);
    return text;
}

} // namespace servelab::cli
