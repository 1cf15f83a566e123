// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/certificates/testcertificates.h"
#include "tests/server/fixture.h"
#include "tests/server/requestcase.h"
#include "tests/server/tlsclient.h"

namespace servelab::tests {

/// The fixture's site with HTTPS beside HTTP.
class HttpsFixture : public Fixture
{
public:
    HttpsFixture()
    {
        certificates.add(QStringLiteral("own"), {QStringLiteral("own.test"), QStringLiteral("127.0.0.1")});
        write("two-mebibytes.bin", patterned(2 * 1024 * 1024));
    }

    site::SiteConfig httpsConfig() const
    {
        site::SiteConfig config = this->config();
        config.anyHost = true;
        config.https.enabled = true;
        config.https.port = 0;
        config.https.certificate = certificates.certificate(QStringLiteral("own"));
        config.https.key = certificates.key(QStringLiteral("own"));
        return config;
    }

    TestCertificates certificates;
};

} // namespace servelab::tests
