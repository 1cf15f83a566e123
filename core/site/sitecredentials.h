// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/credentials.h"
#include "core/site/nametable.h"
#include "core/site/siteconfigjson.h"

#include <memory>
#include <string_view>
#include <vector>

namespace servelab::site {

/// The settings of a configuration that name files of certificates, keys and the passphrase.
QList<QString *> credentialFiles(SiteConfig &config);

/// The host names of a site under which it shows its own certificate: those that have none for themselves. In
/// the configuration's order and spelling, wildcards among them.
QStringList hostsOfOwnCertificate(const SiteConfig &config);

/// With what a site proves over TLS who it is: its own certificate, and those of virtual hosts that have one.
/// Immutable; thread-safe.
class SiteCredentials
{
public:
    /// Reads the files that `config.https` and its virtual hosts name. Problems name the field. For a
    /// configuration with HTTPS.
    static std::expected<std::shared_ptr<const SiteCredentials>, Problems> load(const SiteConfig &config);

    /// The site's own first.
    std::vector<certificates::CredentialsPointer> all() const;

    /// Whose place in all() is meant by a name as a client asks for it, any case. An exact name wins over a
    /// wildcard; the site's own where there is none.
    std::size_t placeFor(std::string_view serverName) const;

    /// Field of the configuration that the certificate at that place comes from.
    const QString &fieldOf(std::size_t place) const { return m_entries[place]->field; }

    /// What a person has to know of certificates that have expired or soon will; `where` names the field.
    Problems notices(const QDateTime &now) const;

    /// Equal where the same certificates are shown under the same names.
    const QByteArray &digest() const { return m_digest; }

private:
    struct Entry
    {
        certificates::CredentialsPointer credentials;
        QString file;
        QString field;
        std::size_t place = 0;
    };
    class Loader;

    SiteCredentials() = default;

    std::vector<std::unique_ptr<const Entry>> m_entries; ///< the site's own first
    NameTable<Entry> m_names;
    QByteArray m_digest;
};

} // namespace servelab::site
