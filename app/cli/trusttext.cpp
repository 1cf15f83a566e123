// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trusttext.h"

using namespace Qt::StringLiterals;

namespace servelab::cli {

QString trustText(const QString &authorityFile, bool isNew)
{
    const QString state = isNew
        ? u"A new authority vouches for it. Browsers accept the certificate once they trust it:"_s
        : u"The authority that is there already vouches for it. Where it is not trusted yet:"_s;
    const QString quoted = u'"' + authorityFile + u'"';
    return state + uR"(
    %1

  Debian, Ubuntu      sudo cp %2 /usr/local/share/ca-certificates/servelab.crt
                      sudo chmod a+r /usr/local/share/ca-certificates/servelab.crt
                      sudo update-ca-certificates
  Fedora              sudo cp %2 /etc/pki/ca-trust/source/anchors/servelab.pem
                      sudo chmod a+r /etc/pki/ca-trust/source/anchors/servelab.pem
                      sudo update-ca-trust
  Windows             certutil -user -addstore Root %2
  macOS               security add-trusted-cert -k ~/Library/Keychains/login.keychain-db %2
  Firefox             Settings, Privacy & Security, View Certificates, Authorities, Import;
                      tick "Trust this CA to identify websites"
  Chrome on Linux     certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n servelab -i %2
                      (certutil is in libnss3-tools on Debian, in nss-tools on Fedora)
  curl                curl --cacert %2 https://localhost:8443/
)"_s.arg(authorityFile, quoted);
}

} // namespace servelab::cli
