// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/preparation.h"

#include "core/lab/environment.h"

#include <QFileInfo>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace servelab::lab {
namespace {

/// How long others are watched before the start.
constexpr auto busyProbeTime = 300ms;

/// For servers on this machine; its authority is trusted by the run alone and gone with its folder.
base::Expected<certificates::CertificateFiles> makeCertificate(const QString &folder)
{
    const auto created = certificates::createCertificate({.authorityFolder = folder,
        .folder = folder,
        .request = {.names = {u"localhost"_s, u"127.0.0.1"_s, u"::1"_s}, .days = 1}});
    if (!created)
        return std::unexpected(created.error());
    return created->files;
}

} // namespace

bool needsCertificate(const Experiment &experiment)
{
    return std::ranges::any_of(experiment.variants, [&experiment](const Variant &variant) {
        const auto config = measuredConfig(experiment, variant, 1);
        return config && lab::needsCertificate(*config);
    });
}

Preparation prepare(const QString &program, const Experiment &experiment, const PreparationFolders &folders,
    const Places &places)
{
    Preparation result;
    const BusyProbe probe;
    std::this_thread::sleep_for(busyProbeTime);
    result.busyShare = probe.share();
    result.programHash = hashOfFile(program);
    for (const Variant &variant : experiment.variants) {
        const auto found = variant.contender ? findProgram(*variant.contender, places)
                                             : base::Expected<QString>(QString());
        if (variant.contender && found)
            result.contenders.append(
                {variant.contender->name, QFileInfo(*found).fileName(), hashOfFile(*found)});
    }
    if (!folders.fixture.isEmpty())
        result.fixture = makeFixture(experiment.fixture, folders.fixture);
    if (!folders.certificate.isEmpty())
        result.certificate = makeCertificate(folders.certificate);
    return result;
}

} // namespace servelab::lab
