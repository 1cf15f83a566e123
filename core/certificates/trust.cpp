// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/trust.h"

#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace servelab::certificates {

QList<TrustStep> trustSteps(const QString &authorityFile)
{
    const QString file = u'"' + authorityFile + u'"';
    return {
        {u"Debian, Ubuntu"_s,
            {u"sudo cp %1 /usr/local/share/ca-certificates/servelab.crt"_s.arg(file),
                u"sudo chmod a+r /usr/local/share/ca-certificates/servelab.crt"_s,
                u"sudo update-ca-certificates"_s}},
        {u"Fedora"_s,
            {u"sudo cp %1 /etc/pki/ca-trust/source/anchors/servelab.pem"_s.arg(file),
                u"sudo chmod a+r /etc/pki/ca-trust/source/anchors/servelab.pem"_s,
                u"sudo update-ca-trust"_s}},
        {u"Windows"_s, {u"certutil -user -addstore Root %1"_s.arg(file)}},
        {u"macOS"_s, {u"security add-trusted-cert -k ~/Library/Keychains/login.keychain-db %1"_s.arg(file)}},
        {u"Firefox"_s,
            {u"Settings, Privacy & Security, View Certificates, Authorities, Import;"_s,
                u"tick \"Trust this CA to identify websites\""_s},
            true},
        {u"Chrome on Linux"_s, {u"certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n servelab -i %1"_s.arg(file)},
            false, u"certutil is in libnss3-tools on Debian, in nss-tools on Fedora"_s},
        {u"curl"_s, {u"curl --cacert %1 https://localhost:8443/"_s.arg(file)}},
    };
}

qsizetype stepOfThisSystem(const QList<TrustStep> &steps)
{
    const QString system = QSysInfo::productType();
    const QString where = system == "windows"_L1                            ? u"Windows"_s
        : system == "macos"_L1                                              ? u"macOS"_s
        : QStringList{u"fedora"_s, u"rhel"_s, u"centos"_s}.contains(system) ? u"Fedora"_s
                                                                            : u"Debian, Ubuntu"_s;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        if (steps.at(i).where == where)
            return i;
    }
    return 0;
}

} // namespace servelab::certificates
