// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "core/site/siteconfig.h"

namespace servelab::cli {

/// Settings in the form "key=value", as node-http-server takes them: "port=9000", "noCache=false",
/// "domains={"a.test":"a"}". A key is one of its names or the path of a setting in a configuration file; what
/// the value may be is what may stand there, and a text needs no quotes. Folders are taken from the working
/// folder.
class KeyValues
{
public:
    /// Takes them out of the operands. A folder whose name looks like one is written with a "./" in front.
    explicit KeyValues(QStringList &operands);

    /// In their order. A problem begins with what was typed.
    Problems applyTo(site::SiteConfig &config) const;

private:
    QStringList m_given;
};

} // namespace servelab::cli
