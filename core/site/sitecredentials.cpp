// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/sitecredentials.h"

#include "core/http/target.h"
#include "core/site/hostnames.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace servelab::site {
namespace {

constexpr qint64 longestPassphrase = 1024;

/// The first line of a file, without its end.
std::expected<QString, Problems> readPassphrase(const QString &path)
{
    QFile file(path);
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // it is read more than once
        return std::unexpected(Problems{{u"%1 is not a regular file."_s.arg(path),
            u"Put the passphrase in the first line of a file."_s, u"https.passphraseFile"_s}});
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Problems{{u"The file %1 cannot be read: %2."_s.arg(path, file.errorString()),
            u"Check its name and that you may read it."_s, u"https.passphraseFile"_s}});
    QByteArray line = file.readLine(longestPassphrase + 1);
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return QString::fromUtf8(line);
}

std::expected<QString, Problems> passphraseOf(const HttpsConfig &https)
{
    if (https.passphraseFile.isEmpty())
        return https.passphrase;
    if (!https.passphrase.isEmpty())
        return std::unexpected(Problems{{u"The passphrase is given twice, as a text and in a file."_s,
            u"Remove one of the two."_s, u"https.passphraseFile"_s}});
    return readPassphrase(https.passphraseFile);
}

} // namespace

QList<QString *> credentialFiles(SiteConfig &config)
{
    HttpsConfig &https = config.https;
    QList<QString *> files{&https.certificate, &https.key, &https.ca, &https.passphraseFile};
    for (VirtualHostConfig &host : config.domains)
        files << &host.certificate << &host.key;
    return files;
}

QStringList hostsOfOwnCertificate(const SiteConfig &config)
{
    QStringList hosts;
    if (!config.domain.isEmpty())
        hosts += config.domain;
    for (const VirtualHostConfig &host : config.domains) {
        if (host.certificate.isEmpty())
            hosts += host.host;
    }
    return hosts;
}

/// Puts the entries together, and notes what is wrong.
class SiteCredentials::Loader
{
public:
    explicit Loader(const SiteConfig &config)
        : m_config(config)
    {
    }

    std::expected<std::shared_ptr<const SiteCredentials>, Problems> load()
    {
        if (auto passphrase = passphraseOf(m_config.https))
            m_passphrase = *passphrase;
        else
            return std::unexpected(std::move(passphrase.error()));
        loadOwn();
        for (qsizetype i = 0; i < m_config.domains.size() && !m_isWithoutOwn; ++i)
            loadHost(m_config.domains.at(i), u"domains[%1]"_s.arg(i));
        if (!m_problems.isEmpty())
            return std::unexpected(std::move(m_problems));
        m_result->m_digest = m_digest.result();
        return std::move(m_result);
    }

private:
    void loadOwn()
    {
        const HttpsConfig &https = m_config.https;
        if (https.certificate.isEmpty())
            m_problems += base::Error{u"HTTPS needs a certificate, and none is given."_s,
                u"Give the PEM files of a certificate and its key; \"servelab-cli cert create\" makes them "
                "for this machine."_s,
                u"https.certificate"_s};
        else
            add({https.certificate, https.key, https.ca, m_passphrase}, u"https"_s);
        m_isWithoutOwn = m_result->m_entries.empty();
    }

    void loadHost(const VirtualHostConfig &host, const QString &field)
    {
        const Entry *entry = m_result->m_entries.front().get();
        if (!host.certificate.isEmpty())
            entry = add({host.certificate, host.key, m_config.https.ca, m_passphrase}, field);
        else if (!host.key.isEmpty())
            m_problems += base::Error{u"The key %1 of %2 has no certificate."_s.arg(host.key, host.host),
                u"Give the certificate that it belongs to, or remove it."_s, field + u".key"_s};
        const std::string name = normalizedHostName(host.host);
        m_result->m_names.add(name, entry);
        m_digest.addData(QByteArray::fromStdString(name + ' ' + std::to_string(entry->place) + '\n'));
    }

    /// The entry, or the site's own where it has problems.
    const Entry *add(const certificates::CredentialFiles &files, const QString &field)
    {
        auto loaded = certificates::loadCredentials(files);
        if (!loaded) {
            for (certificates::CredentialProblem &problem : loaded.error())
                addProblem(std::move(problem), field);
            return m_result->m_entries.empty() ? nullptr : m_result->m_entries.front().get();
        }
        m_digest.addData((*loaded)->digest());
        const std::size_t place = m_result->m_entries.size();
        m_result->m_entries.push_back(std::make_unique<const Entry>(
            Entry{std::move(*loaded), files.certificate, field + u".certificate"_s, place}));
        return m_result->m_entries.back().get();
    }

    /// Chain and passphrase are given once for all.
    void addProblem(certificates::CredentialProblem problem, const QString &field)
    {
        using certificates::CredentialPart;
        switch (problem.part) {
        case CredentialPart::Certificate:
            problem.error.where = field + u".certificate"_s;
            break;
        case CredentialPart::Key:
            problem.error.where = field + u".key"_s;
            break;
        case CredentialPart::Chain:
            problem.error.where = u"https.ca"_s;
            break;
        case CredentialPart::Passphrase:
            problem.error.where
                = m_config.https.passphraseFile.isEmpty() ? u"https.passphrase"_s : u"https.passphraseFile"_s;
            break;
        }
        if (!m_problems.contains(problem.error))
            m_problems += std::move(problem.error);
    }

    const SiteConfig &m_config;
    QString m_passphrase;
    Problems m_problems;
    bool m_isWithoutOwn = false;
    QCryptographicHash m_digest{QCryptographicHash::Sha256};
    std::shared_ptr<SiteCredentials> m_result{new SiteCredentials};
};

std::expected<std::shared_ptr<const SiteCredentials>, Problems> SiteCredentials::load(
    const SiteConfig &config)
{
    return Loader(config).load();
}

std::vector<certificates::CredentialsPointer> SiteCredentials::all() const
{
    std::vector<certificates::CredentialsPointer> credentials;
    for (const auto &entry : m_entries)
        credentials.push_back(entry->credentials);
    return credentials;
}

std::size_t SiteCredentials::placeFor(std::string_view serverName) const
{
    std::string host;
    http::normalizeHost(serverName, host);
    const Entry *entry = m_names.find(host);
    return entry ? entry->place : 0;
}

Problems SiteCredentials::notices(const QDateTime &now) const
{
    Problems notices;
    for (const auto &entry : m_entries) {
        auto notice = certificates::validityNotice(entry->credentials->certificate(), entry->file, now);
        if (!notice)
            continue;
        notice->where = entry->field;
        notices += std::move(*notice);
    }
    return notices;
}

} // namespace servelab::site
