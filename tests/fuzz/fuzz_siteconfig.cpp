// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations as JSON text.
#include "core/site/siteconfigjson.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>

using namespace servelab;
using servelab::fuzz::require;

namespace {

void checkProblems(const site::Problems &problems)
{
    for (const base::Error &problem : problems)
        require(!problem.message.isEmpty() && !problem.toString().isEmpty());
}

void checkRoundTrip(const site::SiteConfig &config)
{
    const auto whole = site::fromJson(site::toJson(config));
    require(whole && *whole == config);
    const auto difference = site::fromJson(site::toJsonDifference(config));
    require(difference && *difference == config);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const QJsonDocument document = QJsonDocument::fromJson(text);
    const auto config = site::fromJson(document.object());
    if (!config) {
        require(!config.error().isEmpty());
        checkProblems(config.error());
        return 0;
    }
    checkRoundTrip(*config);
    checkProblems(site::validate(*config));
    return 0;
}
