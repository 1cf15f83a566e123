// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/certificatefolder.h"
#include "core/site/siteconfigjson.h"

#include <QObject>

#include <optional>

namespace servelab::ui {

/// What a look at the files of a site's HTTPS has found. A value.
struct HttpsReport
{
    site::SiteConfig config; ///< what was looked at
    std::optional<certificates::CertificateInfo> certificate; ///< the site's, where it can be read
    QString authority; ///< file of this machine's own authority, where that vouches for it; else empty
    site::Problems problems; ///< why it cannot be served with HTTPS; each names its field
};

/// The names that a certificate made for this site should have; the first one says what it is for. Those of
/// the site first, then `ownNames` of this machine.
QStringList namesFor(const site::SiteConfig &config, const QStringList &ownNames);

/// Reads and makes certificates for the window, off its thread. Files are kept below `folder`: the authority
/// in it, the certificate of each site in a folder of its own, so that nothing is ever overwritten and a
/// site's older certificate can be gone back to.
class CertificateDesk : public QObject
{
    Q_OBJECT
public:
    explicit CertificateDesk(QString folder = certificates::defaultFolder(), QObject *parent = nullptr);

    /// checked() follows, whether HTTPS is on or not; not for a check that another one has overtaken.
    void check(const site::SiteConfig &config);

    /// Makes a certificate for every name of the site and of this machine; created() or failed() follows.
    /// Nothing happens while another one is being made.
    void create(const QString &siteId, const site::SiteConfig &config);
    bool isCreating() const { return m_isCreating; }

Q_SIGNALS:
    void checked(const servelab::ui::HttpsReport &report);
    void created(const QString &siteId, const servelab::certificates::CreatedCertificate &certificate);
    void failed(const servelab::base::Error &error);

private:
    QString m_folder;
    int m_turn = 0;
    bool m_isCreating = false;
};

} // namespace servelab::ui
